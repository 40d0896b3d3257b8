package io.headrace.tck;

import io.headrace.kernel.JavaKernel;
import io.headrace.spi.Command;
import io.headrace.spi.DeviceInfo;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.KernelCode;
import io.headrace.spi.QueuePriority;
import io.headrace.spi.SequenceCode;
import io.headrace.tck.forward.ForwardingDevice;
import io.headrace.tck.forward.ForwardingMemory;
import java.util.List;

/** A device of {@link HostKernels}. */
final class HostKernelDevice extends ForwardingDevice {

    private final boolean kernelsReachMemory;

    HostKernelDevice(DriverDevice device, boolean kernelsReachMemory) {
        super(device);
        this.kernelsReachMemory = kernelsReachMemory;
    }

    @Override
    public DeviceInfo info() {
        DeviceInfo info = super.info();
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
        return new HostKernelQueue(super.createQueue(index, size));
    }

    @Override
    public DriverQueue createQueue(int index, int size, QueuePriority priority) {
        return new HostKernelQueue(super.createQueue(index, size, priority));
    }

    @Override
    public DriverQueue createEngineQueue(int engine, int size) {
        return new HostKernelQueue(super.createEngineQueue(engine, size));
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        return kernelsReachMemory ? allocatePinned(bytes) : super.allocate(bytes);
    }

    /** What is wrapped is a buffer of this device, or a part of one. */
    @Override
    public DeviceMemory wrap(long address, long bytes) {
        DeviceMemory wrapped = super.wrap(address, bytes);
        return kernelsReachMemory ? new Reached(wrapped) : wrapped;
    }

    /** Buffers are not where the device that is behind this one has its own. */
    @Override
    public boolean reaches(DriverDevice peer) {
        return false;
    }

    @Override
    public KernelCode prepare(JavaKernel kernel) {
        return new KernelCode() {};
    }

    @Override
    public SequenceCode prepare(List<Command> commands) {
        return commands.stream().anyMatch(Command.Launch.class::isInstance)
                ? new SequenceCode() {}
                : super.prepare(commands);
    }

    private static final class Reached extends ForwardingMemory {

        Reached(DeviceMemory memory) {
            super(memory);
        }

        @Override
        public boolean hostAccessible() {
            return true;
        }
    }
}
