package io.headrace;

import io.headrace.error.HeadraceException;
import org.jspecify.annotations.Nullable;

/**
 * Something that happens in a stream's order without being a step: once all steps enqueued before it have ended, it is told
 * whether they failed.
 */
abstract class Tail extends Timeline.Watch {

    private final Timeline timeline;
    private final @Nullable Failure cleared;

    /**
     * @param timeline the stream's timeline
     * @param target the number of the last step before it
     */
    Tail(Timeline timeline, long target) {
        super(target);
        this.timeline = timeline;
        Failure latest = timeline.failure();
        // What a wait has thrown already does not concern what comes after, though the last step is the same.
        this.cleared = latest != null && latest.isCleared() ? latest : null;
    }

    @Override
    final void reached() {
        HeadraceException cause = cause();
        if (cause == null) {
            passed();
        } else {
            failed(cause);
        }
    }

    /** Why this fails, as far as is known yet; final once the steps before it have ended. */
    final @Nullable HeadraceException cause() {
        Failure latest = timeline.failure();
        Failure covering = latest == null ? null : latest.covering(target(), cleared);
        return covering == null ? null : covering.cause();
    }

    /** All steps before ended well. */
    abstract void passed();

    /** A step before failed, and no wait had thrown that when this was enqueued. */
    abstract void failed(HeadraceException cause);
}
