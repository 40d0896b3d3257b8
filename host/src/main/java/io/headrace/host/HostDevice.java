package io.headrace.host;

import io.headrace.config.Knob;
import io.headrace.config.Settings;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.kernel.JavaKernel;
import io.headrace.spi.Command;
import io.headrace.spi.DeviceInfo;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.EngineInfo;
import io.headrace.spi.ForeignMemory;
import io.headrace.spi.KernelCode;
import io.headrace.spi.QueueLimits;
import io.headrace.spi.QueuePriority;
import io.headrace.spi.SequenceCode;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** This machine's CPU as a device: queues with a thread each, helpers shared by them, memory of the process. */
final class HostDevice implements DriverDevice {

    static final int MAX_QUEUES = 128;
    static final int MAX_QUEUE_SIZE = 65_536;
    static final int MIN_QUEUE_SIZE = 2;

    private static final QueueLimits LIMITS = new QueueLimits("host:0", MIN_QUEUE_SIZE, MAX_QUEUE_SIZE);

    private static final List<EngineInfo> ENGINES =
            List.of(new EngineInfo(0, EngineInfo.Kind.HOST_LINK), new EngineInfo(1, EngineInfo.Kind.HOST_LINK));

    private final DeviceInfo info;
    private final MemoryBudget budget;
    private final Workers workers;
    private final long stagingBytes;
    private final long callerSpinNanos;

    HostDevice(Settings settings) {
        int processors = MachineFacts.processors();
        budget = new MemoryBudget(MachineFacts.memoryBytes());
        info = new DeviceInfo(
                MachineFacts.processorName(), budget.limit(), MAX_QUEUES, MAX_QUEUE_SIZE, processors, true, ENGINES);
        workers = new Workers(processors);
        stagingBytes = settings.number(Knob.MAX_ASYNC_COPY_BYTES);
        callerSpinNanos = TimeUnit.MICROSECONDS.toNanos(settings.number(Knob.STREAM_BUSYWAIT));
    }

    @Override
    public DeviceInfo info() {
        return info;
    }

    @Override
    public boolean tellsTimes() {
        return false;
    }

    @Override
    public DriverQueue createQueue(int index, int size) {
        return createQueue(index, size, QueuePriority.NORMAL);
    }

    @Override
    public DriverQueue createQueue(int index, int size, QueuePriority priority) {
        return create("queue", index, MAX_QUEUES, size, priority);
    }

    @Override
    public DriverQueue createEngineQueue(int engine, int size) {
        return create("engine", engine, ENGINES.size(), size, QueuePriority.NORMAL);
    }

    private DriverQueue create(String kind, int index, int limit, int size, QueuePriority priority) {
        LIMITS.check(kind, index, limit, size);
        String name = "headrace-host-" + kind + "-" + index;
        try {
            CommandRunner commands = new CommandRunner(workers, stagingBytes);
            HostQueue queue = new HostQueue(name, new PacketRing(size), commands, callerSpinNanos, priority);
            queue.start(workers);
            return queue;
        } catch (OutOfMemoryError e) {
            throw new ResourcesExhaustedException(
                    "the process has no memory or no thread for name=" + name + " size=" + size, e);
        }
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        return new HostMemory(budget, bytes);
    }

    @Override
    public DeviceMemory allocatePinned(long bytes) {
        return allocate(bytes);
    }

    @Override
    public DeviceMemory pin(long address, long bytes) {
        return new ForeignMemory(address, bytes, true);
    }

    @Override
    public DeviceMemory wrap(long address, long bytes) {
        return new ForeignMemory(address, bytes, true);
    }

    @Override
    public KernelCode prepare(JavaKernel kernel) {
        return HostKernel.of(kernel);
    }

    @Override
    public SequenceCode prepare(List<Command> commands) {
        return new PacketBlock(commands);
    }

    /** How many bytes of buffers are allocated and not freed. */
    long allocatedBytes() {
        return budget.allocated();
    }

    @Override
    public void close() {
        workers.close();
    }
}
