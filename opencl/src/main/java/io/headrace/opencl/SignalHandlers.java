package io.headrace.opencl;

import io.headrace.spi.NativeBlock;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the signal handlers of the virtual machine, which lives on signals, while a library sets its own. Safe for use from any thread.
 *
 * <p>LLVM, of which PoCL and others are made, sets handlers for one signal each when it makes its first file: the system forgets such a
 * handler ({@code SA_RESETHAND}) as it calls it, and LLVM then sets back those that were there before. But each thread that the virtual
 * machine stops in compiled code gets a signal, and all are stopped at once, as in {@code System.exit}: the second one within those few
 * microseconds meets no handler, and the process is ended by a segmentation fault. PoCL's own handler goes on behind each division of whole
 * numbers by zero, whoever divides: Java gets some number and no exception.
 *
 * <p>So what was there before is put back, as soon as the change is seen: by a thread that does nothing but look while a platform is
 * opened. LLVM takes its handlers to be in place from then on, and does not come back, since they are never called. In case that one was
 * after all, handlers for one signal are looked for again when a program has been compiled.
 */
final class SignalHandlers {

    private static final int SIGILL = 4;
    private static final int SIGTRAP = 5;
    private static final int SIGBUS = 7;
    private static final int SIGFPE = 8;
    private static final int SIGKILL = 9;
    private static final int SIGSEGV = 11;
    private static final int SIGSTOP = 19;
    private static final int LAST = 31;

    /** What a thread gets for what it does itself. Nobody else's handlers are good for the virtual machine's threads. */
    private static final Set<Integer> FAULTS = Set.of(SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV);

    /** Those for which what follows is known to be true, of Linux's C libraries. */
    private static final Set<String> PROCESSORS = Set.of("amd64", "aarch64");

    private static final int ACTION_BYTES = 152;
    private static final int MASK = 8;
    private static final int FLAGS = 136;
    private static final int SA_RESETHAND = 0x8000_0000;

    /** The C library's own affair. */
    private static final int SA_RESTORER = 0x0400_0000;

    private static final @Nullable MethodHandle SIGACTION = link();

    private static final Object LOCK = new Object();

    /** What is to be in place for each signal, by its number. Guarded by the lock, as is all that follows. */
    private static final NativeBlock WANTED = new NativeBlock((LAST + 1) * ACTION_BYTES);

    private static final NativeBlock FOUND = new NativeBlock(ACTION_BYTES);

    private static boolean known;

    private SignalHandlers() {}

    private static @Nullable MethodHandle link() {
        if (!"Linux".equals(System.getProperty("os.name")) || !PROCESSORS.contains(System.getProperty("os.arch"))) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("sigaction"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
    }

    /** Something that a library is asked for. */
    @FunctionalInterface
    interface Calls<T, E extends Exception> {

        T make() throws E;
    }

    /**
     * Makes calls in which a library sets its handlers. On systems whose handlers are not known here it does no more.
     *
     * @return what they give
     */
    static <T, E extends Exception> T keep(Calls<T, E> calls) throws E {
        if (SIGACTION == null) {
            return calls.make();
        }
        note();
        Thread watcher =
                Thread.ofPlatform().daemon().name("headrace-opencl-signals").start(SignalHandlers::watch);
        try {
            return calls.make();
        } finally {
            watcher.interrupt();
            putBack(true);
        }
    }

    /** Replaces handlers for one signal, if what was there before is known. */
    static void replaceThoseForOneSignal() {
        putBack(false);
    }

    /** Notes what is in place, but for what a library has left there since the last time. */
    private static void note() {
        synchronized (LOCK) {
            for (int signal = 1; signal <= LAST; signal++) {
                if (read(signal) && !(known && isForOneSignal())) {
                    action(WANTED, signal).copyFrom(FOUND.segment());
                }
            }
            known = true;
        }
    }

    private static void putBack(boolean faults) {
        synchronized (LOCK) {
            for (int signal = 1; known && signal <= LAST; signal++) {
                if (read(signal)
                        && !isWanted(signal, FOUND)
                        && (isForOneSignal() || (faults && FAULTS.contains(signal)))) {
                    call(signal, action(WANTED, signal).address(), 0);
                }
            }
        }
    }

    /** Looks until it is interrupted. */
    private static void watch() {
        try (NativeBlock seen = new NativeBlock(ACTION_BYTES)) {
            while (!Thread.currentThread().isInterrupted()) {
                if (isReplaced(SIGSEGV, seen) || isReplaced(SIGFPE, seen)) {
                    putBack(true);
                }
            }
        }
    }

    /** Whether another handler is in place; without the lock, since what is wanted of these does not change. */
    private static boolean isReplaced(int signal, NativeBlock seen) {
        call(signal, 0, seen.address());
        return !isWanted(signal, seen);
    }

    /** Reads what is in place for a signal; {@code false} for those that have no handlers. */
    private static boolean read(int signal) {
        return signal != SIGKILL && signal != SIGSTOP && call(signal, 0, FOUND.address()) == 0;
    }

    /** Whether an action is that which is to be in place; what is in it besides this is left to chance by the system. */
    private static boolean isWanted(int signal, NativeBlock action) {
        long at = (long) signal * ACTION_BYTES;
        return WANTED.getLong(at) == action.getLong(0)
                && WANTED.getLong(at + MASK) == action.getLong(MASK)
                && ((WANTED.getInt(at + FLAGS) ^ action.getInt(FLAGS)) & ~SA_RESTORER) == 0;
    }

    /** Whether what was read is forgotten by the first signal. */
    private static boolean isForOneSignal() {
        return (FOUND.getInt(FLAGS) & SA_RESETHAND) != 0;
    }

    private static MemorySegment action(NativeBlock actions, int signal) {
        return actions.segment().asSlice((long) signal * ACTION_BYTES, ACTION_BYTES);
    }

    /** The system's own call. */
    static int call(int signal, long action, long former) {
        MethodHandle function = SIGACTION;
        if (function == null) {
            throw new UnsupportedOperationException("signals of this system are not known");
        }
        try {
            return (int) function.invokeExact(signal, action, former);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }
}
