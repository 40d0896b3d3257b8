package io.headrace;

import io.headrace.spi.DriverQueue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a stream tells a queue that {@linkplain DriverQueue#reportsLate() reports late}: that the end of its last packet there is of
 * interest. All of that is of no effect, and costs nothing, while the stream is in another queue.
 *
 * <p>Interest in a step begins when somebody is to be told of its end, or when a step is submitted that is awaited already. Both are
 * found out under the monitor of the {@link StreamOrder}, which notes here what is owed; whoever has left the monitor tells the queue.
 * A stream's interest is nearly always in its last step; in an earlier one it is told of as if it were, unless it was when that one
 * was the last.
 */
final class LateReports {

    /** No packet. */
    static final long NONE = -1;

    /** For streams that were never in a queue that reports late: all of it does nothing. */
    static final LateReports NOWHERE = new LateReports(new Object());

    /** The order's monitor. */
    private final Object order;

    /** The queue the stream is or was in, if it reports late. Written under the order's monitor. */
    private volatile @Nullable DriverQueue queue;

    /** The last step that was submitted there, and its packet. Written under the order's monitor. */
    private volatile long sequence = NONE;

    private long packet = NONE;

    /**
     * The queue it was in before, if it went on from there without waiting for the end; and the last step there and its packet, which are
     * written before it.
     */
    private volatile @Nullable DriverQueue former;

    private long formerSequence = NONE;
    private long formerPacket = NONE;

    /** The packet that the queue has to be told of. Written under the order's monitor. */
    private volatile long owed = NONE;

    /**
     * @param monitor the order
     */
    LateReports(Object monitor) {
        this.order = monitor;
    }

    /** Whether the stream is in a queue that reports late, or was in one last. */
    boolean isThere() {
        return queue != null;
    }

    /** The stream is bound to a queue. Called under the order's monitor. */
    void bound(DriverQueue to) {
        DriverQueue reporting = to.reportsLate() ? to : null;
        if (!Objects.equals(queue, reporting)) { // queues are equal only to themselves
            // All that the other one had has ended.
            owed = NONE;
            sequence = NONE;
            queue = reporting;
        }
        former = null;
    }

    /** The stream goes on in another queue, which waits for what it has in this one. Called under the order's monitor. */
    void moved(DriverQueue to) {
        former = null;
        formerSequence = sequence;
        formerPacket = packet;
        former = queue;
        queue = to;
    }

    /** Whether a queue has yet to be told something. Called under the order's monitor. */
    boolean isOwing() {
        return owed != NONE;
    }

    /** The packet that the last step enqueued is; {@link #NONE} if it is in no queue that reports late. Called under the order's monitor. */
    long packetOf(long step) {
        return queue != null && step == sequence ? packet : NONE;
    }

    /** The place behind the last packet, for the device to wait for; {@code null} if it cannot. Called under the order's monitor. */
    DriverQueue.@Nullable Position lastPlace() {
        DriverQueue in = queue;
        return in == null || sequence == NONE ? null : in.awaitable(packet);
    }

    /** A step went to the queue. Called under the order's monitor. */
    void submitted(long step, long id) {
        if (queue != null) {
            packet = id;
            sequence = step;
        }
    }

    /** Somebody is to be told of the end of a step; if it is held, that is seen when it is submitted. Called under the order's monitor. */
    void owe(long step) {
        if (queue != null && step <= sequence) {
            owed = packet;
        }
    }

    /** A step that was held went to the queue: somebody may wait for it, or for a wait before it. Called under the order's monitor. */
    void oweIfAwaited(Timeline timeline, long step) {
        if (queue != null && timeline.isUrgent(step)) {
            owed = packet;
        }
    }

    /** Tells the queue what it is owed. Called without any lock, by who may have noted something. */
    void settle() {
        if (owed == NONE) {
            return;
        }
        DriverQueue to;
        long known;
        synchronized (order) {
            to = queue;
            known = owed;
            owed = NONE;
        }
        if (to != null && known != NONE) {
            to.expectEnd(known);
        }
    }

    /**
     * For a thread that waits or asks for a step, without any lock.
     *
     * @return whether the queue was told of it, or of a later one
     */
    boolean expect(long step) {
        if (queue == null || step > sequence) {
            return false;
        }
        DriverQueue to;
        long last;
        synchronized (order) {
            boolean isFormer = former != null && step <= formerSequence;
            to = isFormer ? former : queue;
            last = isFormer ? formerPacket : step <= sequence ? packet : NONE;
        }
        if (to == null || last == NONE) {
            return false;
        }
        to.expectEnd(last);
        return true;
    }

    /**
     * Lends the calling thread to the queue; called without any lock. Also by who has just enqueued: what it enqueued before is still
     * in its processor's cache, and in no other's. Whether a packet ended by that.
     */
    boolean poll() {
        DriverQueue from = former;
        boolean any = from != null && from.poll();
        DriverQueue to = queue;
        return (to != null && to.poll()) || any;
    }
}
