package io.headrace.signal;

import org.jspecify.annotations.Nullable;

/** How a wait for any of several signals ended. */
public final class AnyResult {

    /** The ways in which it can end. */
    public enum Outcome {
        /** A signal's value met its condition. */
        MET,
        /** None did in time. */
        TIMED_OUT,
        /** There is no signal to wait for: every entry is null or closed. */
        NONE_VALID
    }

    static final AnyResult TIMED_OUT = new AnyResult(Outcome.TIMED_OUT, 0, null, 0);
    static final AnyResult NONE_VALID = new AnyResult(Outcome.NONE_VALID, 0, null, 0);

    private final Outcome outcome;
    private final int index;
    private final @Nullable Signal signal;
    private final long observed;

    private AnyResult(Outcome outcome, int index, @Nullable Signal signal, long observed) {
        this.outcome = outcome;
        this.index = index;
        this.signal = signal;
        this.observed = observed;
    }

    static AnyResult met(int index, Signal signal, long observed) {
        return new AnyResult(Outcome.MET, index, signal, observed);
    }

    /** How the wait ended. */
    public Outcome outcome() {
        return outcome;
    }

    /** Whether a signal met its condition: only then are there an index, a signal and a value. */
    public boolean isMet() {
        return outcome == Outcome.MET;
    }

    /**
     * Where the signal stands in what the caller gave, counted from 0 with null and closed entries.
     *
     * @throws IllegalStateException if no signal met its condition
     */
    public int index() {
        signal();
        return index;
    }

    /**
     * The signal that met its condition.
     *
     * @throws IllegalStateException if none did
     */
    public Signal signal() {
        Signal met = signal;
        if (met == null) {
            throw new IllegalStateException(
                    "no signal met its condition, so the result has none: outcome=" + outcome + "; ask isMet() first");
        }
        return met;
    }

    /**
     * The value that met the condition; the signal may have another one by now.
     *
     * @throws IllegalStateException if no signal met its condition
     */
    public long observed() {
        signal();
        return observed;
    }

    @Override
    public String toString() {
        return isMet()
                ? "AnyResult[MET, index=" + index + ", observed=" + observed + ", " + signal + "]"
                : "AnyResult[" + outcome + "]";
    }
}
