package io.headrace.sim.replay;

/** What becomes of the time in which a stream had nothing to do. */
public enum Gaps {
    /**
     * An operation comes when it came in the recording: when it was put into its queue, if the trace tells that, else when it
     * began.
     */
    KEEP("keep"),
    /** All operations are there from the beginning, in the order in which they came. */
    DROP("drop");

    private final String shown;

    Gaps(String shown) {
        this.shown = shown;
    }

    /** As people write it, for instance {@code keep}. */
    @Override
    public String toString() {
        return shown;
    }
}
