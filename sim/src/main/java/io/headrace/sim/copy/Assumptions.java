package io.headrace.sim.copy;

/**
 * What the model assumes because no description of a machine tells it.
 *
 * @param linkBytesPerSecond the bandwidth, in each direction, of a link of which none is told
 * @param linkLatencyNanos the latency of a link of which none is told
 * @param engineBytesPerSecond the speed of an engine
 * @param farLossPercent how much of its speed an engine loses on a link for which it is not recommended, 0 to 99
 */
public record Assumptions(
        long linkBytesPerSecond, long linkLatencyNanos, long engineBytesPerSecond, int farLossPercent) {

    /** The least speed of links and engines, 100 MB/s. */
    public static final long LEAST_BYTES_PER_SECOND = 100_000_000;

    /** The greatest speed of links and engines, 10,000 GB/s. */
    public static final long MOST_BYTES_PER_SECOND = 10_000_000_000_000L;

    /** The greatest latency of a link, a second. */
    public static final long MOST_LATENCY_NANOS = 1_000_000_000;

    /** An engine and a link of 64 GB/s, no latency, and nothing lost. */
    public static final Assumptions DEFAULT = new Assumptions(64_000_000_000L, 0, 64_000_000_000L, 0);

    public Assumptions {
        requireSpeed("linkBytesPerSecond", linkBytesPerSecond);
        requireSpeed("engineBytesPerSecond", engineBytesPerSecond);
        if (linkLatencyNanos < 0 || linkLatencyNanos > MOST_LATENCY_NANOS) {
            throw new IllegalArgumentException(
                    "a latency is from 0 to " + MOST_LATENCY_NANOS + " ns: linkLatencyNanos=" + linkLatencyNanos);
        }
        if (farLossPercent < 0 || farLossPercent > 99) {
            throw new IllegalArgumentException(
                    "an engine loses from 0 to 99 percent: farLossPercent=" + farLossPercent);
        }
    }

    /** The same with another loss of far engines. */
    public Assumptions withFarLoss(int percent) {
        return new Assumptions(linkBytesPerSecond, linkLatencyNanos, engineBytesPerSecond, percent);
    }

    /** The speed of an engine on a link for which it is not recommended. */
    long farBytesPerSecond() {
        return engineBytesPerSecond / 100 * (100 - farLossPercent);
    }

    private static void requireSpeed(String name, long bytesPerSecond) {
        if (bytesPerSecond < LEAST_BYTES_PER_SECOND || bytesPerSecond > MOST_BYTES_PER_SECOND) {
            throw new IllegalArgumentException("a speed is from " + LEAST_BYTES_PER_SECOND + " to "
                    + MOST_BYTES_PER_SECOND + " bytes a second: " + name + "=" + bytesPerSecond);
        }
    }
}
