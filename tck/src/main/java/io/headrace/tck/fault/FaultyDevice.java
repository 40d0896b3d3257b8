package io.headrace.tck.fault;

import io.headrace.config.TimeSource;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Source;
import io.headrace.signal.DeviceClock;
import io.headrace.signal.SignalMemory;
import io.headrace.spi.Command;
import io.headrace.spi.DeviceInfo;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.KernelCode;
import io.headrace.spi.NativeProgram;
import io.headrace.spi.QueuePriority;
import io.headrace.spi.SequenceCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A device with {@link Faults} in front of it. */
final class FaultyDevice implements DriverDevice {

    private final DriverDevice device;
    private final Faults faults;
    private final DeviceInfo info;

    FaultyDevice(DriverDevice device, Faults faults) {
        this.device = device;
        this.faults = faults;
        DeviceInfo whole = device.info();
        this.info = new DeviceInfo(
                whole.name(),
                whole.memoryBytes(),
                Math.min(whole.maxQueues(), faults.grantedQueues()),
                whole.maxQueueSize(),
                whole.computeUnits(),
                whole.javaKernels(),
                whole.engines(),
                whole.sourceKinds());
        faults.devices(1);
    }

    @Override
    public DeviceInfo info() {
        return info;
    }

    @Override
    public DriverQueue createQueue(int index, int size) {
        faults.pass(Point.QUEUE_CREATION);
        return new FaultyQueue(device.createQueue(index, size), faults);
    }

    @Override
    public DriverQueue createQueue(int index, int size, QueuePriority priority) {
        faults.pass(Point.QUEUE_CREATION);
        return new FaultyQueue(device.createQueue(index, size, priority), faults);
    }

    @Override
    public DriverQueue createEngineQueue(int engine, int size) {
        faults.pass(Point.ENGINE_QUEUE_CREATION);
        return new FaultyQueue(device.createEngineQueue(engine, size), faults);
    }

    @Override
    public boolean reaches(DriverDevice peer) {
        return device.reaches(peer instanceof FaultyDevice other ? other.device : peer);
    }

    @Override
    public List<Integer> enginesTo(DriverDevice peer) {
        return device.enginesTo(peer instanceof FaultyDevice other ? other.device : peer);
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        faults.pass(Point.ALLOCATION);
        return counted(device.allocate(bytes));
    }

    @Override
    public DeviceMemory allocatePinned(long bytes) {
        faults.pass(Point.ALLOCATION);
        return counted(device.allocatePinned(bytes));
    }

    @Override
    public DeviceMemory pin(long address, long bytes) {
        faults.pass(Point.PIN);
        return counted(device.pin(address, bytes));
    }

    @Override
    public DeviceMemory wrap(long address, long bytes) {
        faults.pass(Point.WRAP);
        return counted(device.wrap(address, bytes));
    }

    private DeviceMemory counted(DeviceMemory memory) {
        faults.memory(1);
        return new CountedMemory(memory, faults);
    }

    @Override
    public KernelCode prepare(JavaKernel kernel) {
        faults.pass(Point.PREPARATION);
        return device.prepare(kernel);
    }

    @Override
    public SequenceCode prepare(List<Command> commands) {
        faults.pass(Point.SEQUENCE_PREPARATION);
        return device.prepare(commands);
    }

    @Override
    public NativeProgram compile(List<Source> sources) {
        faults.pass(Point.PREPARATION);
        return device.compile(sources);
    }

    @Override
    public long kernelAddress(long address, long bytes) {
        return device.kernelAddress(address, bytes);
    }

    @Override
    public DeviceClock clock() {
        return device.clock();
    }

    @Override
    public TimeSource time() {
        return device.time();
    }

    @Override
    public @Nullable SignalMemory signalMemory() {
        return device.signalMemory();
    }

    @Override
    public boolean runsInline() {
        return device.runsInline();
    }

    @Override
    public void close() {
        faults.devices(-1);
        device.close();
    }

    private record CountedMemory(DeviceMemory memory, Faults faults) implements DeviceMemory {

        @Override
        public long address() {
            return memory.address();
        }

        @Override
        public long bytes() {
            return memory.bytes();
        }

        @Override
        public boolean hostAccessible() {
            return memory.hostAccessible();
        }

        @Override
        public void free() {
            faults.memory(-1);
            memory.free();
        }
    }
}
