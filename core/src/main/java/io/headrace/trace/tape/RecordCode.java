package io.headrace.trace.tape;

import io.headrace.trace.OperationKind;
import io.headrace.trace.Outcome;

/** An operation's kind, outcome, device and place in one word. */
public final class RecordCode {

    /** The place of what ran on no queue. */
    public static final int HOST = 0xFFFF;

    private static final int MOST_INDEX = 0x7FFF;
    private static final int ENGINE = 0x8000;
    private static final OperationKind[] KINDS = OperationKind.values();
    private static final Outcome[] OUTCOMES = Outcome.values();

    private RecordCode() {}

    /** The place of a compute queue. */
    public static int queue(int index) {
        return Math.min(index, MOST_INDEX - 1);
    }

    /** The place of a copy engine. */
    public static int engine(int index) {
        return ENGINE | Math.min(index, MOST_INDEX - 1);
    }

    /**
     * All in one.
     *
     * @param kind the kind's ordinal
     * @param outcome the outcome
     * @param device the device's number in its runtime
     * @param place what {@link #queue} or {@link #engine} gave, or {@link #HOST}
     */
    public static long of(int kind, Outcome outcome, int device, int place) {
        return (long) device << 32 | (long) place << 16 | kind << 8 | outcome.ordinal();
    }

    /** The kind in a code. */
    public static OperationKind kind(long code) {
        return KINDS[(int) code >>> 8 & 0xFF];
    }

    /** The outcome in a code. */
    public static Outcome outcome(long code) {
        return OUTCOMES[(int) code & 0xFF];
    }

    static int device(long code) {
        return (int) (code >>> 32);
    }

    /** The place in a code. */
    public static int place(long code) {
        return (int) code >>> 16;
    }

    /** A place in words. */
    public static String nameOf(int place) {
        if (place == HOST) {
            return "host";
        }
        return (place & ENGINE) == 0 ? "queue " + place : "engine " + (place & ~ENGINE);
    }
}
