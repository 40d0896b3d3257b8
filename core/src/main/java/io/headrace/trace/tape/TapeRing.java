package io.headrace.trace.tape;

import io.headrace.trace.OperationRecord;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keeps what writers write off the line of the object before. */
abstract class TapeRingFrontPadding {
    @SuppressWarnings("unused")
    private long p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13;
}

/** What writers write for each record. */
abstract class TapeRingWriters extends TapeRingFrontPadding {
    volatile long tail;

    /** Up to where the reader was when a writer last had to look. */
    volatile long knownHead;
}

/** Keeps writers and the reader apart. */
abstract class TapeRingMiddlePadding extends TapeRingWriters {
    @SuppressWarnings("unused")
    private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13;
}

/** What the reader writes. */
abstract class TapeRingReader extends TapeRingMiddlePadding {
    volatile long head;
}

/**
 * A ring of records with many writers and one reader, allocated once. A record is a row of words, so that to write it touches two cache
 * lines; the first word says which round of the ring it is of, and is written last.
 *
 * <p>{@link #write} is lock-free and never waits: a record that has no room is not taken.
 */
final class TapeRing extends TapeRingReader {

    private static final int TURN = 0;
    private static final int CODE = 1;
    private static final int STREAM = 2;
    private static final int BYTES = 3;
    private static final int CORRELATION = 4;
    private static final int ENQUEUED = 5;
    private static final int SUBMITTED = 6;
    private static final int STARTED = 7;
    private static final int ENDED = 8;
    private static final int START_TICKS = 9;
    private static final int END_TICKS = 10;
    private static final int WORDS = 12;

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle TAIL;
    private static final VarHandle HEAD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(TapeRingWriters.class, "tail", long.class);
            HEAD = lookup.findVarHandle(TapeRingReader.class, "head", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final int mask;
    private final long[] words;
    private final @Nullable Object[] names;

    /**
     * @param capacity how many records it holds, a power of two
     */
    TapeRing(int capacity) {
        mask = capacity - 1;
        words = new long[Math.multiplyExact(capacity, WORDS)];
        names = new Object[capacity];
    }

    /** How many records it holds. */
    int capacity() {
        return mask + 1;
    }

    /** Takes a record; {@code false} if there is no room. See {@link Tape#write}. */
    boolean write(
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
        long at = claim();
        if (at < 0) {
            return false;
        }
        int index = (int) at & mask;
        int row = index * WORDS;
        long[] to = words;
        to[row + CODE] = code;
        to[row + STREAM] = stream;
        to[row + BYTES] = bytes;
        to[row + CORRELATION] = correlation;
        to[row + ENQUEUED] = enqueued;
        to[row + SUBMITTED] = submitted;
        to[row + STARTED] = started;
        to[row + ENDED] = ended;
        to[row + START_TICKS] = startTicks;
        to[row + END_TICKS] = endTicks;
        names[index] = name;
        WORD.setRelease(to, row + TURN, at + 1);
        return true;
    }

    private long claim() {
        while (true) {
            long at = tail;
            if (at - knownHead > mask) {
                long now = head;
                if (at - now > mask) {
                    return -1;
                }
                knownHead = now;
            }
            if (TAIL.compareAndSet(this, at, at + 1)) {
                return at;
            }
        }
    }

    /** Whether all that was claimed has been taken. For the reader. */
    boolean isEmpty() {
        return head == tail;
    }

    /** Whether the oldest record can be taken. For the reader. */
    boolean isReady() {
        long at = head;
        return (long) WORD.getAcquire(words, ((int) at & mask) * WORDS) == at + 1;
    }

    /** Takes the oldest record, which is ready. For the reader. */
    OperationRecord take(long id, Labels labels) {
        long at = head;
        int index = (int) at & mask;
        int row = index * WORDS;
        long code = words[row + CODE];
        long correlation = words[row + CORRELATION];
        OperationRecord record = new OperationRecord(
                id,
                RecordCode.kind(code),
                labels.name(Objects.requireNonNull(names[index])),
                labels.device(RecordCode.device(code)),
                words[row + STREAM],
                labels.place(RecordCode.place(code)),
                words[row + BYTES],
                correlation == Tape.ITS_OWN ? id : correlation,
                words[row + ENQUEUED],
                words[row + SUBMITTED],
                words[row + STARTED],
                words[row + ENDED],
                words[row + START_TICKS],
                words[row + END_TICKS],
                RecordCode.outcome(code));
        names[index] = null;
        HEAD.setRelease(this, at + 1);
        return record;
    }

    /** Gives up the oldest record, whose writer was stopped in the middle. For the reader, when nothing is written any more. */
    void skip() {
        HEAD.setRelease(this, head + 1);
    }
}
