package io.headrace.opencl;

import io.headrace.config.Settings;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Source;
import io.headrace.spi.DeviceInfo;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.EngineInfo;
import io.headrace.spi.ForeignMemory;
import io.headrace.spi.KernelCode;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.NativeProgram;
import io.headrace.spi.QueuePriority;
import io.headrace.spi.RingDevice;
import io.headrace.spi.RingQueue;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** An OpenCL device: queues that are in-order command queues, its own memory, and programs. Safe for use from any thread. */
final class ClDevice extends RingDevice {

    private static final int MAX_QUEUES = 128;
    private static final int MAX_QUEUE_SIZE = 65_536;

    private static final int CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002;
    private static final int CL_DEVICE_GLOBAL_MEM_SIZE = 0x101F;
    private static final int CL_QUEUE_PROPERTIES = 0x1093;
    private static final int CL_QUEUE_PRIORITY_KHR = 0x1096;
    private static final long CL_QUEUE_PROFILING_ENABLE = 2;
    private static final String PRIORITIES = "cl_khr_priority_hints";

    private final ClContext context;
    private final ClApi api;
    private final DeviceInfo info;
    private final MemoryTable table;
    private final ClHeap heap;
    private final PinnedHeap pinned;
    private final ProgramCompiler compiler;
    private final DeviceTimes times;

    /** Numbers that tell queues apart; those of queues that have ended are given again. */
    private final AtomicInteger slots = new AtomicInteger();

    private final ConcurrentLinkedQueue<Integer> freeSlots = new ConcurrentLinkedQueue<>();

    /** Takes the context over. */
    ClDevice(ClContext context, Settings settings) {
        super("opencl", context.device().ordinal(), context.loss(), settings);
        this.context = context;
        this.api = context.api();
        compiler = new ProgramCompiler(context);
        info = new DeviceInfo(
                context.device().name(),
                context.number(CL_DEVICE_GLOBAL_MEM_SIZE),
                MAX_QUEUES,
                MAX_QUEUE_SIZE,
                (int) Math.max(1, context.number(CL_DEVICE_MAX_COMPUTE_UNITS)),
                false,
                // One command queue for each direction: a device with two engines for its link uses both then, and on
                // each device
                // copies need not be behind others' kernels.
                List.of(new EngineInfo(0, EngineInfo.Kind.HOST_LINK), new EngineInfo(1, EngineInfo.Kind.HOST_LINK)),
                compiler.kinds());
        table = new MemoryTable(context.id());
        heap = new ClHeap(context, table);
        pinned = new PinnedHeap(context, table);
        times = new DeviceTimes(context);
    }

    static String noJavaKernels(String device) {
        return "device=" + device
                + " runs no Java kernels; compile a Source (OpenCL C, or SPIR-V where the device takes it) by"
                + " device.compile and launch its kernel, or use the device host:0";
    }

    @Override
    public DeviceInfo info() {
        return info;
    }

    @Override
    protected RingQueue makeQueue(String name, int size, QueuePriority priority, int engine) {
        long handle = commandQueue(priority, false);
        int slot = takeSlot();
        try {
            ClCommands commands = new ClCommands(this, handle, priority, slot, pieceBytes());
            return new ClQueue(name, context, commands, times, size, callerSpinMicros());
        } catch (Throwable e) {
            giveBackSlot(slot);
            api.releaseCommandQueue(handle);
            throw e;
        }
    }

    /**
     * Makes an in-order command queue.
     *
     * @param timed whether the times of its commands can be asked for, which makes each of them cost more
     */
    long commandQueue(QueuePriority priority, boolean timed) {
        long device = context.device().handle();
        long kind = timed ? CL_QUEUE_PROFILING_ENABLE : 0;
        if (priority == QueuePriority.NORMAL || !api.hasQueueProperties() || !context.hasExtension(PRIORITIES)) {
            return context.make(
                    "clCreateCommandQueue", code -> api.createCommandQueue(context.handle(), device, kind, code));
        }
        try (NativeBlock properties = new NativeBlock(5 * Long.BYTES)) {
            properties.setLong(0, CL_QUEUE_PROPERTIES);
            properties.setLong(Long.BYTES, kind);
            properties.setLong(2 * Long.BYTES, CL_QUEUE_PRIORITY_KHR);
            properties.setLong(3 * Long.BYTES, priority == QueuePriority.HIGH ? 1 : 4);
            return context.make(
                    "clCreateCommandQueueWithProperties",
                    code -> api.createCommandQueueWithProperties(context.handle(), device, properties.address(), code));
        }
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
        context.loss().throwIfLost();
        // OpenCL has no call that pins memory: what the device's driver does to reach it is its own affair, and it is
        // copied
        // without a detour through other memory of ours.
        return new ForeignMemory(address, bytes, true);
    }

    @Override
    public DeviceMemory wrap(long address, long bytes) {
        if (bytes > 0 && table.find(address, bytes) == null) {
            throw new UnsupportedFeatureException(
                    "OpenCL's memory has no addresses, so a device wraps only parts of its own buffers: device="
                            + context.id() + " address=" + address + " bytes=" + bytes);
        }
        return new ForeignMemory(address, bytes, false);
    }

    @Override
    public long kernelAddress(long address, long bytes) {
        throw new UnsupportedFeatureException("kernels of an OpenCL device do not reach host memory or signals: device="
                + context.id() + "; copy it to a buffer, and set signals by the stream");
    }

    @Override
    public KernelCode prepare(JavaKernel kernel) {
        throw new UnsupportedFeatureException(noJavaKernels(context.id()));
    }

    @Override
    public NativeProgram compile(List<Source> sources) {
        context.loss().throwIfLost();
        return compiler.compile(sources);
    }

    /** A number for a queue. */
    int takeSlot() {
        Integer free = freeSlots.poll();
        return free == null ? slots.getAndIncrement() : free;
    }

    /** A queue has ended. */
    void giveBackSlot(int slot) {
        freeSlots.add(slot);
    }

    ClContext context() {
        return context;
    }

    ClHeap heap() {
        return heap;
    }

    PinnedHeap pinned() {
        return pinned;
    }

    MemoryTable table() {
        return table;
    }

    DeviceTimes times() {
        return times;
    }

    /** How many bytes of buffers are allocated and not freed. */
    long allocatedBytes() {
        return heap.allocatedBytes();
    }

    @Override
    public void close() {
        times.close();
        pinned.close();
        heap.close();
        context.close();
    }
}
