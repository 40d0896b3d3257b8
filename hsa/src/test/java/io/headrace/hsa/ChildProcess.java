package io.headrace.hsa;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A Java process that runs a class of this module's tests, to its end.
 *
 * @param code its exit code
 * @param output what it wrote
 */
record ChildProcess(int code, String output) {

    private static final int LIMIT_SECONDS = 50;

    /**
     * Runs it.
     *
     * @param options for the virtual machine
     */
    static ChildProcess run(Class<?> program, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                String.join(
                        File.pathSeparator,
                        System.getProperty("jdk.module.path", ""),
                        System.getProperty("java.class.path"))));
        command.addAll(List.of(options));
        command.add(program.getName());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as("the process ended; it wrote: " + output)
                    .isTrue();
            return new ChildProcess(process.exitValue(), output.strip());
        } finally {
            process.destroyForcibly();
        }
    }
}
