package io.headrace.spi;

import io.headrace.signal.Waiter;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The callers that wait for room in a queue's ring. They are let go in the order in which they came, as many as there are free
 * slots, once there are enough of those; each one that goes on lets the next one go if there still are, so that nothing is lost
 * by one that gives up. For drivers; safe for use from any thread.
 */
public final class RingRoom {

    /** The largest number of free slots that callers wait for. */
    private static final int MOST_HYSTERESIS = 128;

    private final DriverQueue queue;
    private final int hysteresis;
    private final ConcurrentLinkedQueue<RoomWaiter> waiters = new ConcurrentLinkedQueue<>();

    /** How many of those in the list were not let go. */
    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * The room of a queue that {@linkplain DriverQueue#reportsLate reports late}.
     *
     * @param queue the queue, whose indices and {@link DriverQueue#poll} are asked, and which is told of the last packet while somebody waits
     */
    public RingRoom(DriverQueue queue) {
        this.queue = queue;
        hysteresis = Math.clamp(queue.capacity() / 4, 1, MOST_HYSTERESIS);
    }

    /**
     * See {@link DriverQueue#awaitRoom}.
     *
     * @param spinNanos how long to spin before the thread parks
     */
    public boolean await(long spinNanos, long timeoutNanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return new RoomWaiter().await(spinNanos, timeoutNanos);
    }

    private long free() {
        return queue.capacity() - (queue.writeIndex() - queue.readIndex());
    }

    /** Packets have ended. */
    public void changed() {
        if (waiting.get() > 0) {
            long free = free();
            if (free >= hysteresis) {
                letGo(free);
            }
        }
    }

    private void letGo(long most) {
        for (long i = 0; i < most; i++) {
            RoomWaiter next = waiters.poll();
            if (next == null) {
                return;
            }
            next.letGo();
        }
    }

    private final class RoomWaiter extends Waiter {

        private volatile @Nullable Thread parked;
        private volatile boolean goes;

        @Override
        protected boolean done() {
            if (goes) {
                return true;
            }
            queue.poll();
            // Who came before and was not let go comes first.
            return (parked != null || waiting.get() == 0) && free() >= hysteresis;
        }

        @Override
        protected void register(Thread thread) {
            parked = thread;
            waiting.incrementAndGet();
            waiters.add(this);
            queue.expectEnd(queue.writeIndex() - 1);
        }

        @Override
        protected void unregister() {
            // To look for it among many others takes long, and who was let go is not there any more.
            if (!goes && waiters.remove(this)) {
                waiting.decrementAndGet();
            }
            if (free() >= hysteresis) {
                RingRoom.this.letGo(1);
            }
        }

        void letGo() {
            waiting.decrementAndGet();
            goes = true;
            LockSupport.unpark(parked);
        }
    }
}
