package io.headrace.cli.bench;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The lookup by handle in C, which gcc compiles when the bench runs. Loops are in C too, so that no call from Java counts. */
final class NativeWalk implements AutoCloseable {

    private static final String SOURCE = "walk.c";
    private static final int MOST_SECONDS = 60;
    private static final AddressLayout POINTER = ValueLayout.ADDRESS;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private final Arena arena = Arena.ofShared();
    private final MethodHandle open;
    private final MethodHandle add;
    private final MethodHandle one;
    private final MethodHandle random;
    private final MethodHandle randomDependent;
    private final MethodHandle close;

    private NativeWalk(Path library) {
        SymbolLookup symbols = SymbolLookup.libraryLookup(library, arena);
        open = function(symbols, "walk_open", POINTER);
        add = function(symbols, "walk_add", ValueLayout.JAVA_INT, POINTER, LONG, LONG);
        one = function(symbols, "walk_one", LONG, POINTER, LONG, LONG);
        random = function(symbols, "walk_random", LONG, POINTER, POINTER, LONG, LONG);
        randomDependent = function(symbols, "walk_random_dependent", LONG, POINTER, POINTER, LONG, LONG);
        close = Linker.nativeLinker()
                .downcallHandle(symbols.findOrThrow("walk_close"), FunctionDescriptor.ofVoid(POINTER));
    }

    /** Compiles it; where that does not work, {@code null}, and the reason on standard error. */
    static @Nullable NativeWalk compile() throws InterruptedException {
        return compile("gcc");
    }

    /** As {@link #compile()}, by a compiler that takes gcc's options. */
    static @Nullable NativeWalk compile(String compiler) throws InterruptedException {
        try {
            Path folder = Files.createTempDirectory("headrace-bench");
            try {
                return new NativeWalk(library(compiler, folder));
            } finally {
                delete(folder);
            }
        } catch (IOException | IllegalArgumentException reason) {
            System.err.println("no figures of the lookup in C: " + reason.getMessage());
            return null;
        }
    }

    private static Path library(String compiler, Path folder) throws IOException, InterruptedException {
        Path source = folder.resolve(SOURCE);
        try (InputStream in = Objects.requireNonNull(NativeWalk.class.getResourceAsStream(SOURCE), SOURCE)) {
            Files.copy(in, source);
        }
        Path library = folder.resolve("libwalk.so");
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder(
                        compiler, "-O2", "-fPIC", "-shared", "-o", library.toString(), source.toString())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(compiler + " took longer than seconds=" + MOST_SECONDS);
        }
        if (process.exitValue() != 0) {
            throw new IOException(compiler + " failed: exit=" + process.exitValue() + ": "
                    + Files.readString(said).strip());
        }
        return library;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private static MethodHandle function(
            SymbolLookup symbols, String name, MemoryLayout result, MemoryLayout... arguments) {
        return Linker.nativeLinker()
                .downcallHandle(symbols.findOrThrow(name), FunctionDescriptor.of(result, arguments));
    }

    /** The tables in C, and loads by them. */
    final class Pages implements AutoCloseable {

        private final Arena life = Arena.ofShared();
        private final MemorySegment handles;
        private final long length;
        private final MemorySegment map;

        private Pages(long[] handles) {
            this.handles = life.allocateFrom(LONG, handles);
            this.length = handles.length;
            this.map = (MemorySegment) call(open);
            throwIfNone(map.address());
        }

        /** Slots that begin with a page are a batch's. */
        void add(long base, long count) {
            throwIfNone((int) call(add, map, base, count));
        }

        /** Loads the signal of one handle. */
        void one(long handle, int loads) {
            check((long) call(one, map, handle, (long) loads));
        }

        /** As {@link SignalLoads#random}. */
        void random(int loads) {
            check((long) call(random, map, handles, length, (long) loads));
        }

        /** As {@link SignalLoads#randomDependent}. */
        void randomDependent(int loads) {
            check((long) call(randomDependent, map, handles, length, (long) loads));
        }

        @Override
        public void close() {
            call(close, map);
            life.close();
        }

        private static void throwIfNone(long memory) {
            if (memory == 0) {
                throw new OutOfMemoryError("C has no memory for the tables of a bench");
            }
        }

        private static void check(long sum) {
            if (sum != 0) {
                throw new IllegalStateException("C did not find a signal, or a value that nobody stored: sum=" + sum);
            }
        }
    }

    /**
     * Makes tables without a batch.
     *
     * @param handles what random loads choose from
     */
    Pages pages(long[] handles) {
        return new Pages(handles);
    }

    private static Object call(MethodHandle function, Object... arguments) {
        try {
            return function.invokeWithArguments(arguments);
        } catch (Throwable failure) {
            throw new IllegalStateException("a call of C failed", failure);
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
