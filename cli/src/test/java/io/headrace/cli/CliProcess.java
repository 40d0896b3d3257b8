package io.headrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs the command in a process of its own. It is killed when the test is over, if it still runs then. */
public final class CliProcess implements AutoCloseable {

    /** How long a command may take to do its work. Long, since the machine may have other work. */
    private static final int LIMIT_SECONDS = 50;

    private final Process process;
    private final Path out;
    private final Path err;

    private CliProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /**
     * Starts the command.
     *
     * @param folder where its output is kept
     * @param options for Java
     */
    public static CliProcess start(Path folder, List<String> options, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath(), Main.class.getName()));
        Stream.of(arguments).map(String::valueOf).forEach(command::add);
        Path out = folder.resolve("stdout");
        Path err = folder.resolve("stderr");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        return new CliProcess(builder.start(), out, err);
    }

    /** The tests run in a module; the child needs no modules. */
    private static String classPath() {
        return Stream.of("jdk.module.path", "surefire.test.class.path", "java.class.path")
                .map(System::getProperty)
                .filter(Objects::nonNull)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Waits for its end, and gives its exit code. */
    public int exitCode() throws Exception {
        return exitCode(LIMIT_SECONDS);
    }

    /** Waits for its end, and gives its exit code. */
    public int exitCode(int seconds) throws Exception {
        assertThat(process.waitFor(seconds, TimeUnit.SECONDS))
                .as(() -> "the command ended within " + seconds + " s")
                .isTrue();
        return process.exitValue();
    }

    /** Whether it has not ended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Sends a signal, for instance {@code INT}. */
    public void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }

    /** What it has printed. */
    public String out() throws IOException {
        return Files.readString(out);
    }

    /** What it has complained of. */
    public String err() throws IOException {
        return Files.readString(err);
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
}
