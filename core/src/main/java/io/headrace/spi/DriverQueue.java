package io.headrace.spi;

import org.jspecify.annotations.Nullable;

/**
 * A hardware queue: a ring of a fixed power-of-two number of packets that a device runs in the order of their slots, one
 * after the other. All methods may be called from any thread.
 *
 * <p>A queue may <em>report late</em>: it hands packets to its device ahead of time, and does not look at once whether they have
 * ended. The runtime then tells it by {@link #expectEnd} what is of interest, and lends it threads by {@link #poll}. Whatever nobody
 * asks for has to be reported in the end all the same, since memory is freed and streams are unbound only then.
 */
public interface DriverQueue {

    /** How many packets the ring holds. A packet keeps its slot until it has ended. */
    int capacity();

    /**
     * Puts a packet in the ring if there is room, and wakes the device. Never blocks; a slot is claimed only when there is
     * room. Everything written by the caller before is visible to the packet.
     *
     * @return the packet's id, counted from 0 in the order of the ring; or -1 if the ring is full, and nothing changed
     */
    long offer(Packet packet);

    /**
     * Waits until a ring that was full has room again, with hysteresis: until min(128, capacity / 4), at least 1, slots
     * are free. Room seen by one thread can be taken by another, so callers offer again in a loop.
     *
     * @param timeoutNanos how long to wait at most; {@link Long#MAX_VALUE} for no limit
     * @return {@code false} if the time ran out
     * @throws InterruptedException if the calling thread was interrupted; nothing changed
     */
    boolean awaitRoom(long timeoutNanos) throws InterruptedException;

    /**
     * Hands work to the queue's own thread: it runs {@code entry} between two packets, soon, once, even if the ring is
     * full. By this the runtime moves on operations that were held. Entries run in the order they were posted; they do not
     * block, may call {@link #offer}, and may post themselves again, which must not keep packets from running.
     *
     * @return {@code false} if the queue has no thread any more, and the entry will not run; it never runs on the caller's
     */
    boolean post(Runnable entry);

    /** The position behind the packet with the given id, which must have come from {@link #offer}. */
    Position position(long packetId);

    /**
     * The place behind a packet, for packets of other queues of this device to wait for on the device
     * ({@link Packet#awaited}), instead of being held by the runtime until the place is reached. Given only if waiting for it there costs
     * less than that and holds for exactly this place: everything up to it was handed to the device, which will end it without anybody's
     * help, can fail only with the device as a whole, and was handed nothing behind it yet. Quick; neither blocks nor throws.
     *
     * @param packetId what {@link #offer} gave
     * @return {@code null}, the default, if there is no such place; one that is reached if the packet has ended
     */
    default @Nullable Position awaitable(long packetId) {
        return null;
    }

    /** The id the next packet will get: how many were ever offered. */
    long writeIndex();

    /** The id of the oldest packet that has not ended: how many have ended. */
    long readIndex();

    /** Whether this queue reports late. Constant. If not, {@link #expectEnd} and {@link #poll} are never called. */
    default boolean reportsLate() {
        return false;
    }

    /**
     * Somebody waits for a packet, or will soon: see to it that its end is reported as soon as it can be seen. Called without any
     * lock held, from any thread, once or more often for the same packet, also for one that has ended. Neither blocks nor throws.
     *
     * @param packetId what {@link #offer} gave
     */
    default void expectEnd(long packetId) {}

    /**
     * Looks whether packets have ended, and ends those that have, on the calling thread; called again and again by threads that
     * spin, without any lock held. Never blocks: if another thread is about it, this one returns at once.
     *
     * @return whether a packet was ended
     */
    default boolean poll() {
        return false;
    }

    /**
     * Stops the queue. What is in the ring still runs; later offers throw {@link IllegalStateException}. Returns at once;
     * the thread ends when the ring is empty. Closing again has no effect.
     */
    void close();

    /** A place in a queue's order, reached once the packet before it has ended. Made and read by one driver only. */
    interface Position {

        /** Whether the place was reached. */
        boolean reached();
    }
}
