package io.headrace.trace.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Throttle;
import org.jspecify.annotations.Nullable;

/** A stream was bound to a queue, and counts as its user from now on. There may be many: a second has at most as many as its throttle says. */
@Name("headrace.StreamAcquired")
@Label("Stream Acquired")
@Description("A stream was bound to a queue, and counts as its user from now on")
@Category("Headrace")
@StackTrace(false)
@Throttle("1000/s")
@SuppressWarnings("UnusedVariable") // Flight Recorder reads the fields
public final class StreamAcquiredEvent extends Event {

    @Label("Device")
    private @Nullable String device;

    @Label("Stream")
    private long stream;

    @Label("Queue or Engine")
    private @Nullable String queue;

    private StreamAcquiredEvent() {}

    /**
     * It has happened.
     *
     * @param kind what kind of queue it is
     * @param index the queue's index
     */
    public static void commit(String deviceId, long number, String kind, int index) {
        StreamAcquiredEvent event = new StreamAcquiredEvent();
        if (event.isEnabled()) {
            event.device = deviceId;
            event.stream = number;
            event.queue = kind + " " + index;
            event.commit();
        }
    }
}
