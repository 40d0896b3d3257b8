package io.headrace.cuda.standin;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.opentest4j.TestAbortedException;

/**
 * A libcuda.so.1 and a libnvrtc.so without a GPU, and what a test may ask of them beyond CUDA's own functions: failures,
 * delays, a gate, counts of calls. There is one a process; tests that use its controls do not run at the same time.
 */
public final class StandIn {

    private static final Linker LINKER = Linker.nativeLinker();

    private static final List<String> KINDS = List.of(
            "allocation",
            "host-allocation",
            "registration",
            "stream",
            "event",
            "module",
            "graph",
            "executable",
            "pool",
            "operation");

    private final StandInLibraries libraries;
    private final SymbolLookup cuda;

    private StandIn(StandInLibraries libraries) {
        this.libraries = libraries;
        cuda = SymbolLookup.libraryLookup(libraries.cuda(), Arena.global());
    }

    /**
     * {@return the stand-in, built if it is not there yet; a test that calls this is skipped where no C compiler is}
     */
    public static StandIn get() {
        try {
            return Holder.ONE;
        } catch (ExceptionInInitializerError error) {
            if (error.getCause() instanceof TestAbortedException aborted) throw aborted;
            throw error;
        } catch (NoClassDefFoundError error) {
            // A second try of an initialisation that was skipped.
            throw new TestAbortedException("the stand-in could not be built, see the first test that wanted it", error);
        }
    }

    private static final class Holder {
        static final StandIn ONE = new StandIn(StandInLibraries.build());
    }

    /** {@return the folder of the libraries, for a search path} */
    public Path folder() {
        return libraries.cuda().getParent();
    }

    /** {@return the file libcuda.so.1} */
    public Path cuda() {
        return libraries.cuda();
    }

    /** {@return the file libnvrtc.so; libnvrtc.so.13 beside it is the same} */
    public Path nvrtc() {
        return libraries.nvrtc();
    }

    /**
     * {@return another libcuda.so.1, with a state of its own, that lacks functions as an older one does}
     *
     * @param functions their exported names
     */
    public Path without(String... functions) {
        return StandInLibraries.without(List.of(functions));
    }

    /** {@return the functions of libcuda} */
    public SymbolLookup lookup() {
        return cuda;
    }

    /** No failures, no delay, no gate; all counts start at zero. */
    public void calm() {
        call("standin_calm", null);
    }

    /**
     * The n-th call of a function from now on returns an error and does nothing.
     *
     * @param function its name, with or without its suffix
     * @param n 1 is the next call
     * @param times how many calls in a row
     * @param error the number that they return
     */
    public void failCall(String function, long n, long times, int error) {
        try (Arena arena = Arena.ofConfined()) {
            int result = (int) call("standin_fail_call", JAVA_INT, arena.allocateFrom(function), n, times, error);
            if (result != 0)
                throw new IllegalArgumentException("n=" + n + ", times=" + times + ", or too many failures");
        }
    }

    /**
     * The n-th operation that any stream begins from now on does nothing and ends its context with an error.
     *
     * @param n 1 is the next operation
     * @param error such as 700 or 719
     */
    public void failOperation(long n, int error) {
        call("standin_fail_operation", null, n, error);
    }

    /**
     * Every operation takes longer.
     *
     * @param each by how much
     */
    public void delay(Duration each) {
        call("standin_delay", null, each.toNanos());
    }

    /** No operation begins until {@link #release}; what runs goes on. */
    public void hold() {
        call("standin_hold", null);
    }

    /** Opens the gate that {@link #hold} closed. */
    public void release() {
        call("standin_release", null);
    }

    /**
     * {@return how often a function was called since {@link #calm}}
     *
     * @param function its name, with or without its suffix, or the beginning of names and a star
     */
    public long calls(String function) {
        try (Arena arena = Arena.ofConfined()) {
            return (long) call("standin_calls", JAVA_LONG, arena.allocateFrom(function));
        }
    }

    /** {@return every function that was called since {@link #calm}, with its count, a line each} */
    public String callReport() {
        try (Arena arena = Arena.ofConfined()) {
            long room = 64 << 10;
            MemorySegment text = arena.allocate(room);
            call("standin_call_report", JAVA_LONG, text, room);
            return text.getString(0, StandardCharsets.UTF_8);
        }
    }

    /** {@return operations that streams have begun since {@link #calm}} */
    public long operations() {
        return (long) call("standin_operations", JAVA_LONG);
    }

    /**
     * {@return how many there are of a kind}
     *
     * @param kind allocation, host-allocation, registration, stream, event, module, graph, executable, bytes (of device
     *     memory), operation (submitted and not done)
     */
    public long live(String kind) {
        return count("standin_live", kind);
    }

    /**
     * {@return how many were still there when their context ended, since {@link #calm}}
     *
     * @param kind as with {@link #live}, except bytes and operation
     */
    public long leftBehind(String kind) {
        return count("standin_left_behind", kind);
    }

    /** {@return what is there of any kind, as "kind=number" with spaces between; empty if nothing is} */
    public String leaks() {
        return KINDS.stream()
                .filter(kind -> live(kind) != 0)
                .map(kind -> kind + "=" + live(kind))
                .collect(Collectors.joining(" "));
    }

    private long count(String function, String kind) {
        try (Arena arena = Arena.ofConfined()) {
            long count = (long) call(function, JAVA_LONG, arena.allocateFrom(kind));
            if (count < 0) throw new IllegalArgumentException("kind=" + kind + " is not known to " + function);
            return count;
        }
    }

    /**
     * Changes what the devices are; before they are used.
     *
     * @param name devices, memory (bytes each), version (13000), memory-operations, peers, pools (each 0 or 1),
     *     connections (that streams share; 0: each has its own)
     * @param value the new value
     */
    public void configure(String name, long value) {
        try (Arena arena = Arena.ofConfined()) {
            int result = (int) call("standin_configure", JAVA_INT, arena.allocateFrom(name), value);
            if (result != 0) throw new IllegalArgumentException(name + "=" + value);
        }
    }

    /**
     * {@return what lies in device memory, read past all streams}
     *
     * @param address a device address
     * @param bytes how many
     */
    public byte[] peek(long address, int bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment to = arena.allocate(Math.max(1, bytes));
            int result = (int) call("standin_peek", JAVA_INT, address, to, (long) bytes);
            if (result != 0) throw new IllegalArgumentException("no memory at " + Long.toHexString(address));
            return to.asSlice(0, bytes).toArray(JAVA_BYTE);
        }
    }

    /**
     * Writes to device memory past all streams.
     *
     * @param address a device address
     * @param bytes what to write
     */
    public void poke(long address, byte[] bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment from = arena.allocateFrom(JAVA_BYTE, bytes);
            int result = (int) call("standin_poke", JAVA_INT, address, from, (long) bytes.length);
            if (result != 0) throw new IllegalArgumentException("no memory at " + Long.toHexString(address));
        }
    }

    private Object call(String function, MemoryLayout result, Object... arguments) {
        return call(cuda, function, result, arguments);
    }

    /** Calls any function; the types of the parameters are those of the arguments. */
    static Object call(SymbolLookup library, String function, MemoryLayout result, Object... arguments) {
        MemoryLayout[] layouts = new MemoryLayout[arguments.length];
        for (int i = 0; i < arguments.length; i++) layouts[i] = layout(arguments[i]);
        FunctionDescriptor type =
                result == null ? FunctionDescriptor.ofVoid(layouts) : FunctionDescriptor.of(result, layouts);
        MethodHandle handle = LINKER.downcallHandle(library.findOrThrow(function), type);
        try {
            return handle.invokeWithArguments(arguments);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new IllegalStateException(function, thrown);
        }
    }

    private static MemoryLayout layout(Object argument) {
        return switch (argument) {
            case Byte value -> JAVA_BYTE;
            case Short value -> JAVA_SHORT;
            case Integer value -> JAVA_INT;
            case Long value -> JAVA_LONG;
            case MemorySegment value -> ADDRESS;
            default -> throw new IllegalArgumentException("an argument of " + argument.getClass());
        };
    }
}
