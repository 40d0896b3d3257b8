package io.headrace.queue;

import io.headrace.trace.OperationKind;
import io.headrace.trace.Outcome;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How many packets of each kind have ended in one queue, and how. A queue ends its packets one after the other, though not always on the
 * same thread: so there is one writer at a time, and to count costs a plain store. Anybody may read.
 */
public final class PacketCounts {

    /** Keeps the counts off the lines of other objects. */
    private static final int PADDING = 16;

    private static final int OUTCOMES = Outcome.values().length;
    private static final int KINDS = OperationKind.values().length;
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] counts = new long[PADDING + KINDS * OUTCOMES + PADDING];

    PacketCounts() {}

    /**
     * A packet has ended. Called before that is published.
     *
     * @param kind its kind's ordinal
     */
    public void add(int kind, Outcome outcome) {
        int index = index(kind, outcome);
        COUNT.setRelease(counts, index, counts[index] + 1);
    }

    /** How many of a kind have ended so. */
    public long get(OperationKind kind, Outcome outcome) {
        return (long) COUNT.getAcquire(counts, index(kind.ordinal(), outcome));
    }

    private static int index(int kind, Outcome outcome) {
        return PADDING + kind * OUTCOMES + outcome.ordinal();
    }
}
