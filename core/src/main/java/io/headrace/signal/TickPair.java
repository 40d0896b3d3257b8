package io.headrace.signal;

import org.jspecify.annotations.Nullable;

/**
 * When an operation began and ended, as a slot has it: in ticks of its device.
 *
 * @param end 0: it has not ended, or was not stamped
 */
record TickPair(long start, long end) {

    /** What a device reads as that is lost. */
    private static final long LOST = -1;

    /**
     * The times on the host's clock; {@code null} if these cannot be an operation's: one is missing, the end is before the
     * start, or has yet to come.
     */
    @Nullable
    Timestamps on(DeviceClock clock) {
        if (start == 0 || end == 0 || start == LOST || end == LOST || end - start < 0 || !clock.mayHaveHad(end)) {
            return null;
        }
        long endNanos = clock.nanos(end);
        long startNanos = clock.nanos(start);
        // Whatever began and ended within one tick, or one nanosecond, took some time all the same.
        // The host's clock may wrap around, so only the difference counts.
        return new Timestamps(startNanos, endNanos - startNanos < 1 ? startNanos + 1 : endNanos, start, end);
    }
}
