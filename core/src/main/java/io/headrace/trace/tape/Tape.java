package io.headrace.trace.tape;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What operations have written of themselves and the reader has not taken yet, in memory that was allocated when the trace began. Writers
 * are spread over several rings, so that queues do not get in each other's way; a record is dropped, and counted, only if none has room.
 * Safe for use from any thread.
 */
public final class Tape {

    /** The correlation of an operation that is the only one of its call. */
    public static final long ITS_OWN = 0;

    /** Beyond all numbers of records, and still exact where numbers are doubles. */
    private static final long FIRST_SHARED = 1L << 52;

    private static final int MOST_RINGS = 8;
    private static final int LEAST_RING = 64;

    private final TapeRing[] rings;
    private final List<String> devices;
    private final AtomicLong nextShared = new AtomicLong(FIRST_SHARED);
    private final LongAdder dropped = new LongAdder();
    private volatile boolean stopped;

    /**
     * An empty tape.
     *
     * @param records for how many records it has room at least
     * @param devices the devices' names, by number
     */
    public Tape(int records, List<String> devices) {
        this.devices = List.copyOf(devices);
        int all = Math.max(1, Integer.highestOneBit(records - 1) << 1);
        int processors = Integer.highestOneBit(Runtime.getRuntime().availableProcessors());
        int count = Math.clamp(Math.min(processors, all / LEAST_RING), 1, MOST_RINGS);
        rings = new TapeRing[count];
        for (int i = 0; i < count; i++) {
            rings[i] = new TapeRing(all / count);
        }
    }

    /** A number for the pieces of one call, which no record has, nor another call. */
    public long newCorrelation() {
        return nextShared.getAndIncrement();
    }

    /**
     * Writes what became of an operation. Never waits and allocates nothing.
     *
     * @param code what {@link RecordCode#of} gave
     * @param name a text, or the class of a kernel
     * @param correlation {@link #ITS_OWN}, or what {@link #newCorrelation} gave
     * @param submitted if before {@code enqueued}, that counts; so for all times: those of a device's clock may be off a little
     */
    public void write(
            long code,
            Object name,
            long stream,
            long bytes,
            long correlation,
            long enqueued,
            long submitted,
            long started,
            long ended,
            long startTicks,
            long endTicks) {
        if (stopped) {
            return;
        }
        // Compared by subtraction: a time source may wrap.
        long second = submitted - enqueued < 0 ? enqueued : submitted;
        long third = started - second < 0 ? second : started;
        long fourth = ended - third < 0 ? third : ended;
        int first = (int) Thread.currentThread().threadId();
        for (int i = 0; i < rings.length; i++) {
            TapeRing ring = rings[(first + i) & (rings.length - 1)];
            if (ring.write(
                    code, name, stream, bytes, correlation, enqueued, second, third, fourth, startTicks, endTicks)) {
                return;
            }
        }
        dropped.increment();
    }

    /** Takes nothing more. */
    void stop() {
        stopped = true;
    }

    /** Records that were lost. */
    void drop(long count) {
        dropped.add(count);
    }

    /** How many records had no room. */
    long dropped() {
        return dropped.sum();
    }

    TapeRing[] rings() {
        return rings;
    }

    List<String> devices() {
        return devices;
    }
}
