package io.headrace;

import io.headrace.config.TimeSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts the copies of one packet when they have run. Used by the queue's thread. */
final class CopyMeter {

    private static final long NEVER = Long.MIN_VALUE;

    private final CopyCounts counts;
    private final TimeSource time;
    private final List<Transfer> transfers;
    private long start = NEVER;
    private long told = NEVER;

    /**
     * @param device whose counters count them
     * @param transfers what the packet moves, at least one
     */
    CopyMeter(Device device, List<Transfer> transfers) {
        this.counts = device.lanes().copyCounts();
        this.time = device.runtime().time();
        this.transfers = transfers;
    }

    /** How many bytes the packet moves or sets. */
    long bytes() {
        long bytes = 0;
        for (Transfer transfer : transfers) {
            bytes += transfer.bytes();
        }
        return bytes;
    }

    /** The packet begins. */
    void begin() {
        start = time.nanos();
    }

    /** When the packet ran, by a device that knows better than those who call the others. */
    void ran(long startNanos, long endNanos) {
        start = startNanos;
        told = endNanos;
    }

    /**
     * The packet has ended; if it has not begun nothing is counted.
     *
     * @param order the stream that keeps a record if it is profiled; {@code null} if none is to be kept of this packet
     */
    void end(@Nullable StreamOrder order, int engine, boolean failed) {
        if (start == NEVER) {
            return;
        }
        long end = told == NEVER ? time.nanos() : told;
        for (Transfer transfer : transfers) {
            counts.count(transfer, engine, failed, (end - start) / transfers.size());
        }
        StreamProfile profile = order == null ? null : order.profile();
        if (profile != null) {
            Transfer last = transfers.getLast();
            profile.lastCopy(new CopyRecord(last.direction(), last.route(), engine, last.bytes(), start, end, failed));
        }
    }
}
