package io.headrace.sim.replay;

/**
 * When and where a replay ran each operation. Operations are numbered from 0, as in {@link io.headrace.sim.trace.Trace#valid()}.
 * Immutable.
 */
public final class Schedule {

    private final int[] queues;
    private final long[] started;
    private final long[] waited;

    /** Takes the arrays as they are; one element for each operation. */
    Schedule(int[] queues, long[] started, long[] waited) {
        this.queues = queues;
        this.started = started;
        this.waited = waited;
    }

    /** How many operations there are. */
    public int count() {
        return queues.length;
    }

    /** The queue that ran an operation, by its place in {@link ReplayResult#uses()}. */
    public int queue(int operation) {
        return queues[operation];
    }

    /** When an operation began, in nanoseconds from the first operation's coming on. */
    public long startedNanos(int operation) {
        return started[operation];
    }

    /** For how many nanoseconds an operation stood in its queue although all that it depends on was done. */
    public long waitedNanos(int operation) {
        return waited[operation];
    }
}
