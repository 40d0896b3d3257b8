package io.headrace.opencl;

import io.headrace.spi.RingSlots;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The packets of a ring with their events. Plain memory, but for events that a packet gets afterwards. */
final class ClSlots extends RingSlots {

    private static final VarHandle EVENT = MethodHandles.arrayElementVarHandle(long[].class);

    /** The event of each packet's last command; 0: none, so that its end is seen by the event of a packet behind it. */
    private final long[] events;

    /** That of its first command, if the packet is timed by its commands; else 0. */
    private final long[] firstEvents;

    ClSlots(int capacity) {
        super(capacity);
        events = new long[capacity];
        firstEvents = new long[capacity];
    }

    /** What a packet that is about to be submitted has given. */
    void events(long id, long firstEvent, long lastEvent) {
        firstEvents[at(id)] = firstEvent;
        events[at(id)] = lastEvent;
    }

    /** Gives a packet that has none an event by which its end is seen. */
    void event(long id, long event) {
        EVENT.setRelease(events, at(id), event);
    }

    long event(long id) {
        return (long) EVENT.getAcquire(events, at(id));
    }

    long firstEvent(long id) {
        return firstEvents[at(id)];
    }

    void clear(long id) {
        events[at(id)] = 0;
        firstEvents[at(id)] = 0;
    }
}
