package io.headrace.tck;

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

/** A device of {@link HostKernels}. */
record HostKernelDevice(DriverDevice device, boolean kernelsReachMemory) implements DriverDevice {

    @Override
    public DeviceInfo info() {
        DeviceInfo info = device.info();
        return new DeviceInfo(
                info.name(),
                info.memoryBytes(),
                info.maxQueues(),
                info.maxQueueSize(),
                info.computeUnits(),
                true,
                info.engines(),
                info.sourceKinds());
    }

    @Override
    public DriverQueue createQueue(int index, int size) {
        return new HostKernelQueue(device.createQueue(index, size));
    }

    @Override
    public DriverQueue createQueue(int index, int size, QueuePriority priority) {
        return new HostKernelQueue(device.createQueue(index, size, priority));
    }

    @Override
    public DriverQueue createEngineQueue(int engine, int size) {
        return new HostKernelQueue(device.createEngineQueue(engine, size));
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        return kernelsReachMemory ? device.allocatePinned(bytes) : device.allocate(bytes);
    }

    @Override
    public DeviceMemory allocatePinned(long bytes) {
        return device.allocatePinned(bytes);
    }

    @Override
    public DeviceMemory pin(long address, long bytes) {
        return device.pin(address, bytes);
    }

    /** What is wrapped is a buffer of this device, or a part of one. */
    @Override
    public DeviceMemory wrap(long address, long bytes) {
        DeviceMemory wrapped = device.wrap(address, bytes);
        return kernelsReachMemory ? new Reached(wrapped) : wrapped;
    }

    @Override
    public KernelCode prepare(JavaKernel kernel) {
        return new KernelCode() {};
    }

    @Override
    public SequenceCode prepare(List<Command> commands) {
        return commands.stream().anyMatch(Command.Launch.class::isInstance)
                ? new SequenceCode() {}
                : device.prepare(commands);
    }

    @Override
    public NativeProgram compile(List<Source> sources) {
        return device.compile(sources);
    }

    @Override
    public long kernelAddress(long address, long bytes) {
        return device.kernelAddress(address, bytes);
    }

    @Override
    public @Nullable SignalMemory signalMemory() {
        return device.signalMemory();
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
    public void close() {
        device.close();
    }

    private record Reached(DeviceMemory memory) implements DeviceMemory {

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
            return true;
        }

        @Override
        public void free() {
            memory.free();
        }
    }
}
