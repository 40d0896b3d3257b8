package io.headrace.sim;

import org.jspecify.annotations.Nullable;

/** Something that will happen, unless it is cancelled before. */
public final class PlannedEvent implements Comparable<PlannedEvent> {

    private final long nanos;
    private final long number;
    private @Nullable Runnable action;

    PlannedEvent(long nanos, long number, Runnable action) {
        this.nanos = nanos;
        this.number = number;
        this.action = action;
    }

    /** When. */
    public long nanos() {
        return nanos;
    }

    /** Makes that it does not happen; no effect once it has. */
    public void cancel() {
        action = null;
    }

    boolean isCancelled() {
        return action == null;
    }

    void happen() {
        Runnable once = action;
        action = null;
        if (once != null) {
            once.run();
        }
    }

    /** By time and, at the same time, by the order in which they were planned. */
    @Override
    public int compareTo(PlannedEvent other) {
        return nanos != other.nanos ? Long.compare(nanos, other.nanos) : Long.compare(number, other.number);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
