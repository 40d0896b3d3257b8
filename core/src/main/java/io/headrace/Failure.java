package io.headrace;

import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.error.OperationCancelledException;
import io.headrace.trace.Outcome;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a stream from the step that failed until a wait has thrown it (rule 7): which steps it takes with it.
 * Written under the stream's lock; read without it by the queue that runs the stream's packets.
 */
final class Failure {

    private volatile long from;
    private volatile @Nullable HeadraceException cause;
    private @Nullable Failure before;
    private volatile @Nullable Failure next;
    private volatile long to = Long.MAX_VALUE;

    /**
     * @param from the sequence number of the step that failed
     * @param cause why; {@code null} only if nothing failed
     * @param before the failure before it, which may have steps left to take; it was cleared
     */
    Failure(long from, @Nullable HeadraceException cause, @Nullable Failure before) {
        this.from = from;
        this.cause = cause;
        this.before = before;
        if (before != null) {
            // Older ones have no step left that could meet them.
            before.before = null;
            before.next = this;
        }
    }

    /** What a stream that never failed has once somebody waits for it, as the place to look for failures from. */
    static Failure none() {
        Failure none = new Failure(Long.MAX_VALUE, null, null);
        none.to = 0;
        return none;
    }

    /** Whether the step with this number failed or must fail. */
    boolean covers(long sequence) {
        return covering(sequence, null) != null;
    }

    /**
     * The failure, this or the one before, that the step with this number failed with or must fail with.
     *
     * @param known a failure that had been thrown when what asks was enqueued; it and those before it do not count
     */
    @Nullable
    Failure covering(long sequence, @Nullable Failure known) {
        for (Failure failure = this; failure != null && failure != known; failure = failure.before) {
            if (sequence >= failure.from && sequence <= failure.to) {
                return failure;
            }
        }
        return null;
    }

    /** What became of the step with this number, which did not run: it failed itself if a failure begins there that nobody asked for. */
    Outcome outcomeOf(long sequence) {
        Failure failure = covering(sequence, null);
        boolean itsOwn = failure != null
                && failure.from == sequence
                && !(failure.cause instanceof OperationCancelledException || failure.cause instanceof ClosedException);
        return itsOwn ? Outcome.FAILED : Outcome.SKIPPED;
    }

    /**
     * The first failure, from this one on, that a wait has to report.
     *
     * @param target the last step that is waited for
     * @param thrown whether this one had been thrown when the wait began
     */
    @Nullable
    Failure reportTo(long target, boolean thrown) {
        for (Failure failure = thrown ? next : this; failure != null; failure = failure.next) {
            if (target >= failure.from) {
                return failure;
            }
        }
        return null;
    }

    /** A step before it has failed too, and nobody was told of this one yet: it begins there, with the reason of that. */
    void extend(long earlier, HeadraceException reason) {
        cause = reason;
        from = earlier;
    }

    /** Why it failed; {@code null} if nothing did. */
    @Nullable
    HeadraceException causeIfAny() {
        return cause;
    }

    HeadraceException cause() {
        return Objects.requireNonNull(cause, "cause");
    }

    boolean isCleared() {
        return to != Long.MAX_VALUE;
    }

    /** A wait has thrown the failure: steps enqueued later than {@code last} are not taken with it. */
    void clear(long last) {
        to = last;
    }
}
