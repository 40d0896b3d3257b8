package io.headrace.trace;

/** What an operation did. */
public enum OperationKind {
    /** Ran a kernel. */
    KERNEL("kernel"),
    /** Moved bytes. */
    COPY("copy"),
    /** Set bytes. */
    FILL("fill"),
    /** Replayed a recording, as one unit. */
    RECORDING("recording"),
    /** Ran code that was given the native queue, at the stream's place. */
    NATIVE_CALL("native_call"),
    /** Ran code on the host, at the stream's place. */
    HOST_CALL("host_call");

    private final String label;

    OperationKind(String label) {
        this.label = label;
    }

    /** The kind in files. */
    public String label() {
        return label;
    }
}
