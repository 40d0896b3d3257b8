package io.headrace;

import io.headrace.error.HeadraceException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The future of a stream: completed by a virtual thread of its own if somebody depends on it, so that what depends on it
 * never runs on a thread of the library; completed at once, without a task, if nobody does.
 *
 * <p>A dependent may be added at the very moment. Each way to add one calls one of the two overridden methods first, which
 * either is seen here or waits for the few instructions that complete the future.
 */
final class StreamFuture extends CompletableFuture<Void> {

    private enum State {
        NEW,
        OBSERVED,
        SETTLING,
        SETTLED
    }

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(StreamFuture.class, "state", State.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private volatile State state = State.NEW;

    /**
     * Completes the future. Called once, by any thread; returns at once.
     *
     * @param cause why it fails; {@code null} if it does not
     */
    void settle(@Nullable HeadraceException cause) {
        if (getNumberOfDependents() == 0 && STATE.compareAndSet(this, State.NEW, State.SETTLING)) {
            if (getNumberOfDependents() == 0) {
                finish(cause);
                state = State.SETTLED;
                return;
            }
            state = State.OBSERVED;
        }
        Thread.ofVirtual().name("headrace-future").start(() -> finish(cause));
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        observe();
        return new CompletableFuture<>();
    }

    @Override
    public CompletableFuture<Void> toCompletableFuture() {
        observe();
        return this;
    }

    private void observe() {
        if (!STATE.compareAndSet(this, State.NEW, State.OBSERVED)) {
            while (state == State.SETTLING) {
                Thread.onSpinWait();
            }
        }
    }

    private void finish(@Nullable HeadraceException cause) {
        if (cause == null) {
            complete(null);
        } else {
            completeExceptionally(cause);
        }
    }
}
