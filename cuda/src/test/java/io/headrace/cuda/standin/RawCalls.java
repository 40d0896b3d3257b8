package io.headrace.cuda.standin;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import org.opentest4j.AssertionFailedError;

/** CUDA's functions by name, with the primary context of device 0 (or another one) made current before each call. */
final class RawCalls implements AutoCloseable {

    private final SymbolLookup cuda = StandIn.get().lookup();
    private final Arena arena = Arena.ofShared();
    private final long[] contexts = new long[16];
    private int device;

    /** Initialises CUDA; every device is retained when it is used first. */
    RawCalls() {
        good("cuInit", 0);
    }

    Arena arena() {
        return arena;
    }

    /** The device whose context is current from now on. */
    RawCalls on(int device) {
        this.device = device;
        context(device);
        return this;
    }

    long context(int device) {
        if (contexts[device] == 0) contexts[device] = made("cuDevicePrimaryCtxRetain", device);
        return contexts[device];
    }

    /** Without any context, as a thread that was just started has it. */
    int bare(String function, Object... arguments) {
        return (int) StandIn.call(cuda, function, JAVA_INT, arguments);
    }

    int call(String function, Object... arguments) {
        bare("cuCtxSetCurrent", context(device));
        return bare(function, arguments);
    }

    void good(String function, Object... arguments) {
        boolean plain =
                function.equals("cuInit") || function.startsWith("cuDevice") || function.startsWith("cuGetError");
        int result = plain ? bare(function, arguments) : call(function, arguments);
        if (result != 0) throw new AssertionFailedError(function + " gave " + result);
    }

    /** What a function puts where its first parameter points to. */
    long made(String function, Object... rest) {
        MemorySegment place = arena.allocate(JAVA_LONG);
        Object[] arguments = new Object[rest.length + 1];
        arguments[0] = place;
        System.arraycopy(rest, 0, arguments, 1, rest.length);
        good(function, arguments);
        return place.get(JAVA_LONG, 0);
    }

    /** What a function puts where its second parameter points to. */
    long madeAfter(String function, Object first) {
        MemorySegment place = arena.allocate(JAVA_LONG);
        good(function, first, place);
        return place.get(JAVA_LONG, 0);
    }

    int number(String function, Object... rest) {
        return (int) made(function, rest);
    }

    long stream() {
        return made("cuStreamCreate", 1);
    }

    long event() {
        return made("cuEventCreate", 0);
    }

    long memory(long bytes) {
        return made("cuMemAlloc_v2", bytes);
    }

    MemorySegment pinned(long bytes) {
        return MemorySegment.ofAddress(made("cuMemHostAlloc", bytes, 0)).reinterpret(bytes);
    }

    long kernel(String name) {
        long module = made("cuModuleLoadData", arena.allocateFrom("standin " + name));
        return made("cuModuleGetFunction", module, arena.allocateFrom(name));
    }

    /** With one block of as many threads. */
    int launch(long stream, long kernel, int threads, Object... arguments) {
        MemorySegment parameters = arena.allocate(8L * Math.max(1, arguments.length));
        for (int i = 0; i < arguments.length; i++) {
            MemorySegment value = arena.allocate(JAVA_LONG);
            switch (arguments[i]) {
                case Integer number -> value.set(JAVA_INT, 0, number);
                case Long number -> value.set(JAVA_LONG, 0, number);
                case Float number -> value.set(JAVA_INT, 0, Float.floatToIntBits(number));
                case Double number -> value.set(JAVA_LONG, 0, Double.doubleToLongBits(number));
                default -> throw new IllegalArgumentException(arguments[i].toString());
            }
            parameters.setAtIndex(JAVA_LONG, i, value.address());
        }
        return call("cuLaunchKernel", kernel, 1, 1, 1, threads, 1, 1, 0, stream, parameters, MemorySegment.NULL);
    }

    void synchronize(long stream) {
        good("cuStreamSynchronize", stream);
    }

    /** Ends the contexts with all that is in them. */
    @Override
    public void close() {
        StandIn.get().release();
        for (int i = 0; i < contexts.length; i++) {
            if (contexts[i] != 0) bare("cuDevicePrimaryCtxRelease_v2", i);
        }
        arena.close();
        StandIn.get().calm();
    }
}
