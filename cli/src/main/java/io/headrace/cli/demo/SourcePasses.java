package io.headrace.cli.demo;

import io.headrace.Device;
import io.headrace.Kernel;
import io.headrace.Program;
import io.headrace.Stream;
import io.headrace.kernel.Range;
import io.headrace.kernel.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The passes in CUDA C and in OpenCL C, an item a pixel. */
final class SourcePasses implements TilePasses {

    private static final String CUDA_FILE = "edges.cu";
    private static final String OPENCL_FILE = "edges.cl";

    private final Program program;
    private final Kernel grey;
    private final Kernel blur;
    private final Kernel sobel;

    /**
     * Compiles them.
     *
     * @throws io.headrace.error.HeadraceException if that cannot be done there, with the compiler's or loader's reason
     */
    SourcePasses(Device device) {
        program = device.compile(
                Source.cudaC(text(CUDA_FILE)).withName(CUDA_FILE),
                Source.openclC(text(OPENCL_FILE)).withName(OPENCL_FILE));
        grey = program.kernel("demo_grey");
        blur = program.kernel("demo_blur");
        sobel = program.kernel("demo_sobel");
    }

    @Override
    public void enqueue(Stream stream, Memory memory, Tile tile) {
        Tile.Area around = tile.grey();
        Tile.Area between = tile.blurred();
        stream.launch(grey, Range.of(around.pixels()), memory.bgr(), memory.grey(), around.pixels())
                .launch(
                        blur,
                        Range.of(between.pixels()),
                        memory.grey(),
                        memory.blurred(),
                        around.width(),
                        around.height(),
                        between.width(),
                        between.pixels(),
                        between.x() - around.x(),
                        between.y() - around.y())
                .launch(
                        sobel,
                        Range.of((long) tile.width() * tile.height()),
                        memory.blurred(),
                        memory.edges(),
                        between.width(),
                        between.height(),
                        tile.width(),
                        tile.width() * tile.height(),
                        tile.x() - between.x(),
                        tile.y() - between.y());
    }

    /** Whether a device takes one of the forms. */
    static boolean runOn(Device device) {
        return device.info().sourceKinds().contains(Source.Kind.CUDA_C)
                || device.info().sourceKinds().contains(Source.Kind.OPENCL_C);
    }

    @Override
    public void close() {
        program.close();
    }

    private static String text(String file) {
        try (InputStream stream = SourcePasses.class.getResourceAsStream(file)) {
            return new String(Objects.requireNonNull(stream, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
