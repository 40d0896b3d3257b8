package io.headrace.hsa;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stand-in for libhsakmt.so.1, built by gcc and loaded once for the process, before ROCr: it has the same name inside, so that ROCr is
 * given it by the loader.
 */
final class StandIn {

    /** With this system property, which a process sets for those that it starts, the library is there already. */
    static final String BUILT = "hsa.standin";

    private static final int LIMIT_SECONDS = 120;

    /** Why there is none; {@code null} if there is one. */
    private final @Nullable String reason;

    private final @Nullable Path library;
    private final @Nullable SymbolLookup functions;

    private StandIn(@Nullable String reason, @Nullable Path library) {
        this.reason = reason;
        this.library = library;
        functions = library == null ? null : SymbolLookup.libraryLookup(library, Arena.global());
    }

    private static final class Holder {
        static final StandIn ONE = make();
    }

    static StandIn get() {
        return Holder.ONE;
    }

    private static StandIn make() {
        String built = System.getProperty(BUILT);
        if (built != null) {
            return new StandIn(null, Path.of(built));
        }
        Path module = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
        try {
            Path folder = Files.createDirectories(module.resolve("target/standin"));
            Path library = Files.createTempDirectory(folder, "build").resolve("libhsakmt.so.1");
            String refused = build(module.resolve("src/test/c"), library);
            return refused == null ? new StandIn(null, library) : new StandIn(refused, null);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("the stand-in could not be built", e);
        }
    }

    private static @Nullable String build(Path sources, Path library) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "gcc",
                "-std=c11",
                "-D_GNU_SOURCE",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-O2",
                "-g",
                "-fPIC",
                "-fvisibility=hidden",
                "-shared",
                "-pthread",
                "-Wl,-soname,libhsakmt.so.1",
                "-Wl,--version-script=" + sources.resolve("symbols.map"),
                "-o",
                library.toString()));
        try (Stream<Path> files = Files.list(sources)) {
            files.map(Path::toString)
                    .filter(file -> file.endsWith(".c"))
                    .sorted()
                    .forEach(command::add);
        }
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return "gcc is missing, so the stand-in for a GPU cannot be built: " + e.getMessage();
        }
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
                    .as("gcc ended")
                    .isTrue();
            assertThat(process.exitValue()).as(output).isZero();
            return null;
        } finally {
            process.destroy();
        }
    }

    /** Why there is none; {@code null} if there is one. */
    @Nullable
    String reason() {
        return reason;
    }

    /** The library's file. */
    Path library() {
        if (library == null) {
            throw new IllegalStateException(reason);
        }
        return library;
    }

    /** The address of one of its functions. */
    long function(String name) {
        if (functions == null) {
            throw new IllegalStateException(reason);
        }
        return functions.findOrThrow(name).address();
    }
}
