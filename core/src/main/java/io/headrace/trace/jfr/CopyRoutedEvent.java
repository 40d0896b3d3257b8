package io.headrace.trace.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Throttle;
import org.jspecify.annotations.Nullable;

/** It was decided which way a copy goes. There may be many: a second has at most as many as its throttle says. */
@Name("headrace.CopyRouted")
@Label("Copy Routed")
@Description("It was decided which way a copy goes")
@Category("Headrace")
@StackTrace(false)
@Throttle("1000/s")
@SuppressWarnings("UnusedVariable") // Flight Recorder reads the fields
public final class CopyRoutedEvent extends Event {

    @Label("Device")
    private @Nullable String device;

    @Label("Direction")
    private @Nullable String direction;

    @Label("Route")
    private @Nullable String route;

    @Label("Unit")
    @Description("The engine of the direction, or the stream's own queue")
    private @Nullable String unit;

    @Label("Most Parts")
    private int parts;

    @Label("Bytes")
    @DataAmount
    private long bytes;

    private CopyRoutedEvent() {}

    /** Whether anybody wants to know. */
    public static boolean isWanted() {
        return new CopyRoutedEvent().isEnabled();
    }

    /** It was decided. */
    public static void commit(
            String deviceId, String where, String kind, String engineOrQueue, int mostParts, long size) {
        CopyRoutedEvent event = new CopyRoutedEvent();
        event.device = deviceId;
        event.direction = where;
        event.route = kind;
        event.unit = engineOrQueue;
        event.parts = mostParts;
        event.bytes = size;
        event.commit();
    }
}
