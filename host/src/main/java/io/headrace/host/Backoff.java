package io.headrace.host;

import java.util.function.BooleanSupplier;

/**
 * Looks for something to become true for a short while.
 *
 * <p>First it only looks. Then it also gives the processor away between the looks: a thread that was just woken often sits
 * on the waker's processor, and a pure spin would keep it from running.
 */
final class Backoff {

    /** How long the library's own threads look before they park. */
    static final long NANOS = 50_000;

    private static final int LOOKS = 8;
    private static final int ROUNDS_WITHOUT_YIELD = 4;

    private Backoff() {}

    /**
     * Looks until the condition holds or the time is over.
     *
     * @param yields whether the thread may give its processor away; not sensible for virtual threads
     * @return whether the condition held
     */
    static boolean await(BooleanSupplier condition, long nanos, boolean yields) {
        long start = System.nanoTime();
        for (int round = 0; ; round++) {
            boolean yielding = yields && round >= ROUNDS_WITHOUT_YIELD;
            // One look a turn is enough then: the sooner each thread yields, the sooner the one with work is back.
            for (int look = yielding ? 1 : LOOKS; look > 0; look--) {
                if (condition.getAsBoolean()) {
                    return true;
                }
                Thread.onSpinWait();
            }
            if (System.nanoTime() - start >= nanos) {
                return condition.getAsBoolean();
            }
            if (yielding) {
                Thread.yield();
            }
        }
    }
}
