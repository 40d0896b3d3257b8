package io.headrace.tck;

import io.headrace.error.UnsupportedFeatureException;
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

/** A device of a {@link WorkDriver}, which gets native calls for Java kernels. */
record WorkDevice(DriverDevice device) implements DriverDevice {

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
        return new WorkQueue(device.createQueue(index, size));
    }

    @Override
    public DriverQueue createQueue(int index, int size, QueuePriority priority) {
        return new WorkQueue(device.createQueue(index, size, priority));
    }

    @Override
    public DriverQueue createEngineQueue(int engine, int size) {
        return new WorkQueue(device.createEngineQueue(engine, size));
    }

    @Override
    public KernelCode prepare(JavaKernel kernel) {
        return new KernelCode() {};
    }

    @Override
    public SequenceCode prepare(List<Command> commands) {
        if (commands.stream().anyMatch(Command.Launch.class::isInstance)) {
            throw new UnsupportedFeatureException(
                    "device=" + device.info().name() + " runs no Java kernels, and a recording holds no native calls");
        }
        return device.prepare(commands);
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        return device.allocate(bytes);
    }

    @Override
    public DeviceMemory allocatePinned(long bytes) {
        return device.allocatePinned(bytes);
    }

    @Override
    public DeviceMemory pin(long address, long bytes) {
        return device.pin(address, bytes);
    }

    @Override
    public DeviceMemory wrap(long address, long bytes) {
        return device.wrap(address, bytes);
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
    public DeviceClock clock() {
        return device.clock();
    }

    @Override
    public @Nullable SignalMemory signalMemory() {
        return device.signalMemory();
    }

    @Override
    public void close() {
        device.close();
    }
}
