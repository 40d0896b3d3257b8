package io.headrace.signal;

import io.headrace.memory.Words;

/**
 * The pairs of times in a slot that is read in place. Java has no read of 16 bytes that stays one under every compiler. So who
 * writes takes the end away first and puts it back last, and who reads looks at the end, the start, and the end again
 * until both looks agree: then all three are of one operation, since a later one's end is another.
 */
final class SlotTimes {

    private SlotTimes() {}

    static TickPair read(long startAt, long endAt) {
        long end = Words.getLongAcquire(endAt);
        while (end != 0) {
            long start = Words.getLongAcquire(startAt);
            long again = Words.getLongAcquire(endAt);
            if (again == end) {
                return new TickPair(start, end);
            }
            end = again;
        }
        return new TickPair(0, 0);
    }

    static void write(long startAt, long endAt, long start, long end) {
        Words.setLongRelease(endAt, 0);
        Words.setLongRelease(startAt, start);
        Words.setLongRelease(endAt, end);
    }

    static void clear(long endAt) {
        Words.setLongRelease(endAt, 0);
    }
}
