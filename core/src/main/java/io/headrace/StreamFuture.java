package io.headrace;

import io.headrace.error.HeadraceException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The future of a stream. What depends on it never runs on a thread of the library: if somebody depends on it, a virtual
 * thread of its own completes it; those that nobody depends on are completed by one virtual thread together, so that they cost
 * no task each.
 *
 * <p>A dependent may be added at the very moment of completion; then it may run on the shared thread. Only
 * {@link CompletableFuture#allOf} and {@link CompletableFuture#anyOf} can be so late, since every other way to depend on a
 * future calls one of the overridden methods first.
 */
final class StreamFuture extends CompletableFuture<Void> {

    private static final ConcurrentLinkedQueue<StreamFuture> UNOBSERVED = new ConcurrentLinkedQueue<>();
    private static final AtomicBoolean COMPLETING = new AtomicBoolean();

    private volatile boolean observed;
    private @Nullable HeadraceException cause;

    /**
     * Completes the future. Called once, by any thread; returns at once.
     *
     * @param failure why it fails; {@code null} if it does not
     */
    void settle(@Nullable HeadraceException failure) {
        cause = failure;
        if (isObserved()) {
            finishOnThreadOfItsOwn();
        } else {
            UNOBSERVED.add(this);
            completeUnobserved();
        }
    }

    private static void completeUnobserved() {
        if (COMPLETING.compareAndSet(false, true)) {
            Thread.ofVirtual().name("headrace-futures").start(StreamFuture::runUnobserved);
        }
    }

    private static void runUnobserved() {
        for (StreamFuture next = UNOBSERVED.poll(); next != null; next = UNOBSERVED.poll()) {
            if (next.isObserved()) {
                next.finishOnThreadOfItsOwn();
            } else {
                next.finish();
            }
        }
        COMPLETING.set(false);
        // One that was added between the last look and the line before has found the thread still there.
        if (!UNOBSERVED.isEmpty()) {
            completeUnobserved();
        }
    }

    private boolean isObserved() {
        return observed || getNumberOfDependents() > 0;
    }

    private void finishOnThreadOfItsOwn() {
        Thread.ofVirtual().name("headrace-future").start(this::finish);
    }

    private void finish() {
        HeadraceException failure = cause;
        if (failure == null) {
            complete(null);
        } else {
            completeExceptionally(failure);
        }
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        observed = true;
        return new CompletableFuture<>();
    }

    @Override
    public CompletableFuture<Void> toCompletableFuture() {
        observed = true;
        return this;
    }
}
