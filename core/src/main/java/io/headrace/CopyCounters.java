package io.headrace;

import io.headrace.copy.CopyRoute;
import io.headrace.copy.Direction;
import java.util.List;

/**
 * What a device has copied and filled since it was opened, by direction, route and engine. Exact while nothing is enqueued:
 * an operation is counted before those who wait for it go on.
 *
 * <p>A copy that is split counts once for each part, and one that is staged for each piece, on both devices. Operations of a
 * recording that travel as one packet fail as one. What did not run, because the stream had failed before, counts nowhere.
 *
 * @param entries one for each direction, route and engine that was used, in that order
 */
public record CopyCounters(List<Entry> entries) {

    /** The engine of what ran in the stream's own queue. */
    public static final int OWN_QUEUE = -1;

    public CopyCounters {
        entries = List.copyOf(entries);
    }

    /** All bytes that were moved in a direction. */
    public long bytes(Direction direction) {
        return entries.stream()
                .filter(entry -> entry.direction() == direction)
                .mapToLong(Entry::bytes)
                .sum();
    }

    /** All operations in a direction that ended well. */
    public long operations(Direction direction) {
        return entries.stream()
                .filter(entry -> entry.direction() == direction)
                .mapToLong(Entry::operations)
                .sum();
    }

    /** All operations that failed while they ran. */
    public long failed() {
        return entries.stream().mapToLong(Entry::failed).sum();
    }

    /**
     * What went one way by one engine.
     *
     * @param direction where the bytes went
     * @param route by what kind of way
     * @param engine the engine's index, or {@link #OWN_QUEUE}
     * @param operations how many ended well
     * @param bytes how many bytes those had
     * @param failed how many failed; how many bytes they had moved by then is not known
     * @param nanos how long all of them ran, in nanoseconds; of a recording's packet, what else is in it too. Where the device is given
     *     operations ahead of time, that of a stream which is not profiled counts from then until its end was seen
     */
    public record Entry(
            Direction direction,
            CopyRoute.Kind route,
            int engine,
            long operations,
            long bytes,
            long failed,
            long nanos) {}
}
