package io.headrace.signal;

/**
 * When an operation ran. Times are compared by their difference, since they may wrap around. The end is later than the start, at least by a nanosecond, however coarse the device's counter is.
 *
 * @param startNanos when it began, on the host's clock ({@link System#nanoTime}), or in virtual time if a device of that stamped it
 * @param endNanos when it ended
 * @param startTicks when it began, as the device's counter had it
 * @param endTicks when it ended; may be the same tick
 */
public record Timestamps(long startNanos, long endNanos, long startTicks, long endTicks) {

    /** How long it took; at least 1. */
    public long durationNanos() {
        return endNanos - startNanos;
    }
}
