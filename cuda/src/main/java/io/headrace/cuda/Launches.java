package io.headrace.cuda;

import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.LaunchOptions;
import io.headrace.kernel.Range;
import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import io.headrace.spi.Command;
import io.headrace.spi.KernelArguments;
import java.lang.foreign.MemorySegment;

/**
 * Launches of source kernels. What CUDA is given is written to memory that is there for the life of the queue, and which CUDA has
 * read when the call returns; a launch allocates nothing.
 *
 * <p>The context need not be current: today's drivers know it by the stream, and to set it costs as much as all else that is done
 * here. A driver that minds refuses the launch, which is then made again with the context current.
 */
final class Launches {

    /** The most bytes of arguments that CUDA takes, rounded up. */
    private static final long MOST_WORDS_BYTES = 32_768;

    /** Each argument has at least one word. */
    private static final long MOST_POINTERS_BYTES = MOST_WORDS_BYTES;

    private static final long CONFIGURATION = MOST_WORDS_BYTES + MOST_POINTERS_BYTES;
    private static final long CONFIGURATION_BYTES = 56;
    private static final long ATTRIBUTES = CONFIGURATION + 64;
    private static final long ATTRIBUTE_BYTES = 72;
    private static final int CU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2;
    private static final int CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4;

    private final Submitter submitter;
    private final CudaApi api;
    private final long stream;
    private final NativeMemory block =
            NativeMemory.allocate(ATTRIBUTES + 2 * ATTRIBUTE_BYTES + CONFIGURATION_BYTES, Long.BYTES);
    private final long words = block.address();
    private final long pointers = words + MOST_WORDS_BYTES;
    private final MemorySegment wordsSegment = Words.ALL.asSlice(words, MOST_WORDS_BYTES);

    Launches(Submitter submitter) {
        this.submitter = submitter;
        this.api = submitter.context().api();
        this.stream = submitter.stream().handle();
    }

    /** Puts a launch into the stream. */
    void launch(Command.NativeLaunch launch) {
        CudaKernel kernel = (CudaKernel) launch.kernel();
        KernelArguments arguments = launch.arguments();
        arguments.copyTo(wordsSegment);
        int count = arguments.count();
        for (int i = 0; i < count; i++) {
            Words.setLongPlain(pointers + 8L * i, words + 8L * arguments.word(i));
        }
        GroupedRange groups = launch.groups();
        Range range = launch.range();
        int blockX;
        int blockY;
        int blockZ;
        if (groups == null) {
            blockX = kernel.defaultGroupX(range.dimensions());
            blockY = kernel.defaultGroupY(range.dimensions());
            blockZ = 1;
        } else {
            blockX = groups.x();
            blockY = groups.y();
            blockZ = groups.z();
        }
        int gridX = (int) CudaKernel.groups(range.x(), blockX);
        int gridY = (int) CudaKernel.groups(range.y(), blockY);
        int gridZ = (int) CudaKernel.groups(range.z(), blockZ);
        LaunchOptions options = launch.options();
        int code = launch(kernel, gridX, gridY, gridZ, blockX, blockY, blockZ, options);
        if (code == CudaErrors.INVALID_CONTEXT || code == CudaErrors.INVALID_HANDLE) {
            submitter.context().enter();
            code = launch(kernel, gridX, gridY, gridZ, blockX, blockY, blockZ, options);
        }
        if (code != CudaErrors.SUCCESS) {
            throw submitter
                    .context()
                    .exception(
                            "launch kernel=" + kernel.name() + " grid=" + gridX + "x" + gridY + "x" + gridZ + " group="
                                    + blockX + "x" + blockY + "x" + blockZ + " sharedMemoryBytes="
                                    + options.sharedMemoryBytes(),
                            code);
        }
        submitter.stream().called(1);
    }

    private int launch(
            CudaKernel kernel,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            LaunchOptions options) {
        return options.cooperative() || options.hasClusters()
                ? launchWithAttributes(kernel, gridX, gridY, gridZ, blockX, blockY, blockZ, options)
                : api.launchKernel(
                        kernel.function(),
                        gridX,
                        gridY,
                        gridZ,
                        blockX,
                        blockY,
                        blockZ,
                        options.sharedMemoryBytes(),
                        stream,
                        pointers,
                        0);
    }

    private int launchWithAttributes(
            CudaKernel kernel,
            int gridX,
            int gridY,
            int gridZ,
            int blockX,
            int blockY,
            int blockZ,
            LaunchOptions options) {
        long configuration = words + CONFIGURATION;
        int[] sizes = {gridX, gridY, gridZ, blockX, blockY, blockZ, options.sharedMemoryBytes()};
        for (int i = 0; i < sizes.length; i++) {
            Words.setIntPlain(configuration + 4L * i, sizes[i]);
        }
        long attributes = words + ATTRIBUTES;
        int count = 0;
        if (options.cooperative()) {
            Words.setIntPlain(attributes, CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
            Words.setIntPlain(attributes + 8, 1);
            count++;
        }
        if (options.hasClusters()) {
            long at = attributes + count * ATTRIBUTE_BYTES;
            Words.setIntPlain(at, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
            Words.setIntPlain(at + 8, options.clusterX());
            Words.setIntPlain(at + 12, options.clusterY());
            Words.setIntPlain(at + 16, options.clusterZ());
            count++;
        }
        Words.setLongPlain(configuration + 32, stream);
        Words.setLongPlain(configuration + 40, attributes);
        Words.setIntPlain(configuration + 48, count);
        return api.launchKernelEx(configuration, kernel.function(), pointers, 0);
    }

    void close() {
        block.free();
    }
}
