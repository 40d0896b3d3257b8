package io.headrace.spi;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * A shared library of the system, loaded for the life of the process. By {@code dlopen} and not by a
 * {@link java.lang.foreign.SymbolLookup}, which does not tell why a library could not be loaded. For drivers; safe for use from any
 * thread.
 */
public final class NativeLibrary {

    private static final int RTLD_NOW = 2;

    private static final MethodHandle OPEN =
            link("dlopen", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
    private static final MethodHandle ERROR = link("dlerror", FunctionDescriptor.of(ValueLayout.JAVA_LONG));
    private static final MethodHandle SYMBOL =
            link("dlsym", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));

    private final String name;
    private final long handle;

    private NativeLibrary(String name, long handle) {
        this.name = name;
        this.handle = handle;
    }

    /** None of the libraries could be loaded; the message has the loader's reason for each. */
    public static final class UnloadableException extends Exception {

        private static final long serialVersionUID = 1;

        UnloadableException(String message) {
            super(message);
        }
    }

    /**
     * Loads the first library that can be loaded.
     *
     * @param names file names, which the loader looks for, or paths
     * @throws UnloadableException if there is none
     */
    public static NativeLibrary open(List<String> names) throws UnloadableException {
        List<String> reasons = new ArrayList<>();
        for (String name : names) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment text = arena.allocateFrom(name);
                // The reason belongs to the thread, and goes with the next call of the loader.
                long handle = (long) OPEN.invokeExact(text, RTLD_NOW);
                if (handle != 0) {
                    return new NativeLibrary(name, handle);
                }
                reasons.add(NativeText.at((long) ERROR.invokeExact()));
            } catch (Throwable impossible) {
                throw new AssertionError(impossible);
            }
        }
        throw new UnloadableException(String.join("; ", reasons));
    }

    /** The name by which it was loaded. */
    public String name() {
        return name;
    }

    /** The address of a function; {@link MemorySegment#NULL} if the library has none of that name. */
    public MemorySegment find(String symbol) {
        try (Arena arena = Arena.ofConfined()) {
            return MemorySegment.ofAddress((long) SYMBOL.invokeExact(handle, arena.allocateFrom(symbol)));
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static MethodHandle link(String symbol, FunctionDescriptor descriptor) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(symbol), descriptor);
    }
}
