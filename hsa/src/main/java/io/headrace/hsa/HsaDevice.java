package io.headrace.hsa;

import io.headrace.config.Settings;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Source;
import io.headrace.signal.DeviceClock;
import io.headrace.signal.SignalMemory;
import io.headrace.spi.Chores;
import io.headrace.spi.DeviceInfo;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.EngineInfo;
import io.headrace.spi.ForeignMemory;
import io.headrace.spi.KernelCode;
import io.headrace.spi.NativeProgram;
import io.headrace.spi.QueuePriority;
import io.headrace.spi.RingDevice;
import io.headrace.spi.RingQueue;
import java.util.ArrayList;
import java.util.List;

/** A GPU: HSA queues, its own memory, and programs. Safe for use from any thread. */
final class HsaDevice extends RingDevice {

    private static final int INFO_QUEUES_MAX = 12;
    private static final int INFO_QUEUE_MIN_SIZE = 13;
    private static final int INFO_QUEUE_MAX_SIZE = 14;
    private static final int INFO_COMPUTE_UNITS = 0xA002;
    private static final int INFO_ENGINES = 0xA10A;
    private static final int INFO_PEER_ENGINES = 0xA10B;
    private static final int POOL_ACCESS = 0;
    private static final int NEVER_ALLOWED = 0;
    private static final int USUAL_QUEUES = 128;
    private static final int USUAL_QUEUE_SIZE = 65_536;

    /** One for each direction of the host's link, as all GPUs with a driver for processors have them. */
    private static final int USUAL_ENGINES = 2;

    /** Packets in the HSA queue for each of ours: a copy between two kernels needs a barrier. */
    private static final int RING_FACTOR = 2;

    /** Memory for arguments for each packet, and in all. */
    private static final long ARGUMENTS_BYTES = 256;

    private static final long LEAST_ARGUMENTS_BYTES = 64 << 10;

    private static final Chores CHORES = new Chores("hsa");

    private final HsaContext context;
    private final DeviceInfo info;
    private final SignalPool signals;
    private final HostRanges reachable = new HostRanges();
    private final PinnedHeap pinned;
    private final PinnedHeap arguments;
    private final HostPins pins;
    private final Zeroing zeroing;
    private final HsaHeap heap;
    private final DeviceTimes times;
    private final ProgramLoader programs;
    private final int leastRing;
    private final int mostRing;

    /** Takes the context over. */
    HsaDevice(HsaContext context, Settings settings) {
        super("hsa", context.ordinal(), context.loss(), settings);
        this.context = context;
        HsaApi api = context.api();
        HsaAgent agent = context.agent();
        HsaAgent host = context.library().host();
        HsaPool pool = agent.pool(HsaPool::isCoarseGrained).orElseThrow();
        leastRing = agent.number(api, INFO_QUEUE_MIN_SIZE, 1);
        mostRing = agent.number(api, INFO_QUEUE_MAX_SIZE, USUAL_QUEUE_SIZE);
        info = new DeviceInfo(
                agent.name(),
                pool.bytes(),
                Math.clamp(agent.number(api, INFO_QUEUES_MAX, USUAL_QUEUES), 1, USUAL_QUEUES),
                Math.min(USUAL_QUEUE_SIZE, Integer.highestOneBit(mostRing)),
                Math.max(1, agent.number(api, INFO_COMPUTE_UNITS, 1)),
                false,
                engines(),
                ProgramLoader.KINDS);
        signals = new SignalPool(context);
        AgentList own = new AgentList(List.of(agent));
        AgentList all = new AgentList(context.library().gpus());
        pinned = new PinnedHeap(context, host.pool(HsaPool::isFineGrained).orElseThrow(), all, reachable, CHORES);
        arguments = new PinnedHeap(context, host.pool(HsaPool::isForArguments).orElseThrow(), all, reachable, CHORES);
        pins = new HostPins(context, own, reachable);
        zeroing = new Zeroing(context, signals, pinned);
        heap = new HsaHeap(context, pool, CHORES, zeroing, new AgentList(reachedBy(pool)));
        times = new DeviceTimes(context);
        programs = new ProgramLoader(context);
    }

    private List<EngineInfo> engines() {
        HsaAgent agent = context.agent();
        int forHost = Math.max(1, agent.number(context.api(), INFO_ENGINES, USUAL_ENGINES));
        int forPeers = context.library().gpus().size() > 1
                ? Math.max(1, agent.number(context.api(), INFO_PEER_ENGINES, 1))
                : 0;
        List<EngineInfo> engines = new ArrayList<>();
        for (int i = 0; i < forHost + forPeers; i++) {
            engines.add(new EngineInfo(i, i < forHost ? EngineInfo.Kind.HOST_LINK : EngineInfo.Kind.PEER_LINK));
        }
        return engines;
    }

    /** The GPUs that may use this one's memory, itself first. */
    private List<HsaAgent> reachedBy(HsaPool pool) {
        List<HsaAgent> agents = new ArrayList<>();
        agents.add(context.agent());
        for (HsaAgent gpu : context.library().gpus()) {
            if (gpu.handle() != context.agent().handle() && reaches(gpu, pool)) {
                agents.add(gpu);
            }
        }
        return agents;
    }

    private boolean reaches(HsaAgent gpu, HsaPool pool) {
        long access = context.result(
                "hsa_amd_agent_memory_pool_get_info",
                out -> context.api().agentMemoryPoolGetInfo(gpu.handle(), pool.handle(), POOL_ACCESS, out));
        return (int) access != NEVER_ALLOWED;
    }

    static String noJavaKernels(String device) {
        return "device=" + device
                + " runs no Java kernels; compile a Source (an HSA code object) by device.compile and launch its kernel,"
                + " or use the device host:0";
    }

    @Override
    public DeviceInfo info() {
        return info;
    }

    @Override
    protected RingQueue makeQueue(String name, int size, QueuePriority priority, int engine) {
        DeviceMemory memory = arguments.allocate(Math.max(LEAST_ARGUMENTS_BYTES, size * ARGUMENTS_BYTES));
        HsaQueue queue;
        try {
            queue = new HsaQueue(
                    name,
                    this,
                    new HostRing(memory),
                    size,
                    Math.clamp((long) size * RING_FACTOR, leastRing, mostRing),
                    priority,
                    engine,
                    callerSpinMicros());
        } catch (Throwable e) {
            memory.free();
            throw e;
        }
        if (engine == NO_ENGINE) {
            try {
                queue.submitter().ring();
            } catch (Throwable e) {
                queue.abandon();
                throw e;
            }
        }
        return queue;
    }

    @Override
    public boolean reaches(DriverDevice peer) {
        return peer instanceof HsaDevice other && other.reaches(context.agent(), other.heap.pool());
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        return heap.allocate(bytes);
    }

    @Override
    public DeviceMemory allocatePinned(long bytes) {
        return pinned.allocate(bytes);
    }

    @Override
    public DeviceMemory pin(long address, long bytes) {
        return pins.pin(address, bytes);
    }

    @Override
    public DeviceMemory wrap(long address, long bytes) {
        return new ForeignMemory(address, bytes, false);
    }

    @Override
    public long kernelAddress(long address, long bytes) {
        return pins.reach(address, bytes);
    }

    @Override
    public KernelCode prepare(JavaKernel kernel) {
        throw new UnsupportedFeatureException(noJavaKernels(context.id()));
    }

    @Override
    public NativeProgram compile(List<Source> sources) {
        context.loss().throwIfLost();
        return programs.load(sources);
    }

    @Override
    public SignalMemory signalMemory() {
        return context.library().signals();
    }

    @Override
    public DeviceClock clock() {
        return times.clock();
    }

    HsaContext context() {
        return context;
    }

    SignalPool signals() {
        return signals;
    }

    HsaHeap heap() {
        return heap;
    }

    PinnedHeap pinned() {
        return pinned;
    }

    HostPins pins() {
        return pins;
    }

    DeviceTimes times() {
        return times;
    }

    Chores chores() {
        return CHORES;
    }

    /** How many bytes of buffers are allocated and not freed. */
    long allocatedBytes() {
        return heap.allocatedBytes();
    }

    @Override
    public void close() {
        // Behind the chores of the queues, which were closed before.
        CHORES.add(() -> {
            zeroing.close();
            signals.close();
        });
        context.close();
    }
}
