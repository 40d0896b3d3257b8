package io.headrace.opencl;

import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.LaunchOptions;
import io.headrace.kernel.Range;
import io.headrace.spi.KernelArguments;
import io.headrace.spi.NativeKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A kernel of an OpenCL program. Arguments are set in OpenCL's kernel object before each launch, which two threads must not do at the
 * same time: so each queue has an object of its own. Safe for use from any thread.
 */
final class ClKernel implements NativeKernel {

    private static final int CL_KERNEL_NUM_ARGS = 0x1191;
    private static final int CL_KERNEL_ARG_ADDRESS_QUALIFIER = 0x1196;
    private static final int CL_KERNEL_ARG_TYPE_NAME = 0x1198;
    private static final int CL_KERNEL_WORK_GROUP_SIZE = 0x11B0;
    private static final int CL_KERNEL_COMPILE_WORK_GROUP_SIZE = 0x11B1;
    private static final int CL_KERNEL_LOCAL_MEM_SIZE = 0x11B2;
    private static final int CL_DEVICE_LOCAL_MEM_SIZE = 0x1023;
    private static final int CL_DEVICE_MEM_BASE_ADDR_ALIGN = 0x1019;
    private static final int DIMENSIONS = 3;

    /** Where the object is that no queue has taken. */
    private static final int FIRST_SLOT = -1;

    private static final int USUAL_GROUP = 256;
    private static final int USUAL_WIDTH = 32;

    private final ClContext context;
    private final ClApi api;
    private final long program;
    private final String name;

    /** Those that arguments are given for, in their order; {@code null} if the program does not describe them. */
    private final @Nullable List<Parameter> parameters;

    private final @Nullable List<Integer> sizes;

    /** The parameter that is each group's own memory; {@code null} if there is none. */
    private final @Nullable Parameter local;

    private final int parameterCount;
    private final int maxGroupItems;

    /** The groups that the kernel was compiled for; of no items: any. */
    private final int[] onlyGroup = new int[DIMENSIONS];

    private final long groupMemory;
    private final long alignment;

    /** One for each queue, by its slot. */
    private final ConcurrentHashMap<Integer, Long> handles = new ConcurrentHashMap<>();

    /**
     * A kernel.
     *
     * @param handle OpenCL's object, owned by this from now on
     * @throws UnsupportedFeatureException if it has parameters that no argument can be given for
     */
    ClKernel(ClContext context, long program, String name, long handle) {
        this.context = context;
        this.api = context.api();
        this.program = program;
        this.name = name;
        handles.put(FIRST_SLOT, handle);
        parameterCount = (int)
                ClInfo.number((bytes, out, size) -> api.getKernelInfo(handle, CL_KERNEL_NUM_ARGS, bytes, out, size));
        List<Parameter> all = describe(handle);
        parameters = all == null
                ? null
                : all.stream()
                        .filter(parameter -> parameter.kind() != Parameter.Kind.LOCAL)
                        .toList();
        sizes = parameters == null
                ? null
                : parameters.stream().map(Parameter::bytes).toList();
        local = all == null ? null : local(all);
        maxGroupItems = (int) Math.max(1, Math.min(workGroup(handle, CL_KERNEL_WORK_GROUP_SIZE, 0), Integer.MAX_VALUE));
        for (int i = 0; i < DIMENSIONS; i++) {
            onlyGroup[i] = (int) workGroup(handle, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, i);
        }
        groupMemory =
                Math.max(0, context.number(CL_DEVICE_LOCAL_MEM_SIZE) - workGroup(handle, CL_KERNEL_LOCAL_MEM_SIZE, 0));
        alignment = Math.max(1, context.number(CL_DEVICE_MEM_BASE_ADDR_ALIGN) / Byte.SIZE);
    }

    private @Nullable List<Parameter> describe(long handle) {
        List<Parameter> all = new ArrayList<>();
        for (int i = 0; i < parameterCount; i++) {
            int index = i;
            String type = ClInfo.text((bytes, out, size) ->
                    api.getKernelArgInfo(handle, index, CL_KERNEL_ARG_TYPE_NAME, bytes, out, size));
            if (type.isEmpty()) {
                return null;
            }
            int space = (int) ClInfo.number((bytes, out, size) ->
                    api.getKernelArgInfo(handle, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER, bytes, out, size));
            Parameter parameter = Parameter.of(i, space, type);
            if (parameter.kind() == Parameter.Kind.OTHER) {
                throw new UnsupportedFeatureException("a kernel can be given buffers and values only: kernel=" + name
                        + " index=" + i + " parameter=" + parameter.text() + " device=" + context.id());
            }
            all.add(parameter);
        }
        return all;
    }

    private @Nullable Parameter local(List<Parameter> all) {
        List<Parameter> locals = all.stream()
                .filter(parameter -> parameter.kind() == Parameter.Kind.LOCAL)
                .toList();
        if (locals.size() > 1) {
            throw new UnsupportedFeatureException(
                    "a kernel can have one parameter in local memory, which gets what LaunchOptions.withSharedMemory"
                            + " says; divide it in the kernel: kernel=" + name + " parameters="
                            + locals.stream().map(Parameter::text).toList() + " device=" + context.id());
        }
        return locals.isEmpty() ? null : locals.getFirst();
    }

    private long workGroup(long handle, int what, int index) {
        return ClInfo.number(
                (bytes, out, size) ->
                        api.getKernelWorkGroupInfo(handle, context.device().handle(), what, bytes, out, size),
                index);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public @Nullable List<Integer> parameterSizes() {
        return sizes;
    }

    @Override
    public int maxGroupItems() {
        return maxGroupItems;
    }

    /** What an argument is for; {@code null} if that is not known. */
    @Nullable
    Parameter parameter(int argument) {
        return parameters == null ? null : parameters.get(argument);
    }

    /** The parameter that is each group's own memory; {@code null} if there is none. */
    @Nullable
    Parameter local() {
        return local;
    }

    /** OpenCL's object for a queue. For the queue's thread. */
    long handle(int slot) {
        Long known = handles.get(slot);
        if (known != null) {
            return known;
        }
        // The first one that there is goes to whoever comes first.
        Long first = handles.remove(FIRST_SLOT);
        long handle = first != null ? first : ClProgram.create(context, program, name);
        handles.put(slot, handle);
        return handle;
    }

    /** Items of a group in the first dimension where nobody says. */
    int groupX(Range range) {
        if (onlyGroup[0] > 0) {
            return onlyGroup[0];
        }
        return fitting(range.x(), range.dimensions() == 1 ? usual() : Math.min(USUAL_WIDTH, usual()));
    }

    /** Items of a group in the second dimension where nobody says. */
    int groupY(Range range) {
        if (onlyGroup[0] > 0) {
            return Math.max(1, onlyGroup[1]);
        }
        return range.dimensions() == 1 ? 1 : fitting(range.y(), Math.max(1, usual() / USUAL_WIDTH));
    }

    /** Items of a group in the third dimension where nobody says. */
    int groupZ() {
        return Math.max(1, onlyGroup[2]);
    }

    private int usual() {
        return Math.min(USUAL_GROUP, Integer.highestOneBit(maxGroupItems));
    }

    /** The least power of two that is enough, up to a limit: few sizes, since some devices compile a kernel for each. */
    private static int fitting(long items, int limit) {
        return items >= limit ? limit : Integer.highestOneBit(2 * (int) items - 1);
    }

    @Override
    public void check(Range range, @Nullable GroupedRange groups, LaunchOptions options) {
        long x = groups == null ? groupX(range) : groups.x();
        long y = groups == null ? groupY(range) : groups.y();
        long z = groups == null ? groupZ() : groups.z();
        if (onlyGroup[0] > 0 && (x != onlyGroup[0] || y != onlyGroup[1] || z != onlyGroup[2])) {
            throw new IllegalArgumentException("the kernel was compiled for other groups: kernel=" + name + " group="
                    + x + "x" + y + "x" + z + " wanted=" + onlyGroup[0] + "x" + onlyGroup[1] + "x" + onlyGroup[2]);
        }
        if (options.cooperative() || options.hasClusters()) {
            throw new UnsupportedFeatureException(
                    "OpenCL has no cooperative launches and no clusters of groups: kernel=" + name + " device="
                            + context.id());
        }
        int bytes = options.sharedMemoryBytes();
        if (local != null && bytes == 0) {
            throw new IllegalArgumentException("the kernel's groups need memory of their own: kernel=" + name
                    + " parameter=" + local.text() + "; say how much by LaunchOptions.withSharedMemory");
        }
        if (local != null && bytes > groupMemory) {
            throw new IllegalArgumentException("a group of this kernel cannot have so much memory: kernel=" + name
                    + " sharedMemoryBytes=" + bytes + " limit=" + groupMemory + " device=" + context.id());
        }
    }

    /**
     * Checks that each buffer can be given to the kernel. For any thread.
     *
     * @throws UnsupportedFeatureException if one cannot
     */
    void checkArguments(KernelArguments arguments, MemoryTable table) {
        for (int i = 0; i < arguments.count(); i++) {
            if (isBuffer(arguments, i)) {
                long address = arguments.value(i);
                ClMemory block = table.block(arguments.memory(i), address);
                if (block == null && address != 0) {
                    throw new UnsupportedFeatureException(
                            "a kernel of an OpenCL device reaches buffers of that device only: kernel=" + name
                                    + " index=" + i + " device=" + context.id()
                                    + "; give a Buffer or a view, and copy host memory to one");
                }
                if (block != null && (address - block.address()) % alignment != 0) {
                    throw new UnsupportedFeatureException(
                            "a view that a kernel of this device is given begins at a multiple of alignment="
                                    + alignment
                                    + " bytes in its buffer: kernel=" + name + " index=" + i + " offset="
                                    + (address - block.address()) + " device=" + context.id()
                                    + "; give the whole buffer and where to begin");
                }
            }
        }
    }

    /** Whether an argument is memory of the device. */
    boolean isBuffer(KernelArguments arguments, int argument) {
        return parameters == null
                ? arguments.memory(argument) != null
                : parameters.get(argument).kind() == Parameter.Kind.BUFFER;
    }

    /** The program is closed: no launch is in flight. */
    void close() {
        handles.values().forEach(api::releaseKernel);
        handles.clear();
    }
}
