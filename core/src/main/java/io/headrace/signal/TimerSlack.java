package io.headrace.signal;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Asks the system to end a thread's pauses when they are over, and not up to 50 us later, by which Linux saves wake-ups. Only a
 * hint, and only where the C library has {@code prctl}: pauses are a little longer elsewhere, and nothing else differs. For drivers too.
 */
public final class TimerSlack {

    private static final int PR_SET_TIMERSLACK = 29;

    /** 0 would be the default. */
    private static final long LEAST_NANOS = 1;

    private TimerSlack() {}

    /** Asks for the calling thread, a platform thread. Takes some milliseconds the first time. */
    public static void least() {
        if (Holder.PRCTL != null) {
            try {
                Holder.PRCTL.invokeExact(PR_SET_TIMERSLACK, LEAST_NANOS);
            } catch (Throwable impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    /** Linked when it is needed: most programs have no signals that others store to. */
    private static final class Holder {

        private static final @Nullable MethodHandle PRCTL = Linker.nativeLinker()
                .defaultLookup()
                .find("prctl")
                .map(Holder::link)
                .orElse(null);

        /** What it returns is left out: nobody would act upon a refusal. */
        private static MethodHandle link(MemorySegment prctl) {
            return Linker.nativeLinker()
                    .downcallHandle(
                            prctl,
                            FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
                            Linker.Option.firstVariadicArg(1));
        }
    }
}
