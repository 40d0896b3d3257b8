package io.headrace.opencl;

import io.headrace.spi.Packet;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The packets of a ring by their ids, with what has become of each. Plain memory: what is written here is published by the queue's
 * indices, but for events that a packet gets afterwards.
 */
final class PacketSlots {

    private static final VarHandle EVENT = MethodHandles.arrayElementVarHandle(long[].class);

    private final int mask;
    private final @Nullable Packet[] packets;
    private final @Nullable Throwable[] failures;

    /** Whether OpenCL has something of the packet. */
    private final boolean[] isNative;

    /** The event of each packet's last command; 0: none, so that its end is seen by the event of a packet behind it. */
    private final long[] events;

    /** That of its first command, if the packet is timed by its commands; else 0. */
    private final long[] firstEvents;

    PacketSlots(int capacity) {
        mask = capacity - 1;
        packets = new Packet[capacity];
        failures = new Throwable[capacity];
        isNative = new boolean[capacity];
        events = new long[capacity];
        firstEvents = new long[capacity];
    }

    int capacity() {
        return mask + 1;
    }

    private int at(long id) {
        return (int) id & mask;
    }

    void put(long id, Packet packet) {
        packets[at(id)] = packet;
    }

    Packet packet(long id) {
        return Objects.requireNonNull(packets[at(id)]);
    }

    /** The packet's commands are in the command queue, or the host has done all of it. */
    void submitted(long id, boolean somethingNative, long firstEvent, long lastEvent, @Nullable Throwable failure) {
        int slot = at(id);
        isNative[slot] = somethingNative;
        firstEvents[slot] = firstEvent;
        events[slot] = lastEvent;
        failures[slot] = failure;
    }

    boolean isNative(long id) {
        return isNative[at(id)];
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

    @Nullable
    Throwable failure(long id) {
        return failures[at(id)];
    }

    void clear(long id) {
        int slot = at(id);
        packets[slot] = null;
        failures[slot] = null;
        events[slot] = 0;
        firstEvents[slot] = 0;
    }
}
