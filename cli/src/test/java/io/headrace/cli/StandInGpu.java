package io.headrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The CUDA driver's stand-in, for commands in processes of their own: a process that has loaded it would take it for the machine's
 * {@code libcuda.so.1} for good. A test that wants it is skipped where no gcc is.
 */
public final class StandInGpu {

    private static final Path SOURCES = Path.of("..", "cuda", "src", "test", "c");
    private static final String NVRTC = "nvrtc.c";
    private static final int LIMIT_SECONDS = 120;

    private StandInGpu() {}

    /**
     * Builds it.
     *
     * @param folder where its libraries are kept
     * @return the options for Java by which a command finds its GPUs
     */
    public static List<String> options(Path folder) throws IOException, InterruptedException {
        Path cuda = folder.resolve("libcuda.so.1");
        Path nvrtc = folder.resolve("libnvrtc.so.13");
        List<Path> sources;
        try (Stream<Path> files = Files.list(SOURCES)) {
            sources = files.filter(file -> file.toString().endsWith(".c") && !file.endsWith(NVRTC))
                    .toList();
        }
        build(cuda, sources);
        build(nvrtc, List.of(SOURCES.resolve(NVRTC)));
        return List.of(
                "-Dheadrace.cuda.library=" + cuda,
                "-Dheadrace.nvrtc.library=" + nvrtc,
                "-Dheadrace.program.cache=false");
    }

    private static void build(Path library, List<Path> sources) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "gcc",
                "-std=c11",
                "-D_GNU_SOURCE",
                "-O1",
                "-fPIC",
                "-fvisibility=hidden",
                "-shared",
                "-pthread",
                "-o"));
        command.add(library.toString());
        sources.forEach(source -> command.add(source.toString()));
        Process process = null;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            assumeTrue(false, "gcc is missing, so there is no stand-in for the CUDA driver: " + e.getMessage());
            throw e;
        }
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as("gcc ended")
                    .isTrue();
            assertThat(process.exitValue()).as(output).isZero();
        } finally {
            process.destroy();
        }
    }
}
