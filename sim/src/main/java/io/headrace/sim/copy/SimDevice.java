package io.headrace.sim.copy;

import io.headrace.config.TimeSource;
import io.headrace.copy.CopyRouter;
import io.headrace.kernel.JavaKernel;
import io.headrace.spi.DeviceInfo;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.EngineInfo;
import io.headrace.spi.KernelCode;
import io.headrace.spi.QueuePriority;
import io.headrace.topology.EngineClass;
import io.headrace.topology.Engines;
import io.headrace.topology.Node;
import java.util.List;
import java.util.stream.IntStream;

/** A GPU that exists only in virtual time. */
final class SimDevice implements DriverDevice {

    private static final long MEMORY_BYTES = 1L << 36;
    private static final int MOST_QUEUES = 128;
    private static final int MOST_PACKETS = 65_536;

    /** Nothing is to be made ready: kernels run as they are. */
    private static final KernelCode KERNEL = new KernelCode() {};

    private final Node node;
    private final SimClock clock;
    private final SimMachine machine;
    private final Processors processors;

    SimDevice(Node node, SimClock clock, SimMachine machine) {
        this.node = node;
        this.clock = clock;
        this.machine = machine;
        this.processors = machine.newProcessors();
    }

    @Override
    public DeviceInfo info() {
        return new DeviceInfo(
                "simulated node " + node.id(),
                MEMORY_BYTES,
                MOST_QUEUES,
                MOST_PACKETS,
                1,
                true,
                node.engines().map(SimDevice::infos).orElse(List.of()));
    }

    private static List<EngineInfo> infos(Engines engines) {
        return IntStream.range(0, engines.count())
                .mapToObj(id -> new EngineInfo(
                        id,
                        engines.classOf(id) == EngineClass.PCIE
                                ? EngineInfo.Kind.HOST_LINK
                                : EngineInfo.Kind.PEER_LINK))
                .toList();
    }

    @Override
    public DriverQueue createQueue(int index, int size) {
        return createQueue(index, size, QueuePriority.NORMAL);
    }

    @Override
    public DriverQueue createQueue(int index, int size, QueuePriority priority) {
        return queue(SimPlace.NO_ENGINE, size, priority);
    }

    @Override
    public DriverQueue createEngineQueue(int engine, int size) {
        return queue(engine, size, QueuePriority.NORMAL);
    }

    private DriverQueue queue(int engine, int size, QueuePriority priority) {
        return new SimQueue(new SimPlace(clock, machine, node.id(), processors, engine, priority), size);
    }

    @Override
    public boolean reaches(DriverDevice peer) {
        return peer instanceof SimDevice other
                && other.machine == machine
                && machine.isLinked(node.id(), other.node.id());
    }

    @Override
    public List<Integer> enginesTo(DriverDevice peer) {
        return peer instanceof SimDevice other ? machine.enginesTo(node.id(), other.node.id()) : List.of();
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        return SimMemory.allocate(node.id(), bytes);
    }

    @Override
    public DeviceMemory allocatePinned(long bytes) {
        return SimMemory.allocate(CopyRouter.HOST, bytes);
    }

    @Override
    public DeviceMemory pin(long address, long bytes) {
        return new SimMemory(CopyRouter.HOST, address, bytes, null);
    }

    @Override
    public DeviceMemory wrap(long address, long bytes) {
        return new SimMemory(node.id(), address, bytes, null);
    }

    @Override
    public KernelCode prepare(JavaKernel kernel) {
        return KERNEL;
    }

    @Override
    public long kernelAddress(long address, long bytes) {
        return address;
    }

    @Override
    public TimeSource time() {
        return clock.source();
    }

    @Override
    public void close() {
        clock.closeDevice();
    }
}
