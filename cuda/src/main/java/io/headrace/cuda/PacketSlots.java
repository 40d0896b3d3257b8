package io.headrace.cuda;

import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import java.util.List;
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

    /** The places behind packets that others may wait for, as far as events were recorded there. */
    private final @Nullable CudaPosition[] places;

    /** What the stream waits for in other queues before a packet; {@code null} for nothing. */
    private final @Nullable List<DriverQueue.Position>[] awaited;

    /** Whether something was put into the CUDA stream for it. */
    private final boolean[] isNative;

    /** How many calls had been put into the CUDA stream up to its end. */
    private final long[] calls;

    @SuppressWarnings({"unchecked", "rawtypes"})
    PacketSlots(int capacity) {
        mask = capacity - 1;
        packets = new Packet[capacity];
        failures = new Throwable[capacity];
        spans = new DeviceTimes.Span[capacity];
        places = new CudaPosition[capacity];
        awaited = new List[capacity];
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
        if (failure != null) {
            failures[slot] = failure;
        }
    }

    /** The packet is timed by this. Before it is submitted. */
    void timed(long id, DeviceTimes.Span span) {
        spans[at(id)] = span;
    }

    DeviceTimes.@Nullable Span span(long id) {
        return spans[at(id)];
    }

    /** An event was recorded behind the packet. */
    void place(long id, CudaPosition place) {
        places[at(id)] = place;
    }

    @Nullable
    CudaPosition place(long id) {
        return places[at(id)];
    }

    /** The stream waits for something before the packet. Before it is submitted. */
    void awaited(long id, List<DriverQueue.Position> positions) {
        awaited[at(id)] = positions;
    }

    List<DriverQueue.Position> awaited(long id) {
        List<DriverQueue.Position> positions = awaited[at(id)];
        return positions == null ? List.of() : positions;
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
        // Hardly ever there: a look costs less than a write.
        if (failures[slot] != null) {
            failures[slot] = null;
        }
        if (spans[slot] != null) {
            spans[slot] = null;
        }
        if (places[slot] != null) {
            places[slot] = null;
        }
        if (awaited[slot] != null) {
            awaited[slot] = null;
        }
    }
}
