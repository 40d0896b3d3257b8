package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.signal.LibraryFuture;
import org.jspecify.annotations.Nullable;

/** The future of a stream. */
final class StreamFuture extends LibraryFuture<Void> {

    private @Nullable HeadraceException cause;

    /**
     * Completes the future. Called once, by any thread; returns at once.
     *
     * @param failure why it fails; {@code null} if it does not
     */
    void settle(@Nullable HeadraceException failure) {
        cause = failure;
        finishSoon();
    }

    @Override
    protected void finish() {
        HeadraceException failure = cause;
        if (failure == null) {
            complete(null);
        } else {
            completeExceptionally(failure);
        }
    }
}
