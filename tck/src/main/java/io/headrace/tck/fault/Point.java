package io.headrace.tck.fault;

/** A place where {@link Faults} can step in. */
public enum Point {
    /** A compute queue is created. */
    QUEUE_CREATION,
    /** The queue of a copy engine is created. */
    ENGINE_QUEUE_CREATION,
    /** Device memory or pinned host memory is allocated. */
    ALLOCATION,
    /** Host memory is pinned. */
    PIN,
    /** Device memory of somebody else is wrapped. */
    WRAP,
    /** A kernel is made ready, on the caller's thread. */
    PREPARATION,
    /** A kernel is about to run. */
    LAUNCH,
    /** A copy is about to run. */
    COPY,
    /** A fill is about to run. */
    FILL,
    /** A sequence of commands is made ready, on the caller's thread. */
    SEQUENCE_PREPARATION,
    /** A sequence of commands is about to run. */
    SEQUENCE,
    /** A native call is about to run. */
    NATIVE_CALL,
    /** A barrier is about to run. */
    BARRIER
}
