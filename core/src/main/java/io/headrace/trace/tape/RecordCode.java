package io.headrace.trace.tape;

import io.headrace.trace.OperationKind;
import io.headrace.trace.Outcome;

/** An operation's kind, outcome, device and place in one word. */
public final class RecordCode {

    /** The place of what ran on no queue. */
    public static final int HOST = 0xFFFF;

    /** How many kinds there are. */
    public static final int KIND_COUNT = OperationKind.values().length;

    /** How many outcomes there are. */
    public static final int OUTCOME_COUNT = Outcome.values().length;

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

    /** A kind's number, from 0, less than {@link #KIND_COUNT}. */
    @SuppressWarnings("EnumOrdinal") // never leaves the process
    public static int number(OperationKind kind) {
        return kind.ordinal();
    }

    /** An outcome's number, from 0, less than {@link #OUTCOME_COUNT}. */
    @SuppressWarnings("EnumOrdinal") // never leaves the process
    public static int number(Outcome outcome) {
        return outcome.ordinal();
    }

    /**
     * All in one.
     *
     * @param kind the kind's {@linkplain #number(OperationKind) number}
     * @param outcome the outcome
     * @param device the device's number in its runtime
     * @param place what {@link #queue} or {@link #engine} gave, or {@link #HOST}
     */
    public static long of(int kind, Outcome outcome, int device, int place) {
        return (long) device << 32 | (long) place << 16 | kind << 8 | number(outcome);
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
