package io.headrace.bench.gpu;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.OptionalDouble;

/** The loops of {@code peers.cpp}, which are C++ from end to end. */
final class NativeContender implements Contender {

    private final Arena arena = Arena.ofConfined();
    private final SymbolLookup library;
    private final MethodHandle launch;
    private final MethodHandle launchAndWait;
    private final MethodHandle dependency;
    private final MethodHandle chain;
    private final MethodHandle replay;
    private final MethodHandle copy;
    private final MethodHandle ceiling;

    /** The context that is to be used is current. */
    NativeContender(Path file, long copyBytes) {
        // The library's own state lives as long as the process.
        library = SymbolLookup.libraryLookup(file, Arena.global());
        launch = measurement("peers_launch", JAVA_INT, JAVA_INT);
        launchAndWait = measurement("peers_launch_and_wait", JAVA_INT);
        dependency = measurement("peers_dependency", JAVA_INT);
        chain = measurement("peers_chain", JAVA_INT);
        replay = measurement("peers_replay", JAVA_INT);
        copy = measurement("peers_copy", JAVA_INT, JAVA_INT, JAVA_INT);
        ceiling = measurement("peers_ceiling", JAVA_LONG, JAVA_INT);
        try {
            Linker.nativeLinker()
                    .downcallHandle(library.findOrThrow("peers_open"), FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG))
                    .invokeExact(arena.allocateFrom(Saxpy.PTX).address(), copyBytes);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private MethodHandle measurement(String name, MemoryLayout... parameters) {
        return Linker.nativeLinker()
                .downcallHandle(library.findOrThrow(name), FunctionDescriptor.of(JAVA_DOUBLE, parameters));
    }

    private static double call(MethodHandle measurement, Object... arguments) {
        try {
            return (double) measurement.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String name() {
        return "C++";
    }

    @Override
    public double launch(int count, int used) {
        return call(launch, count, used);
    }

    @Override
    public double launchAndWait(int count) {
        return call(launchAndWait, count);
    }

    @Override
    public double dependency(int count) {
        return call(dependency, count);
    }

    @Override
    public double chain(int links) {
        return call(chain, links);
    }

    @Override
    public OptionalDouble replay(int times) {
        return OptionalDouble.of(call(replay, times));
    }

    @Override
    public OptionalDouble copy(boolean up, boolean down, int times) {
        return OptionalDouble.of(call(copy, up ? 1 : 0, down ? 1 : 0, times));
    }

    /** GB/s, read and written, of a copy within the device. */
    double ceiling(long bytes, int times) {
        return call(ceiling, bytes, times);
    }

    @Override
    public void close() {
        arena.close();
    }
}
