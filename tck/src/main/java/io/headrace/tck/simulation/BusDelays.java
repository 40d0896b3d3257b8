package io.headrace.tck.simulation;

/**
 * How long reads take; writes are posted and take none.
 *
 * @param shortReadNanos a read of up to 16 aligned bytes
 * @param longReadNanos a read of up to 64
 */
public record BusDelays(long shortReadNanos, long longReadNanos) {

    /** No delays: for counting. */
    public static final BusDelays NONE = new BusDelays(0, 0);

    /** What was published for an MI300X on PCIe: 1.1 and 2.2 us. */
    public static final BusDelays PUBLISHED = new BusDelays(1_100, 2_200);

    long ofRead(int words) {
        return words <= 2 ? shortReadNanos : longReadNanos;
    }
}
