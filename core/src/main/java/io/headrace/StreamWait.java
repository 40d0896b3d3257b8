package io.headrace;

import io.headrace.error.HeadraceException;
import org.jspecify.annotations.Nullable;

/** One wait for what a stream holds when it begins, and the failure that it has to throw (rule 7). */
final class StreamWait {

    private final StreamOrder order;
    private final long target;
    private final Failure from;
    private final boolean thrown;

    private StreamWait(StreamOrder order, long target) {
        this.order = order;
        this.target = target;
        // Failures are linked forward from the one that is the latest now: however late this thread goes on, it finds
        // its own.
        this.from = order.timeline().failureOrNone();
        this.thrown = from.isCleared();
    }

    /**
     * Begins a wait.
     *
     * @return {@code null} if it is over, and has nothing to throw
     * @throws IllegalStateException if called by a kernel, or by a host call of the stream or of one that it waits for
     */
    static @Nullable StreamWait begin(StreamOrder order) {
        Timeline timeline = order.timeline();
        long target = order.enqueued();
        order.checkMayWait(target);
        return timeline.hasPassed(target) && timeline.failure() == null ? null : new StreamWait(order, target);
    }

    /** The stream. */
    StreamOrder order() {
        return order;
    }

    /** A thread's wait for it. */
    TimelineWaiter waiter() {
        return new TimelineWaiter(order, target);
    }

    /** Waits, for a limited time. Clears nothing. */
    boolean await(long timeoutNanos) throws InterruptedException {
        return CallersCall.await(order, target, waiter(), timeoutNanos);
    }

    /** The failure that this wait throws, which clears it; {@code null} if there is none. Called once the wait is over. */
    @Nullable
    HeadraceException takeFailure() {
        Failure failure = from.reportTo(target, thrown);
        if (failure == null) {
            return null;
        }
        order.clear(failure);
        return failure.cause().thrownHere();
    }
}
