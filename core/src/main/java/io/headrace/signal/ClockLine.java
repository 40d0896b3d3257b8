package io.headrace.signal;

/**
 * A straight piece of the way from ticks to time.
 *
 * @param ticksPerSecond how fast the counter runs
 * @param from the first tick that the line is for
 * @param ticks a tick whose time is known
 * @param nanos that time
 * @param slow whether time goes slower by one part in {@link #SLOWNESS}; such a line begins at its known tick
 */
record ClockLine(long ticksPerSecond, long from, long ticks, long nanos, boolean slow) {

    /** The fastest counter: what keeps every number on the way within 64 bits. */
    static final long FASTEST = 1L << 33;

    /** A slow line loses a nanosecond in so many. */
    static final long SLOWNESS = 1024;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    long nanos(long at) {
        long elapsed = duration(at - ticks, ticksPerSecond);
        return nanos + (slow ? elapsed - elapsed / SLOWNESS : elapsed);
    }

    /** Whether a tick is before the line's first one. Counters wrap around, so only the difference counts. */
    boolean isAfter(long at) {
        return at - from < 0;
    }

    /** Whole nanoseconds that a number of ticks takes, rounded down. Whole seconds go apart: so no product is too large. */
    static long duration(long ticks, long ticksPerSecond) {
        return Math.floorDiv(ticks, ticksPerSecond) * NANOS_PER_SECOND
                + Math.floorMod(ticks, ticksPerSecond) * NANOS_PER_SECOND / ticksPerSecond;
    }

    /** The fewest ticks that take so many nanoseconds; these may be from 0 to 2^56. */
    static long ticksFor(long nanos, long ticksPerSecond) {
        return nanos / NANOS_PER_SECOND * ticksPerSecond
                + Math.ceilDiv(nanos % NANOS_PER_SECOND * ticksPerSecond, NANOS_PER_SECOND);
    }
}
