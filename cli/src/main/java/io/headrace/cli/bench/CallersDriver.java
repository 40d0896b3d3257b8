package io.headrace.cli.bench;

import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Kernel1D;
import io.headrace.spi.Command;
import io.headrace.spi.DeviceInfo;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.KernelCode;
import io.headrace.spi.Packet;
import java.util.List;

/**
 * A device whose launches of one item have run, on the calling thread, when the call returns. So all that the library does for an operation is
 * on one thread and can be measured. For one thread.
 */
final class CallersDriver implements Driver {

    @Override
    public String name() {
        return "caller";
    }

    @Override
    public Usability usability() {
        return new Usability(true, "always there");
    }

    @Override
    public List<DriverDevice> open(DriverEnvironment environment) {
        return List.of(new CallersDevice());
    }

    private static final class CallersDevice implements DriverDevice {

        private static final DeviceInfo INFO = new DeviceInfo("calling thread", 0, 1, 1 << 16, 1, true, List.of());
        private static final KernelCode CODE = new KernelCode() {};

        @Override
        public DeviceInfo info() {
            return INFO;
        }

        @Override
        public DriverQueue createQueue(int index, int size) {
            return new CallersQueue();
        }

        @Override
        public KernelCode prepare(JavaKernel kernel) {
            return CODE;
        }

        @Override
        public boolean tellsTimes() {
            return false;
        }

        @Override
        public boolean runsInline() {
            return true;
        }

        @Override
        public DriverQueue createEngineQueue(int engine, int size) {
            throw noMemory();
        }

        @Override
        public DeviceMemory allocate(long bytes) {
            throw noMemory();
        }

        @Override
        public DeviceMemory allocatePinned(long bytes) {
            throw noMemory();
        }

        @Override
        public DeviceMemory pin(long address, long bytes) {
            throw noMemory();
        }

        @Override
        public DeviceMemory wrap(long address, long bytes) {
            throw noMemory();
        }

        private static UnsupportedOperationException noMemory() {
            return new UnsupportedOperationException("this device only runs kernels");
        }

        @Override
        public void close() {
            // There is nothing to give back.
        }
    }

    private static final class CallersQueue implements DriverQueue {

        private volatile long ended;

        @Override
        public int capacity() {
            return 1;
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // one thread
        public long offer(Packet packet) {
            if (packet.begin() && packet.command() instanceof Command.Launch launch) {
                ((Kernel1D) launch.kernel()).run(0);
            }
            packet.end(null, null);
            return ended++;
        }

        @Override
        public boolean awaitRoom(long timeoutNanos) {
            return true;
        }

        @Override
        public boolean post(Runnable entry) {
            return false;
        }

        @Override
        public Position position(long packetId) {
            return () -> ended > packetId;
        }

        @Override
        public long writeIndex() {
            return ended;
        }

        @Override
        public long readIndex() {
            return ended;
        }

        @Override
        public void close() {
            // There is nothing to stop.
        }
    }
}
