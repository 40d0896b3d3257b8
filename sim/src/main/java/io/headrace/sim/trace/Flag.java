package io.headrace.sim.trace;

/** What is wrong with an operation's times. Such operations are counted, and left out of sums and of replays. */
public enum Flag {
    /** It ended when it began. */
    ZERO_DURATION("of zero duration"),
    /** It ended before it began. */
    NEGATIVE_DURATION("of negative duration"),
    /** It has no beginning or no end, or one that is no time. */
    NO_TIME("without a time");

    private final String words;

    Flag(String words) {
        this.words = words;
    }

    /** The flag in words, behind "operations". */
    @Override
    public String toString() {
        return words;
    }
}
