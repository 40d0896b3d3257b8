package io.headrace.stress.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A Java process with this one's class path. It is killed when the test is over, if it still runs then. */
final class Child implements AutoCloseable {

    /** How long a child may take to do its work. Long, since the machine may have other work. */
    static final Duration LIMIT = Duration.ofSeconds(100);

    private final Process process;
    private final BufferedReader out;
    private final CompletableFuture<String> err;
    private final StringBuilder read = new StringBuilder();

    private Child(Process process) {
        this.process = process;
        out = process.inputReader(StandardCharsets.UTF_8);
        err = CompletableFuture.supplyAsync(() -> all(process.getErrorStream()), Thread.ofVirtual()::start);
    }

    /** Runs a program's main method. */
    static Child start(List<String> options, Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(options);
        command.addAll(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                program.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        // What would say something on its own, and what makes native memory hard to compare.
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().put("MALLOC_ARENA_MAX", "1");
        return new Child(builder.start());
    }

    /** Waits for the next line of its output; fails if it ends without one. */
    String line() throws Exception {
        CompletableFuture<String> line = CompletableFuture.supplyAsync(this::next, Thread.ofVirtual()::start);
        String found = line.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(found)
                .as(() -> "a line of output; the child said: " + read + err())
                .isNotNull();
        return found;
    }

    private String next() {
        try {
            String line = out.readLine();
            read.append(line).append('\n');
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for its end, and gives its exit code. */
    int exitCode(Duration limit) throws InterruptedException {
        assertThat(process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS))
                .as(() -> "the child ended within " + limit + "; it said: " + read)
                .isTrue();
        return process.exitValue();
    }

    /** Asks it to end, as the system does; its output can still be read. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** What is left of its output, once it has ended. */
    String rest() throws IOException {
        return String.join("\n", out.lines().toList());
    }

    /** All that it wrote to the standard error stream, once it has ended. */
    String err() {
        return err.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private static String all(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
