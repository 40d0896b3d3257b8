package io.headrace.signal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A future that the library completes; for the runtime. What depends on it never runs on a thread of the library: if somebody
 * depends on it, a virtual thread of its own completes it; those that nobody depends on are completed by one virtual thread
 * together, so that they cost no task each.
 *
 * <p>A dependent may be added at the very moment of completion; then it may run on the shared thread. Only
 * {@link CompletableFuture#allOf} and {@link CompletableFuture#anyOf} can be so late, since every other way to depend on a
 * future calls one of the overridden methods first.
 *
 * @param <T> what it gives
 */
public abstract class LibraryFuture<T> extends CompletableFuture<T> {

    private static final ConcurrentLinkedQueue<LibraryFuture<?>> UNOBSERVED = new ConcurrentLinkedQueue<>();
    private static final AtomicBoolean COMPLETING = new AtomicBoolean();

    private volatile boolean observed;

    /** Makes a future that is not settled. */
    protected LibraryFuture() {}

    /** Completes the future with what it was settled with. Called on a virtual thread. */
    protected abstract void finish();

    /** Has {@link #finish} called. Called once, by any thread; returns at once. */
    protected final void finishSoon() {
        if (isObserved()) {
            finishOnThreadOfItsOwn();
        } else {
            UNOBSERVED.add(this);
            completeUnobserved();
        }
    }

    private static void completeUnobserved() {
        if (COMPLETING.compareAndSet(false, true)) {
            Thread.ofVirtual().name("headrace-futures").start(LibraryFuture::runUnobserved);
        }
    }

    private static void runUnobserved() {
        for (LibraryFuture<?> next = UNOBSERVED.poll(); next != null; next = UNOBSERVED.poll()) {
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

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        observed = true;
        return new CompletableFuture<>();
    }

    @Override
    public CompletableFuture<T> toCompletableFuture() {
        observed = true;
        return this;
    }
}
