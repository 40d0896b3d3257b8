package io.headrace.tck.fault;

import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Source;
import io.headrace.spi.Command;
import io.headrace.spi.DeviceInfo;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.KernelCode;
import io.headrace.spi.NativeProgram;
import io.headrace.spi.QueuePriority;
import io.headrace.spi.SequenceCode;
import io.headrace.tck.forward.ForwardingDevice;
import io.headrace.tck.forward.ForwardingMemory;
import java.util.List;

/** A device with {@link Faults} in front of it. */
final class FaultyDevice extends ForwardingDevice {

    private final Faults faults;
    private final DeviceInfo info;

    FaultyDevice(DriverDevice device, Faults faults) {
        super(device);
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
        return new FaultyQueue(super.createQueue(index, size), faults);
    }

    @Override
    public DriverQueue createQueue(int index, int size, QueuePriority priority) {
        faults.pass(Point.QUEUE_CREATION);
        return new FaultyQueue(super.createQueue(index, size, priority), faults);
    }

    @Override
    public DriverQueue createEngineQueue(int engine, int size) {
        faults.pass(Point.ENGINE_QUEUE_CREATION);
        return new FaultyQueue(super.createEngineQueue(engine, size), faults);
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        faults.pass(Point.ALLOCATION);
        return new CountedMemory(super.allocate(bytes), faults);
    }

    @Override
    public DeviceMemory allocatePinned(long bytes) {
        faults.pass(Point.ALLOCATION);
        return new CountedMemory(super.allocatePinned(bytes), faults);
    }

    @Override
    public DeviceMemory pin(long address, long bytes) {
        faults.pass(Point.PIN);
        return new CountedMemory(super.pin(address, bytes), faults);
    }

    @Override
    public DeviceMemory wrap(long address, long bytes) {
        faults.pass(Point.WRAP);
        return new CountedMemory(super.wrap(address, bytes), faults);
    }

    @Override
    public KernelCode prepare(JavaKernel kernel) {
        faults.pass(Point.PREPARATION);
        return super.prepare(kernel);
    }

    @Override
    public SequenceCode prepare(List<Command> commands) {
        faults.pass(Point.SEQUENCE_PREPARATION);
        return super.prepare(commands);
    }

    @Override
    public NativeProgram compile(List<Source> sources) {
        faults.pass(Point.PREPARATION);
        return super.compile(sources);
    }

    @Override
    public void close() {
        faults.devices(-1);
        super.close();
    }

    private static final class CountedMemory extends ForwardingMemory {

        private final Faults faults;

        CountedMemory(DeviceMemory memory, Faults faults) {
            super(memory);
            this.faults = faults;
            faults.memory(1);
        }

        @Override
        public void free() {
            faults.memory(-1);
            super.free();
        }
    }
}
