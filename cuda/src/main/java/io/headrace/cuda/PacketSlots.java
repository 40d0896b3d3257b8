package io.headrace.cuda;

import io.headrace.spi.Packet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The packets of a ring by their ids, with what has become of each. Plain memory: what is written here is published by the queue's
 * indices.
 */
final class PacketSlots {

    private final int mask;
    private final @Nullable Packet[] packets;
    private final @Nullable Throwable[] failures;

    /** What times packets that are timed. */
    private final DeviceTimes.@Nullable Span[] spans;

    /** Whether something was put into the CUDA stream for it. */
    private final boolean[] isNative;

    /** How many calls had been put into the CUDA stream up to its end. */
    private final long[] calls;

    PacketSlots(int capacity) {
        mask = capacity - 1;
        packets = new Packet[capacity];
        failures = new Throwable[capacity];
        spans = new DeviceTimes.Span[capacity];
        isNative = new boolean[capacity];
        calls = new long[capacity];
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

    /** The packet is in the stream, or the host has done all of it. */
    void submitted(long id, boolean somethingNative, long callsSoFar, @Nullable Throwable failure) {
        int slot = at(id);
        isNative[slot] = somethingNative;
        calls[slot] = callsSoFar;
        failures[slot] = failure;
    }

    /** The packet is timed by this. Before it is submitted. */
    void timed(long id, DeviceTimes.Span span) {
        spans[at(id)] = span;
    }

    DeviceTimes.@Nullable Span span(long id) {
        return spans[at(id)];
    }

    boolean isNative(long id) {
        return isNative[at(id)];
    }

    long calls(long id) {
        return calls[at(id)];
    }

    @Nullable
    Throwable failure(long id) {
        return failures[at(id)];
    }

    void clear(long id) {
        int slot = at(id);
        packets[slot] = null;
        failures[slot] = null;
        spans[slot] = null;
    }
}
