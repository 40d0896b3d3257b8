package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.error.HeadraceTimeoutException;
import io.headrace.queue.QueueSlot;
import io.headrace.signal.Waiter;
import io.headrace.spi.DriverQueue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One call's wait for room for its step (rule 5): tries, waits for what stands in the way, and tries again. */
final class Room {

    private final StreamOrder order;
    private final long timeoutNanos;
    private final long start = System.nanoTime();
    private boolean timeIsOver;

    /**
     * @param timeoutNanos how long to wait; {@link Long#MAX_VALUE} for as long as it takes
     */
    Room(StreamOrder order, long timeoutNanos) {
        this.order = order;
        this.timeoutNanos = timeoutNanos;
    }

    /**
     * Enqueues a step that met an obstacle.
     *
     * @param waits whether the call waits for room at all
     * @return {@code false} if there was no room and the call does not wait; nothing was queued
     * @throws HeadraceTimeoutException if the time ran out, and there was no room then; nothing was queued
     * @throws HeadraceException if the thread was interrupted, or a queue cannot be created; nothing was queued
     */
    boolean enqueue(LaneStep step, Obstacle first, boolean waits) {
        Obstacle obstacle = first;
        step.delayed();
        while (obstacle != null) {
            QueueSlot ensured = null;
            if (obstacle.kind() == Obstacle.Kind.NO_QUEUE) {
                ensured = ensure(Objects.requireNonNull(obstacle.slot()));
            } else if (!waits) {
                return false;
            } else {
                await(obstacle);
            }
            obstacle = order.tryEnqueue(step, ensured);
        }
        return true;
    }

    /** Enqueues a host call that met an obstacle; the terms are the same. */
    void enqueue(HostStep step, Obstacle first) {
        for (Obstacle obstacle = first; obstacle != null; obstacle = order.tryEnqueue(step)) {
            await(obstacle);
        }
    }

    private static QueueSlot ensure(QueueSlot slot) {
        try {
            slot.ensure();
            return slot;
        } catch (RuntimeException e) {
            slot.release();
            throw e;
        }
    }

    private void await(Obstacle obstacle) {
        order.checkMayWait(order.enqueued());
        if (timeIsOver) {
            throw new HeadraceTimeoutException("there was no room in time and nothing was queued: " + describe(obstacle)
                    + " timeoutNanos=" + timeoutNanos);
        }
        long began = System.nanoTime();
        try {
            long left = timeoutNanos == Long.MAX_VALUE ? Long.MAX_VALUE : timeoutNanos - (System.nanoTime() - start);
            boolean room = obstacle.kind() == Obstacle.Kind.RING_FULL
                    ? queueOf(obstacle.slot()).awaitRoom(left)
                    : awaitFewerHeld(order.held(), left);
            // A queue's waiters are let go when there is enough room, so that there may be some: one more look.
            timeIsOver = !room;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HeadraceException(
                    "the thread was interrupted while it waited for room and nothing was queued: " + describe(obstacle),
                    e);
        } finally {
            order.device().pressure().add(System.nanoTime() - began);
        }
    }

    private boolean awaitFewerHeld(@Nullable HeldSteps held, long nanos) throws InterruptedException {
        if (held == null) {
            return true;
        }
        Waiter waiter = new Waiter() {
            @Override
            protected boolean done() {
                return !held.isFull() || held.isClosed();
            }

            @Override
            protected void register(Thread thread) {
                held.awaitRoom(thread);
            }

            @Override
            protected void unregister() {
                held.stopAwaitingRoom(Thread.currentThread());
            }
        };
        return waiter.await(order.device().limits().busyNanos(), nanos);
    }

    private String describe(Obstacle obstacle) {
        QueueSlot slot = obstacle.slot();
        return "stream=" + order.id()
                + (slot == null
                        ? " heldOperations=" + order.device().limits().maxPending()
                        : " queue=" + slot.index() + " size=" + queueOf(slot).capacity());
    }

    private static DriverQueue queueOf(@Nullable QueueSlot slot) {
        return Objects.requireNonNull(Objects.requireNonNull(slot).queue());
    }
}
