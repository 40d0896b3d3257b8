package io.headrace;

import io.headrace.trace.OperationKind;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a device has done since it was opened, and what it is doing: {@link Device#counters}. The counters are always on. Exact while nothing
 * is enqueued, since an operation is counted before those who wait for it go on (only the depth falls a moment later); else each number is
 * right by itself, at about the same moment as the others.
 *
 * @param operations what has ended, by kind; all kinds are there. A call that needed several packets counts once for each: a copy in parts for
 *     each part, one that is staged for each piece, on the device whose queue had it
 * @param copies what of it moved or set bytes, by direction, route and engine
 * @param queues the hardware queues with their users and depths
 * @param waits the waits of threads for the device's streams and events
 * @param backPressure the waits of threads for room in a queue, or for a stream to hold less
 * @param signalWaits the waits of threads for signals; of the whole process, since signals belong to no device
 * @param signals how many signals live; of the whole runtime
 */
public record DeviceCounters(
        Map<OperationKind, Ended> operations,
        CopyCounters copies,
        Queues queues,
        Waits waits,
        BackPressure backPressure,
        Waits signalWaits,
        long signals) {

    public DeviceCounters {
        operations = Collections.unmodifiableMap(new EnumMap<>(operations));
    }

    /** How operations of a kind have ended. */
    public Ended ended(OperationKind kind) {
        return operations.getOrDefault(kind, Ended.NONE);
    }

    /** How many operations have ended in all, however. */
    public long ended() {
        return operations.values().stream().mapToLong(Ended::all).sum();
    }

    /** How many packets the queues and engines hold that have not ended. */
    public long depth() {
        return queues.entries().stream().mapToLong(Queues.Entry::depth).sum()
                + queues.engines().stream().mapToLong(Queues.Entry::depth).sum();
    }

    /** How many users the queues and engines have. */
    public long users() {
        return queues.entries().stream().mapToLong(Queues.Entry::users).sum()
                + queues.engines().stream().mapToLong(Queues.Entry::users).sum();
    }

    /**
     * How operations of a kind have ended.
     *
     * @param done how many ran to their end
     * @param failed how many failed
     * @param skipped how many did not run, since something before them had failed, or their stream was cancelled
     */
    public record Ended(long done, long failed, long skipped) {

        private static final Ended NONE = new Ended(0, 0, 0);

        /** How many in all. */
        public long all() {
            return done + failed + skipped;
        }
    }

    /**
     * Waits that were not over when they began; those that were count nowhere.
     *
     * @param spun how many ended, well or not, while their thread still looked by itself
     * @param parked how many had their thread parked
     */
    public record Waits(long spun, long parked) {}

    /**
     * Calls that had to wait for room.
     *
     * @param waits how many waits there were; a call may need several
     * @param nanos how long they took together
     */
    public record BackPressure(long waits, long nanos) {}
}
