package io.headrace.sim.replay;

/** For how long a stream keeps its queue. */
public enum Binding {
    /** While something of it is in the queue, as in the runtime. */
    WHILE_BUSY,
    /** From its first operation to the end of its last. */
    HELD
}
