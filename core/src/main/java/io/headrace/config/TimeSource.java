package io.headrace.config;

/**
 * Where the times of operations come from. Everything that stamps is given one, so that a simulator can run the same code in
 * virtual time. How long a caller is willing to wait is another matter: such bounds are always time of this machine, since the
 * virtual one may stand still. Implementations are safe to use from any thread.
 */
@FunctionalInterface
public interface TimeSource {

    /** The time of this machine, {@link System#nanoTime()}. */
    TimeSource SYSTEM = System::nanoTime;

    /**
     * Nanoseconds since an arbitrary origin, never going back; only differences mean something, and they are compared by
     * subtraction because the value may be negative or wrap.
     */
    long nanos();
}
