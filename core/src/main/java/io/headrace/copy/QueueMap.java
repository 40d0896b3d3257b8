package io.headrace.copy;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The free queues of the engines of one class, a bit each: bit b is queue {@code b / engines} of engine {@code b %
 * engines}, and set while it is free.
 *
 * <p>The words are never changed but replaced, so that whoever looks sees all of them at one moment: the lowest
 * free bit is the lowest, and if there is none, there was none. Lock-free: a thread that has to try again does so
 * because another one got what it wanted.
 */
final class QueueMap {

    /** What {@link #take} gives if no bit is free. */
    static final int NONE = -1;

    private final int engines;
    private final long[] initial;
    private final long[][] ofEngine;
    private final AtomicReference<long[]> free;

    /**
     * A map in which all queues are free but the reserved ones and those of engines that are excluded.
     *
     * @param engines how many engines the class has
     * @param queues how many queues each has
     * @param reserved how many of them are never given out, the first of each engine
     * @param excluded a bit for each engine of the class that is never used
     */
    QueueMap(int engines, int queues, int reserved, long excluded) {
        this.engines = engines;
        int words = (engines * queues + Long.SIZE - 1) / Long.SIZE;
        this.initial = new long[words];
        this.ofEngine = new long[engines][words];
        for (int bit = engines * reserved; bit < engines * queues; bit++) {
            int engine = bit % engines;
            if ((excluded >>> engine & 1) == 0) {
                set(initial, bit);
                set(ofEngine[engine], bit);
            }
        }
        this.free = new AtomicReference<>(initial);
    }

    /** Takes the lowest free bit, or {@link #NONE}. */
    int take() {
        return take(initial);
    }

    /** Takes the lowest free bit of one engine, or {@link #NONE}. */
    int takeOf(int engine) {
        return take(ofEngine[engine]);
    }

    /** Takes the lowest free bit of some engines, or {@link #NONE}. */
    int takeOfAny(long some) {
        long[] within = new long[initial.length];
        for (int engine = 0; engine < engines; engine++) {
            for (int i = 0; i < within.length && (some >>> engine & 1) != 0; i++) {
                within[i] |= ofEngine[engine][i];
            }
        }
        return take(within);
    }

    private int take(long[] within) {
        while (true) {
            long[] now = free.get();
            int bit = lowest(now, within);
            if (bit == NONE) {
                return NONE;
            }
            long[] next = now.clone();
            next[bit / Long.SIZE] &= ~(1L << bit);
            if (free.compareAndSet(now, next)) {
                return bit;
            }
            Thread.onSpinWait();
        }
    }

    /** Sets a bit that was taken. */
    void give(int bit) {
        while (true) {
            long[] now = free.get();
            long[] next = now.clone();
            set(next, bit);
            if (free.compareAndSet(now, next)) {
                return;
            }
            Thread.onSpinWait();
        }
    }

    /** How many bits are free. */
    int free() {
        return count(initial);
    }

    /** How many bits of one engine are free. */
    int freeOf(int engine) {
        return count(ofEngine[engine]);
    }

    private int count(long[] within) {
        long[] now = free.get();
        int count = 0;
        for (int i = 0; i < now.length; i++) {
            count += Long.bitCount(now[i] & within[i]);
        }
        return count;
    }

    /** The engines that can be used and of which no queue is taken, a bit each. */
    long idle() {
        long[] now = free.get();
        long idle = 0;
        for (int engine = 0; engine < engines; engine++) {
            boolean usable = false;
            boolean taken = false;
            for (int i = 0; i < now.length; i++) {
                usable |= ofEngine[engine][i] != 0;
                taken |= (now[i] & ofEngine[engine][i]) != ofEngine[engine][i];
            }
            idle |= usable && !taken ? 1L << engine : 0;
        }
        return idle;
    }

    private static int lowest(long[] words, long[] within) {
        for (int i = 0; i < words.length; i++) {
            long word = words[i] & within[i];
            if (word != 0) {
                return i * Long.SIZE + Long.numberOfTrailingZeros(word);
            }
        }
        return NONE;
    }

    private static void set(long[] words, int bit) {
        words[bit / Long.SIZE] |= 1L << bit;
    }
}
