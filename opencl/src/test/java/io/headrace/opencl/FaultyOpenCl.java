package io.headrace.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The machine's OpenCL with commands that fail when a test says so, built by gcc; a test is skipped where there is none. */
final class FaultyOpenCl {

    private static final Path SOURCE = Path.of("src", "test", "c", "faults.c");
    private static final int LIMIT_SECONDS = 50;

    private final Path library;
    private final MethodHandle fail;

    private FaultyOpenCl(Path library) {
        this.library = library;
        fail = Linker.nativeLinker()
                .downcallHandle(
                        SymbolLookup.libraryLookup(library, Arena.global()).findOrThrow("faults_fail"),
                        FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }

    /** Builds it in a folder that stays as long as the process. */
    static FaultyOpenCl build(Path folder) throws IOException, InterruptedException {
        OpenCl.require();
        Path library = folder.resolve("libfaults.so");
        Process process = null;
        try {
            process = new ProcessBuilder(
                            "gcc",
                            "-std=c11",
                            "-O1",
                            "-fPIC",
                            "-shared",
                            "-Wl,--no-as-needed",
                            "-o",
                            library.toString(),
                            SOURCE.toString(),
                            "-l:libOpenCL.so.1",
                            "-ldl")
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "gcc is missing, so no commands of OpenCL fail: " + e.getMessage());
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
        return new FaultyOpenCl(library);
    }

    OpenClDriver driver() {
        return new OpenClDriver(library.toString());
    }

    /** Has the command fail that is seen to have ended behind so many others. */
    void fail(int after, int status) {
        try {
            fail.invokeExact(after, status);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }
}
