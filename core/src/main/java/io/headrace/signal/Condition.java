package io.headrace.signal;

/** What a wait asks of a signal's value. All comparisons are signed. */
public enum Condition {
    /** The value equals the one given. */
    EQ(Outcome.EQUAL),
    /** The value differs from the one given. */
    NE(Outcome.LESS | Outcome.GREATER),
    /** The value is less than the one given. */
    LT(Outcome.LESS),
    /** The value is greater than the one given, or equal. */
    GTE(Outcome.EQUAL | Outcome.GREATER);

    /** How two values compare; a bit each, so that no condition needs a call or a jump of its own. */
    private static final class Outcome {
        private static final int LESS = 1;
        private static final int EQUAL = 2;
        private static final int GREATER = 4;
    }

    private final int outcomes;

    Condition(int outcomes) {
        this.outcomes = outcomes;
    }

    /**
     * Whether a value meets the condition.
     *
     * @param observed the signal's value
     * @param value what it is compared with
     */
    public boolean holds(long observed, long value) {
        int outcome = observed < value ? Outcome.LESS : observed == value ? Outcome.EQUAL : Outcome.GREATER;
        return (outcomes & outcome) != 0;
    }
}
