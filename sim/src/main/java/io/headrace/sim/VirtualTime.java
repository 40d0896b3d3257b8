package io.headrace.sim;

import io.headrace.config.TimeSource;
import io.headrace.error.ResourcesExhaustedException;
import java.util.PriorityQueue;

/**
 * A clock that jumps from event to event. Events of the same time happen in the order in which they were planned, so
 * that a run is the same each time.
 *
 * <p>One thread plans and runs; the time can be read from any.
 */
public final class VirtualTime implements TimeSource {

    private final PriorityQueue<PlannedEvent> events = new PriorityQueue<>();
    private long planned;
    private long happened;
    private volatile long now;

    /** A clock that shows 0, and nothing planned. */
    public VirtualTime() {}

    /** Nanoseconds since the beginning. */
    @Override
    public long nanos() {
        return now;
    }

    /**
     * Plans an event.
     *
     * @param nanos the time of the event, which is not over
     */
    public PlannedEvent at(long nanos, Runnable action) {
        if (nanos < now) {
            throw new IllegalArgumentException("that time is over: nanos=" + nanos + " now=" + now);
        }
        PlannedEvent event = new PlannedEvent(nanos, planned++, action);
        events.add(event);
        return event;
    }

    /**
     * Plans an event.
     *
     * @param nanos in how long; 0 is now, behind all that is planned for now
     * @throws ResourcesExhaustedException if that is beyond the end of virtual time, after 292 years
     */
    public PlannedEvent after(long nanos, Runnable action) {
        if (nanos < 0) {
            throw new IllegalArgumentException("that time is over: nanos=" + nanos + " from now on");
        }
        if (nanos > Long.MAX_VALUE - now) {
            throw new ResourcesExhaustedException("virtual time ends after 2^63-1 ns, which is 292 years: now=" + now
                    + " asked for=" + nanos + " from now on");
        }
        return at(now + nanos, action);
    }

    /** Lets the next event happen; {@code false} if none is planned. */
    public boolean step() {
        PlannedEvent event = events.poll();
        while (event != null && event.isCancelled()) {
            event = events.poll();
        }
        if (event == null) {
            return false;
        }
        now = event.nanos();
        happened++;
        event.happen();
        return true;
    }

    /** Lets events happen, and those that they plan, until none is left. */
    public void run() {
        while (step()) {
            // The clock is where the last one was.
        }
    }

    /** How many events have happened. */
    public long happened() {
        return happened;
    }
}
