package io.headrace.cuda.standin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/** The libraries of the stand-in, built from the C files once for each state of them. */
record StandInLibraries(Path cuda, Path nvrtc) {

    private static final String COMPILER = "gcc";
    private static final String NVRTC = "nvrtc.c";
    private static final List<String> OPTIONS = List.of(
            "-std=c11",
            "-D_GNU_SOURCE",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-O1",
            "-g",
            "-fPIC",
            "-fvisibility=hidden",
            "-shared",
            "-pthread");

    static StandInLibraries build() {
        Path module = module();
        try {
            List<Path> sources = sources(module.resolve("src/test/c"));
            Path folder = module.resolve("target/standin").resolve(hash(sources));
            StandInLibraries libraries =
                    new StandInLibraries(folder.resolve("libcuda.so.1"), folder.resolve("libnvrtc.so"));
            if (!Files.exists(libraries.nvrtc())) libraries.compile(sources);
            return libraries;
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    /** A libcuda.so.1 of its own that lacks functions, as an older one does. */
    static Path without(List<String> functions) {
        Path module = module();
        try {
            List<Path> sources = sources(module.resolve("src/test/c"));
            Path folder = module.resolve("target/standin");
            Files.createDirectories(folder);
            Path made = Files.createTempDirectory(folder, "without");
            Path visible = made.resolve("visible");
            Files.writeString(visible, "{ global: cu*; standin_*; local: " + String.join("; ", functions) + "; *; };");
            Path library = made.resolve("libcuda.so.1");
            compile(library, ofCuda(sources), "-Wl,--version-script=" + visible);
            return library;
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    private static Path module() {
        return Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    }

    private static List<Path> ofCuda(List<Path> sources) {
        return sources.stream()
                .filter(source -> source.toString().endsWith(".c") && !source.endsWith(NVRTC))
                .toList();
    }

    private static List<Path> sources(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file ->
                            file.toString().endsWith(".c") || file.toString().endsWith(".h"))
                    .sorted()
                    .toList();
        }
    }

    private static String hash(List<Path> sources) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(OPTIONS.toString().getBytes(StandardCharsets.UTF_8));
            for (Path source : sources) digest.update(Files.readAllBytes(source));
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException exception) {
            throw new IllegalStateException(exception);
        }
    }

    /** Into a folder of its own first, so that a second process never sees half a library. */
    private void compile(List<Path> sources) throws IOException {
        Path folder = cuda.getParent();
        Files.createDirectories(folder.getParent());
        Path made = Files.createTempDirectory(folder.getParent(), "build");
        compile(made.resolve("libcuda.so.1"), ofCuda(sources));
        for (Path source : sources) {
            if (source.endsWith(NVRTC)) compile(made.resolve("libnvrtc.so.13"), List.of(source));
        }
        Files.createSymbolicLink(made.resolve("libnvrtc.so"), Path.of("libnvrtc.so.13"));
        try {
            Files.move(made, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException exception) {
            throw exception;
        } catch (IOException exception) {
            // Somebody else was faster.
            if (!Files.exists(nvrtc)) throw exception;
        }
    }

    private static void compile(Path library, List<Path> sources, String... more) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(COMPILER);
        command.addAll(OPTIONS);
        command.addAll(List.of(more));
        command.add("-Wl,-soname," + library.getFileName());
        command.add("-o");
        command.add(library.toString());
        sources.forEach(source -> command.add(source.toString()));
        Process process = start(command);
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(2, TimeUnit.MINUTES)) throw new IOException(COMPILER + " did not end");
            if (process.exitValue() != 0) throw new IOException(COMPILER + " refused the stand-in:\n" + output);
        } catch (InterruptedException exception) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + COMPILER + " ran", exception);
        } finally {
            process.destroy();
        }
    }

    private static Process start(List<String> command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException exception) {
            throw new TestAbortedException(
                    COMPILER + " is missing, so the stand-in for the CUDA driver cannot be built: "
                            + exception.getMessage(),
                    exception);
        }
    }
}
