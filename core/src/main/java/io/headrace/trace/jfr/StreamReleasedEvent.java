package io.headrace.trace.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Throttle;
import org.jspecify.annotations.Nullable;

/** A stream was unbound from its queue. There may be many: a second has at most as many as its throttle says. */
@Name("headrace.StreamReleased")
@Label("Stream Released")
@Description("A stream was unbound from its queue")
@Category("Headrace")
@StackTrace(false)
@Throttle("1000/s")
@SuppressWarnings("UnusedVariable") // Flight Recorder reads the fields
public final class StreamReleasedEvent extends Event {

    @Label("Device")
    private @Nullable String device;

    @Label("Stream")
    private long stream;

    @Label("Queue or Engine")
    private @Nullable String queue;

    private StreamReleasedEvent() {}

    /**
     * It has happened.
     *
     * @param kind what kind of queue it is
     * @param index the queue's index
     */
    public static void commit(String deviceId, long number, String kind, int index) {
        StreamReleasedEvent event = new StreamReleasedEvent();
        if (event.isEnabled()) {
            event.device = deviceId;
            event.stream = number;
            event.queue = kind + " " + index;
            event.commit();
        }
    }
}
