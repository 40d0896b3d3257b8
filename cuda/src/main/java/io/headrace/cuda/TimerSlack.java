package io.headrace.cuda;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Asks Linux to end a thread's pauses when they are over, and not up to 50 us later. Only a hint: nothing depends on it. */
final class TimerSlack {

    private static final int PR_SET_TIMERSLACK = 29;

    /** 0 would be the default. */
    private static final long LEAST_NANOS = 1;

    private static final @Nullable MethodHandle PRCTL = Linker.nativeLinker()
            .defaultLookup()
            .find("prctl")
            .map(TimerSlack::link)
            .orElse(null);

    private TimerSlack() {}

    private static MethodHandle link(MemorySegment prctl) {
        return Linker.nativeLinker()
                .downcallHandle(
                        prctl,
                        FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
                        Linker.Option.firstVariadicArg(1));
    }

    /** Asks for the calling thread, a platform thread. */
    static void least() {
        MethodHandle prctl = PRCTL;
        if (prctl != null) {
            try {
                prctl.invokeExact(PR_SET_TIMERSLACK, LEAST_NANOS);
            } catch (Throwable impossible) {
                throw new AssertionError(impossible);
            }
        }
    }
}
