package io.headrace.cuda;

import io.headrace.config.Knob;
import io.headrace.config.Settings;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Source;
import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.DeviceInfo;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.EngineInfo;
import io.headrace.spi.ForeignMemory;
import io.headrace.spi.KernelCode;
import io.headrace.spi.NativeProgram;
import io.headrace.spi.NativeText;
import io.headrace.spi.QueuePriority;
import io.headrace.spi.RingDevice;
import io.headrace.spi.RingQueue;
import io.headrace.spi.SequenceCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A GPU: queues that are CUDA streams, its own memory, and programs. Safe for use from any thread. */
final class CudaDevice extends RingDevice {

    private static final int MAX_QUEUES = 128;
    private static final int MAX_QUEUE_SIZE = 65_536;

    private static final int CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11;
    private static final int CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16;

    private static final int NAME_BYTES = 256;

    private final CudaContext context;
    private final DeviceInfo info;
    private final DeviceHeap heap;
    private final HostRanges reachable = new HostRanges();
    private final HostPins pins;
    private final ProgramCompiler compiler;
    private final GraphMaker graphs;
    private final DeviceTimes times;
    private final long maxPitch;
    private final int lowPriority;
    private final int highPriority;

    CudaDevice(CudaContext context, Settings settings, String nvrtc) {
        super("cuda", context.ordinal(), context.loss(), settings);
        this.context = context;
        context.loss().throwIfLost();
        context.enter();
        CudaApi api = context.api();
        long total = context.result("cuDeviceTotalMem", at -> api.deviceTotalMem(at, context.device()));
        List<EngineInfo> engines = new ArrayList<>();
        engines.add(new EngineInfo(0, EngineInfo.Kind.HOST_LINK));
        engines.add(new EngineInfo(1, EngineInfo.Kind.HOST_LINK));
        if (context.library().deviceCount() > 1) {
            engines.add(new EngineInfo(2, EngineInfo.Kind.PEER_LINK));
            engines.add(new EngineInfo(3, EngineInfo.Kind.PEER_LINK));
        }
        info = new DeviceInfo(
                deviceName(context),
                total,
                MAX_QUEUES,
                MAX_QUEUE_SIZE,
                context.attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
                false,
                engines,
                Set.of(Source.Kind.CUDA_C, Source.Kind.PTX, Source.Kind.CUBIN));
        maxPitch = context.attribute(CU_DEVICE_ATTRIBUTE_MAX_PITCH);
        long range = priorities(context);
        lowPriority = (int) range;
        highPriority = (int) (range >>> Integer.SIZE);
        heap = new DeviceHeap(context, total);
        pins = new HostPins(context, reachable);
        times = new DeviceTimes(context);
        graphs = new GraphMaker(context, heap, pins, maxPitch);
        compiler = new ProgramCompiler(context, nvrtc, settings.flag(Knob.PROGRAM_CACHE));
    }

    private static String deviceName(CudaContext context) {
        NativeMemory text = NativeMemory.allocate(NAME_BYTES, Long.BYTES);
        try {
            context.check("cuDeviceGetName", context.api().deviceGetName(text.address(), NAME_BYTES, context.device()));
            return NativeText.at(text.address());
        } finally {
            text.free();
        }
    }

    /** The lowest priority in the low half, the highest in the other. CUDA counts downwards. */
    private static long priorities(CudaContext context) {
        NativeMemory out = NativeMemory.allocate(Long.BYTES, Long.BYTES);
        try {
            int code = context.api().ctxGetStreamPriorityRange(out.address(), out.address() + Integer.BYTES);
            return code == CudaErrors.SUCCESS ? Words.getLongPlain(out.address()) : 0;
        } finally {
            out.free();
        }
    }

    private int priority(QueuePriority priority) {
        return switch (priority) {
            case LOW -> lowPriority;
            case NORMAL -> (lowPriority + highPriority) / 2;
            case HIGH -> highPriority;
        };
    }

    static String noJavaKernels(String device) {
        return "device=" + device
                + " runs no Java kernels; compile a Source (CUDA C++, PTX or cubin) by device.compile and launch"
                + " its kernel, or use the device host:0";
    }

    @Override
    public DeviceInfo info() {
        return info;
    }

    @Override
    protected RingQueue makeQueue(String name, int size, QueuePriority priority, int engine) {
        context.enter();
        QueueStream stream = new QueueStream(context, priority(priority));
        try {
            Submitter submitter = new Submitter(context, heap, pins, stream, maxPitch);
            CudaQueue queue = new CudaQueue(name, context, stream, submitter, times, size, callerSpinMicros());
            queue.stage(heap, pieceBytes(), maxPitch);
            return queue;
        } catch (Throwable e) {
            stream.close();
            throw e;
        }
    }

    @Override
    public boolean reaches(DriverDevice peer) {
        return peer instanceof CudaDevice other && context.reaches(other.context);
    }

    @Override
    public DeviceMemory allocate(long bytes) {
        return heap.allocate(bytes);
    }

    @Override
    public DeviceMemory allocatePinned(long bytes) {
        return PinnedHeap.allocate(context, reachable, bytes);
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
        if (!reachable.covers(address, bytes)) {
            pins.pinForGood(address, bytes);
        }
        return address;
    }

    @Override
    public KernelCode prepare(JavaKernel kernel) {
        throw new UnsupportedFeatureException(noJavaKernels(context.id()));
    }

    @Override
    public SequenceCode prepare(List<Command> commands) {
        return graphs.prepare(commands);
    }

    @Override
    public NativeProgram compile(List<Source> sources) {
        context.loss().throwIfLost();
        return compiler.compile(sources);
    }

    /** How many bytes of buffers are allocated and not freed. */
    long allocatedBytes() {
        return heap.allocatedBytes();
    }

    @Override
    public void close() {
        graphs.close();
        times.close();
        pins.close();
        heap.close();
        context.deviceClosed();
    }
}
