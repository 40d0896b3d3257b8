package io.headrace;

import io.headrace.config.TimeSource;
import io.headrace.error.HeadraceException;
import io.headrace.queue.QueueSlot;
import io.headrace.signal.Waiter;
import io.headrace.spi.DriverQueue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One record of an {@link Event}: a place in one stream's order. Settled once, then constant. */
final class EventRecord extends Tail {

    private final StreamOrder order;
    private final TimeSource time;
    private final @Nullable QueueSlot slot;
    private final long packet;
    private final long lastSet;
    private volatile boolean urgent;
    private long nanos;
    private @Nullable HeadraceException failure;
    private volatile boolean settled;

    /**
     * @param order the stream it was recorded in
     * @param target the number of the last step before it
     * @param time where time stamps come from
     * @param slot the queue that holds the last step before it; {@code null} if the stream holds that on the host side
     * @param packet the packet that this step is there; {@link LateReports#NONE} if that is not known
     * @param lastSet the number of the last step before it that a signal to set stands behind
     * @param timed whether somebody may ask when it happened, so that it has to be seen at once
     */
    EventRecord(
            StreamOrder order,
            long target,
            TimeSource time,
            @Nullable QueueSlot slot,
            long packet,
            long lastSet,
            boolean timed) {
        super(order.timeline(), target);
        this.order = order;
        this.time = time;
        this.slot = slot;
        this.packet = packet;
        this.lastSet = lastSet;
        this.urgent = timed;
    }

    @Override
    boolean isUrgent() {
        return urgent;
    }

    /** The host waits for it, whereas its queue may have been told only that the device does. */
    void makeUrgent() {
        urgent = true;
    }

    StreamOrder order() {
        return order;
    }

    /** Whether it has happened, well or not. */
    boolean isSettled() {
        return settled;
    }

    /** Whether it has happened, for who only asks. */
    boolean isSeenSettled() {
        return settled || (order.isSeenToHavePassed(target()) && settled);
    }

    /** Why it failed; {@code null} if it did not, or is not settled. */
    @Nullable
    HeadraceException failure() {
        return settled ? failure : null;
    }

    /**
     * Why it fails, for who knows that all before it has ended; it may not be settled yet, because another thread is about
     * to do that.
     */
    @Nullable
    HeadraceException failureAtEnd() {
        return settled ? failure : cause();
    }

    /** When it happened; meaningful once settled. */
    long nanos() {
        return nanos;
    }

    /** Whether a step that is submitted to this queue now runs after it anyway. */
    boolean isGivenBy(@Nullable QueueSlot queue) {
        return settled || (slot != null && slot == queue);
    }

    /** Whether it is a place in a queue that reports late, for which a device may be able to wait. */
    boolean isPlace() {
        return packet != LateReports.NONE;
    }

    /**
     * The place that the device waits for instead of the host; {@code null} if it is of another device, cannot be waited for, or has
     * signals in front of it that the host has yet to set.
     */
    DriverQueue.@Nullable Position place(Device device) {
        if (slot == null
                || !isPlace()
                || order.device() != device
                || !order.timeline().hasPassed(lastSet)) {
            return null;
        }
        return Objects.requireNonNull(slot.queue()).awaitable(packet);
    }

    /** A wait until it is settled, or has been for a moment. */
    Waiter waiter() {
        return new TimelineWaiter(order, target());
    }

    /**
     * Asks to be told when it is settled.
     *
     * @return {@code false} if it is already
     */
    boolean whenSettled(Runnable told) {
        return order.timeline().add(new Timeline.Watch(target()) {
            @Override
            void reached() {
                told.run();
            }
        });
    }

    @Override
    void passed() {
        nanos = time.nanos();
        settled = true;
    }

    @Override
    void failed(HeadraceException cause) {
        failure = cause;
        passed();
    }
}
