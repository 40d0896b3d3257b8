package io.headrace.sim.trace;

/** What an operation of a trace did. */
public enum OperationKind {
    /** Ran a kernel. */
    KERNEL,
    /** Moved bytes. */
    COPY,
    /** Set bytes. */
    FILL,
    /** Something else that a device did. */
    OTHER
}
