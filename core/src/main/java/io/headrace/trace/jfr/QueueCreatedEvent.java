package io.headrace.trace.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** A hardware queue was created, which took as long as the event does. */
@Name("headrace.QueueCreated")
@Label("Queue Created")
@Description("A hardware queue was created on its first use")
@Category("Headrace")
@SuppressWarnings("UnusedVariable") // Flight Recorder reads the fields
public final class QueueCreatedEvent extends Event {

    @Label("Device")
    private @Nullable String device;

    @Label("Queue or Engine")
    private @Nullable String queue;

    @Label("Size")
    @Description("Packets that its ring holds")
    private int size;

    /** The creation begins. */
    public QueueCreatedEvent() {
        begin();
    }

    /**
     * It has succeeded.
     *
     * @param kind what kind of queue it is
     * @param index its index
     */
    public void commit(String deviceId, String kind, int index, int packets) {
        if (isEnabled()) {
            device = deviceId;
            queue = kind + " " + index;
            size = packets;
            commit();
        }
    }
}
