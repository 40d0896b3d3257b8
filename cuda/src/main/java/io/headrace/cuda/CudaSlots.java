package io.headrace.cuda;

import io.headrace.spi.DriverQueue;
import io.headrace.spi.RingSlots;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The packets of a ring with what the CUDA stream has of each. Plain memory. */
final class CudaSlots extends RingSlots {

    /** What times packets that are timed. */
    private final DeviceTimes.@Nullable Span[] spans;

    /** The places behind packets that others may wait for, as far as events were recorded there. */
    private final @Nullable CudaPosition[] places;

    /** What the stream waits for in other queues before a packet; {@code null} for nothing. */
    private final @Nullable List<DriverQueue.Position>[] awaited;

    /** How many calls had been put into the CUDA stream up to its end. */
    private final long[] calls;

    @SuppressWarnings({"unchecked", "rawtypes"})
    CudaSlots(int capacity) {
        super(capacity);
        spans = new DeviceTimes.Span[capacity];
        places = new CudaPosition[capacity];
        awaited = new List[capacity];
        calls = new long[capacity];
    }

    /** A packet that is about to be submitted ends with so many calls. */
    void calls(long id, long callsSoFar) {
        calls[at(id)] = callsSoFar;
    }

    long calls(long id) {
        return calls[at(id)];
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

    void clear(long id) {
        int slot = at(id);
        // Hardly ever there: a look costs less than a write.
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
