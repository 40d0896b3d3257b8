package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.signal.Waiter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A point in a stream, recorded by {@link Stream#record}. It can be recorded again, in any stream of its device; whoever
 * waits for it waits for the record that was made last before the wait began. Safe for use from any thread.
 */
public final class Event {

    /** What is known of the latest record. */
    public enum State {
        /** There is no record. */
        NEVER_RECORDED,
        /** What was enqueued before the record has not ended. */
        PENDING,
        /** What was enqueued before the record has ended well. */
        DONE,
        /** Something before the record failed. */
        FAILED
    }

    private final Device device;
    private volatile @Nullable EventRecord latest;

    Event(Device device) {
        this.device = device;
    }

    /** The device in whose streams the event can be recorded. */
    public Device device() {
        return device;
    }

    /** What is known of the latest record. */
    public State state() {
        EventRecord record = latest;
        if (record == null) {
            return State.NEVER_RECORDED;
        }
        if (!record.isSeenSettled()) {
            return State.PENDING;
        }
        return record.failure() == null ? State.DONE : State.FAILED;
    }

    /** Whether the latest record has happened, well or not. {@code false} if there is none. */
    public boolean isDone() {
        EventRecord record = latest;
        return record != null && record.isSeenSettled();
    }

    /**
     * Waits for the latest record; passes at once if there is none.
     *
     * @throws HeadraceException the failure of the record, which this does not clear
     * @throws IllegalStateException if called by a kernel, or by a host call of the stream the event was recorded in
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public void await() throws InterruptedException {
        await(Long.MAX_VALUE);
    }

    /**
     * Waits for the latest record, but no longer than a given time; passes at once if there is none.
     *
     * @return {@code false} if the time ran out: not done yet, and nothing changed
     * @throws HeadraceException the failure of the record, which this does not clear
     * @throws IllegalStateException if called by a kernel, or by a host call of the stream the event was recorded in
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public boolean await(Duration timeout) throws InterruptedException {
        return await(Waiter.nanos(timeout));
    }

    private boolean await(long timeoutNanos) throws InterruptedException {
        EventRecord record = latest;
        if (record == null) {
            return true;
        }
        if (!record.isSettled()) {
            record.order().checkMayWait(record.target());
        }
        if (!CallersCall.await(record.order(), record.target(), record.waiter(), timeoutNanos)) {
            return false;
        }
        HeadraceException failure = record.failure();
        if (failure != null) {
            throw failure.thrownHere();
        }
        return true;
    }

    /**
     * The time from an earlier event to this one, in nanoseconds, 0 or more if it was recorded later.
     *
     * @throws IllegalStateException if one of both was never recorded, is pending or failed
     */
    public long elapsedNanosSince(Event earlier) {
        return done("this event").nanos() - earlier.done("the earlier event").nanos();
    }

    /** Takes a new record as the latest; called in the order of the stream. */
    void recorded(EventRecord record) {
        latest = record;
    }

    /** The latest record; {@code null} if there is none. */
    @Nullable
    EventRecord latest() {
        return latest;
    }

    private EventRecord done(String which) {
        EventRecord record = latest;
        if (record == null || !record.isSettled() || record.failure() != null) {
            throw new IllegalStateException(
                    which + " has no time: state=" + state() + "; record it, and wait until it is done");
        }
        return record;
    }
}
