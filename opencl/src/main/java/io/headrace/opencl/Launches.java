package io.headrace.opencl;

import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.Range;
import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.KernelArguments;
import java.util.ArrayList;
import java.util.List;

/**
 * Launches of source kernels. What OpenCL is given is written to memory that is there for the life of the queue, and which OpenCL has
 * read when the call returns; a launch of whole buffers allocates nothing. For the queue's thread.
 */
final class Launches {

    private static final int DIMENSIONS = 3;
    private static final long CL_MEM_READ_WRITE = 1;
    private static final int CL_BUFFER_CREATE_TYPE_REGION = 0x1220;
    private static final int USUAL_WORDS = 128;

    /** Items of the range, items of a group, a region's origin and size, an object, a code. */
    private static final long SIZES_BYTES = (2 * DIMENSIONS + 4) * Long.BYTES;

    private static final long GROUP = DIMENSIONS * Long.BYTES;
    private static final long REGION = 2 * GROUP;
    private static final long OBJECT = REGION + 2 * Long.BYTES;
    private static final long CODE = OBJECT + Long.BYTES;

    private final ClCommands commands;
    private final ClContext context;
    private final ClApi api;
    private final MemoryTable table;
    private final NativeMemory sizes = NativeMemory.allocate(SIZES_BYTES, Long.BYTES);

    /** Parts of buffers that are arguments of the launch at hand. */
    private final List<Long> parts = new ArrayList<>();

    private NativeMemory words = NativeMemory.allocate(USUAL_WORDS * Long.BYTES, Long.BYTES);

    Launches(ClCommands commands, MemoryTable table) {
        this.commands = commands;
        this.context = commands.context();
        this.api = context.api();
        this.table = table;
    }

    /** Puts a launch into the command queue. */
    void launch(Command.NativeLaunch launch) {
        try {
            enqueue(launch);
        } finally {
            if (!parts.isEmpty()) {
                parts.forEach(api::releaseMemObject);
                parts.clear();
            }
        }
    }

    private void enqueue(Command.NativeLaunch launch) {
        ClKernel kernel = (ClKernel) launch.kernel();
        long handle = kernel.handle(commands.slot());
        setArguments(kernel, handle, launch.arguments());
        Parameter local = kernel.local();
        if (local != null) {
            set(kernel, handle, local.index(), launch.options().sharedMemoryBytes(), 0);
        }
        Range range = launch.range();
        GroupedRange groups = launch.groups();
        int dimensions = range.dimensions();
        put(0, range.x(), groups == null ? kernel.groupX(range) : groups.x());
        put(1, range.y(), groups == null ? kernel.groupY(range) : groups.y());
        put(2, range.z(), groups == null ? kernel.groupZ() : groups.z());
        long at = sizes.address();
        int code = api.enqueueNDRangeKernel(
                commands.handle(), handle, dimensions, 0, at, at + GROUP, 0, 0, commands.out());
        if (code != ClErrors.SUCCESS) {
            throw context.exception(
                    "launch kernel=" + kernel.name() + " range=" + range + " group=" + Words.getLongPlain(at + GROUP)
                            + "x" + Words.getLongPlain(at + GROUP + Long.BYTES) + "x"
                            + Words.getLongPlain(at + GROUP + 2 * Long.BYTES) + " sharedMemoryBytes="
                            + launch.options().sharedMemoryBytes(),
                    code);
        }
        commands.called("launch", code);
    }

    /** OpenCL 1 runs whole groups only. */
    private void put(int dimension, long items, long group) {
        long at = sizes.address() + (long) dimension * Long.BYTES;
        Words.setLongPlain(at, Math.ceilDiv(items, group) * group);
        Words.setLongPlain(at + GROUP, group);
    }

    private void setArguments(ClKernel kernel, long handle, KernelArguments arguments) {
        int count = arguments.count();
        if (count == 0) {
            return;
        }
        long at = copy(arguments);
        for (int i = 0; i < count; i++) {
            Parameter parameter = kernel.parameter(i);
            int index = parameter == null ? i : parameter.index();
            if (kernel.isBuffer(arguments, i)) {
                setBuffer(kernel, handle, index, arguments, i);
            } else {
                set(kernel, handle, index, arguments.size(i), at + (long) Long.BYTES * arguments.word(i));
            }
        }
    }

    private long copy(KernelArguments arguments) {
        long bytes = (long) Long.BYTES * arguments.word(arguments.count());
        if (bytes > words.bytes()) {
            words.free();
            words = NativeMemory.allocate(bytes, Long.BYTES);
        }
        arguments.copyTo(words.segment());
        return words.address();
    }

    private void setBuffer(ClKernel kernel, long handle, int index, KernelArguments arguments, int argument) {
        long address = arguments.value(argument);
        ClMemory block = table.block(arguments.memory(argument), address);
        long object = sizes.address() + OBJECT;
        if (block == null) {
            Words.setLongPlain(object, 0); // it was checked to be a null pointer
            set(kernel, handle, index, Long.BYTES, object);
        } else if (address == block.address()) {
            Words.setLongPlain(object, block.handle());
            set(kernel, handle, index, Long.BYTES, object);
        } else {
            setPart(kernel, handle, index, block, address - block.address());
        }
    }

    /** The part is an object of its own, which the launch keeps as long as it runs. */
    private void setPart(ClKernel kernel, long handle, int index, ClMemory block, long offset) {
        long at = sizes.address();
        Words.setLongPlain(at + REGION, offset);
        Words.setLongPlain(at + REGION + Long.BYTES, block.bytes() - offset);
        long part = api.createSubBuffer(
                block.handle(), CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, at + REGION, at + CODE);
        context.check("clCreateSubBuffer offset=" + offset, Words.getIntPlain(at + CODE));
        parts.add(part);
        Words.setLongPlain(at + OBJECT, part);
        set(kernel, handle, index, Long.BYTES, at + OBJECT);
    }

    private void set(ClKernel kernel, long handle, int index, long bytes, long value) {
        int code = api.setKernelArg(handle, index, bytes, value);
        if (code != ClErrors.SUCCESS) {
            throw context.exception(
                    "clSetKernelArg kernel=" + kernel.name() + " index=" + index + " bytes=" + bytes, code);
        }
    }

    void close() {
        sizes.free();
        words.free();
    }
}
