package io.headrace.acc;

import io.headrace.Event;
import io.headrace.RoutedOperations;
import io.headrace.Stream;
import io.headrace.signal.Waiter;
import java.time.Duration;

/**
 * What an async number stands for: a queue, whose operations run one after the other, or for {@link AsyncQueues#SYNC} work that
 * has ended when the call returns. Has the operations of a {@link Stream}; what else a stream can do, {@link #stream()} does.
 *
 * <p>{@code acc.queue(3).after(1, 2).launch(range, kernel)} is a launch on queue 3 that waits for what queues 1 and 2 hold.
 *
 * <p>An operation on {@code SYNC} throws what it fails with, and, if the thread is interrupted meanwhile, a
 * {@link io.headrace.error.HeadraceException} with the thread still interrupted; the operation then goes on, and the device's
 * default queue waits for it. In a kernel it is an {@link IllegalStateException}, and nothing was enqueued. Safe for use from
 * any thread.
 */
public abstract sealed class AsyncQueue extends RoutedOperations<AsyncQueue> permits NumberedQueue, SyncQueue {

    private final AsyncQueues owner;
    private final int number;

    AsyncQueue(AsyncQueues owner, int number) {
        super(owner.device());
        this.owner = owner;
        this.number = number;
    }

    /** Like {@link RoutedOperations#afterHostCall}, for this package. */
    static void afterTheCallersHostCall(Object key, Runnable action) {
        afterHostCall(key, action);
    }

    /** The number: 0 or more, or {@link AsyncQueues#SYNC}. */
    public final int number() {
        return number;
    }

    /** The queues of the same device. */
    final AsyncQueues owner() {
        return owner;
    }

    /**
     * A wait list: lets what is enqueued on this queue from now on wait for what other queues of the device hold now. Those
     * that were never used, this one and {@link AsyncQueues#SYNC} stand for nothing, {@link AsyncQueues#NOVAL} for the default
     * queue. Makes none of them. Never blocks; but on {@code SYNC} it waits for them, and throws what they failed with.
     *
     * @throws IllegalArgumentException if a number is below {@code SYNC}; nothing changed
     */
    public final AsyncQueue after(int... numbers) {
        return after(owner, numbers);
    }

    /**
     * A wait list of queues of a device, this one's or another; else like {@link #after(int...)}.
     *
     * @throws IllegalArgumentException if a number is below {@link AsyncQueues#SYNC}; nothing changed
     */
    public final AsyncQueue after(AsyncQueues device, int... numbers) {
        for (NumberedQueue queue : device.inWaitList(numbers)) {
            after(queue);
        }
        return this;
    }

    /** Lets what is enqueued from now on wait for what another queue holds. */
    abstract void after(NumberedQueue other);

    /** Records an event behind what is enqueued. */
    final void record(Event event) {
        enqueue(stream -> stream.record(event));
    }

    /** Lets what is enqueued from now on wait for an event; {@code SYNC} waits itself. */
    final void waitFor(Event event) {
        enqueue(stream -> stream.waitFor(event));
    }

    /**
     * The queue's stream, for what goes beyond the operations here. The queue may get another one when somebody attaches or
     * closes one, so ask again each time.
     *
     * @throws IllegalStateException if this is {@link AsyncQueues#SYNC}, which has none
     */
    public abstract Stream stream();

    /** Whether everything enqueued has ended, well or not. Never blocks and clears no failure. */
    public abstract boolean isDone();

    /**
     * Waits until everything enqueued before this call has ended.
     *
     * @throws io.headrace.error.HeadraceException the failure of an operation, if one failed and no wait has thrown it
     * @throws IllegalStateException if called by a kernel, or by a host call of this queue or of one that it waits for
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public final void await() throws InterruptedException {
        await(Long.MAX_VALUE);
    }

    /**
     * Waits until everything enqueued before this call has ended, but no longer than a given time.
     *
     * @return {@code false} if the time ran out: not done yet, and nothing changed
     * @throws io.headrace.error.HeadraceException like {@link #await()}
     * @throws IllegalStateException if called by a kernel, or by a host call of this queue or of one that it waits for
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public final boolean await(Duration timeout) throws InterruptedException {
        return await(Waiter.nanos(timeout));
    }

    abstract boolean await(long timeoutNanos) throws InterruptedException;

    @Override
    protected final AsyncQueue self() {
        return this;
    }

    @Override
    public String toString() {
        return "queue=" + number;
    }
}
