package io.headrace.queue;

import io.headrace.trace.OperationKind;
import io.headrace.trace.Outcome;
import io.headrace.trace.tape.RecordCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How many packets of each kind have ended in one queue, and how. A queue ends its packets one after the other, though not always on the
 * same thread: so there is one writer at a time, and to count costs a plain store. Anybody may read.
 */
public final class PacketCounts {

    /** Keeps the counts off the lines of other objects. */
    private static final int PADDING = 16;

    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] counts = new long[PADDING + RecordCode.KIND_COUNT * RecordCode.OUTCOME_COUNT + PADDING];

    PacketCounts() {}

    /**
     * A packet has ended. Called before that is published.
     *
     * @param kind its kind's {@linkplain RecordCode#number(OperationKind) number}
     */
    public void add(int kind, Outcome outcome) {
        int index = index(kind, outcome);
        COUNT.setRelease(counts, index, counts[index] + 1);
    }

    /** How many of a kind have ended so. */
    public long get(OperationKind kind, Outcome outcome) {
        return (long) COUNT.getAcquire(counts, index(RecordCode.number(kind), outcome));
    }

    private static int index(int kind, Outcome outcome) {
        return PADDING + kind * RecordCode.OUTCOME_COUNT + RecordCode.number(outcome);
    }
}
