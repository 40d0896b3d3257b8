package io.headrace.trace;

/** How an operation ended. */
public enum Outcome {
    /** It ran to its end. */
    DONE("done"),
    /** It ran, or was to run, and failed. */
    FAILED("failed"),
    /** It did not run, since something before it had failed, or its stream was cancelled. */
    SKIPPED("skipped");

    private final String label;

    Outcome(String label) {
        this.label = label;
    }

    /** The outcome in files. */
    public String label() {
        return label;
    }
}
