package io.headrace.sim.replay;

import io.headrace.queue.QueueSlot;
import org.jspecify.annotations.Nullable;

/** How far a stream has come. */
final class ReplayedStream {

    private final int[] operations;

    /** How many have come. */
    int came;

    /** How many were put into a queue. */
    int submitted;

    /** How many of those have not ended. */
    int inFlight;

    /** The queue it is bound to. */
    @Nullable
    QueueSlot bound;

    ReplayedStream(int[] operations) {
        this.operations = operations;
    }

    /** The operation that is next to be put into a queue; -1 if none has come. */
    int next() {
        return submitted < came ? operations[submitted] : -1;
    }

    boolean isOver() {
        return submitted == operations.length && inFlight == 0;
    }
}
