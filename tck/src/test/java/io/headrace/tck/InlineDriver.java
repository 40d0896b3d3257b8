package io.headrace.tck;

import io.headrace.kernel.JavaKernel;
import io.headrace.spi.DeviceInfo;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.KernelCode;
import io.headrace.spi.Packet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** A driver of a device without queues of its own: whoever offers a packet runs it. The rest is the {@link PlainDriver}'s. */
final class InlineDriver implements Driver {

    private final AtomicInteger queuesAskedFor;

    /**
     * @param queuesAskedFor counts how often the device is asked for a queue
     */
    InlineDriver(AtomicInteger queuesAskedFor) {
        this.queuesAskedFor = queuesAskedFor;
    }

    @Override
    public String name() {
        return "inline";
    }

    @Override
    public Usability usability() {
        return new Usability(true, "always there");
    }

    @Override
    public List<DriverDevice> open(DriverEnvironment environment) {
        return List.of(new InlineDevice(new PlainDriver().open(environment).getFirst(), queuesAskedFor));
    }

    private record InlineDevice(DriverDevice plain, AtomicInteger queuesAskedFor) implements DriverDevice {

        @Override
        public DeviceInfo info() {
            DeviceInfo info = plain.info();
            return new DeviceInfo("inline device", info.memoryBytes(), 1, 4, 1, true, List.of());
        }

        @Override
        public DriverQueue createQueue(int index, int size) {
            queuesAskedFor.incrementAndGet();
            return new InlineQueue(size);
        }

        @Override
        public DriverQueue createEngineQueue(int engine, int size) {
            throw new IllegalStateException("the device has no engine: engine=" + engine);
        }

        @Override
        public DeviceMemory allocate(long bytes) {
            return plain.allocate(bytes);
        }

        @Override
        public DeviceMemory allocatePinned(long bytes) {
            return plain.allocatePinned(bytes);
        }

        @Override
        public DeviceMemory pin(long address, long bytes) {
            return plain.pin(address, bytes);
        }

        @Override
        public DeviceMemory wrap(long address, long bytes) {
            return plain.wrap(address, bytes);
        }

        @Override
        public KernelCode prepare(JavaKernel kernel) {
            return plain.prepare(kernel);
        }

        @Override
        public boolean runsInline() {
            return true;
        }

        @Override
        public void close() {
            plain.close();
        }
    }

    /** A queue that is never longer than the packet that runs. */
    private static final class InlineQueue implements DriverQueue {

        private final int capacity;
        private final ReentrantLock order = new ReentrantLock();
        private final AtomicLong offered = new AtomicLong();
        private final AtomicLong ended = new AtomicLong();
        private volatile boolean closed;

        InlineQueue(int capacity) {
            this.capacity = capacity;
        }

        @Override
        public int capacity() {
            return capacity;
        }

        @Override
        public long offer(Packet packet) {
            order.lock();
            try {
                if (closed) {
                    throw new IllegalStateException("the queue is closed");
                }
                long id = offered.getAndIncrement();
                packet.end(packet.begin() ? PlainCommands.run(packet.command()) : null, null);
                ended.incrementAndGet();
                return id;
            } finally {
                order.unlock();
            }
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
            return () -> ended.get() > packetId;
        }

        @Override
        public long writeIndex() {
            return offered.get();
        }

        @Override
        public long readIndex() {
            return ended.get();
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
