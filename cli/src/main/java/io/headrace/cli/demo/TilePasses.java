package io.headrace.cli.demo;

import io.headrace.Device;
import io.headrace.Stream;
import io.headrace.U8;
import io.headrace.cli.CommandFailure;

/**
 * The three passes over one tile, in the form that a device runs. All forms do the arithmetic of {@link SequentialEdges}, in whole
 * numbers, so their results are the same. Safe for use from any thread.
 */
sealed interface TilePasses extends AutoCloseable permits JavaPasses, SourcePasses {

    /** Enqueues grey from blue, green and red, then the blur, then Sobel. */
    void enqueue(Stream stream, Memory memory, Tile tile);

    @Override
    void close();

    /** What the passes read and write, one after the other. */
    record Memory(U8 bgr, U8 grey, U8 blurred, U8 edges) {}

    /**
     * The passes for a device: Java kernels if it runs those, else CUDA C or OpenCL C.
     *
     * @throws CommandFailure if it runs none of them
     */
    static TilePasses of(Device device) {
        if (device.info().javaKernels()) {
            return new JavaPasses();
        }
        if (SourcePasses.runOn(device)) {
            return new SourcePasses(device);
        }
        throw new CommandFailure(
                "the demo's kernels are in Java, CUDA C and OpenCL C, and the device runs none of them: device="
                        + device.id() + " name=" + device.name() + " runs="
                        + device.info().sourceKinds() + "; choose another with --device, for instance host:0");
    }
}
