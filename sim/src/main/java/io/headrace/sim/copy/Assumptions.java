package io.headrace.sim.copy;

import java.math.BigInteger;

/**
 * What the model assumes because no description of a machine tells it.
 *
 * @param linkBytesPerSecond the bandwidth, in each direction, of a link of which none is told
 * @param linkLatencyNanos the latency of a link of which none is told
 * @param engineBytesPerSecond the speed of an engine
 * @param farLossPercent how much of its speed an engine loses on a link for which it is not recommended, 0 to 99
 * @param kernelItemsPerSecond how many items of a kernel a device runs in a second, whatever they do
 * @param kernelsAtOnce how many kernels, of different queues, a device runs at a time, each at that speed; 1 to {@link #MOST_KERNELS}
 */
public record Assumptions(
        long linkBytesPerSecond,
        long linkLatencyNanos,
        long engineBytesPerSecond,
        int farLossPercent,
        long kernelItemsPerSecond,
        int kernelsAtOnce) {

    /** The least speed of links and engines, 100 MB/s. */
    public static final long LEAST_BYTES_PER_SECOND = 100_000_000;

    /** The greatest speed of links and engines, 10,000 GB/s. */
    public static final long MOST_BYTES_PER_SECOND = 10_000_000_000_000L;

    /** The greatest latency of a link, a second. */
    public static final long MOST_LATENCY_NANOS = 1_000_000_000;

    /** The most items of a kernel in a second, 1,000 in a nanosecond. */
    public static final long MOST_ITEMS_PER_SECOND = 1_000_000_000_000L;

    /** The most kernels of a device at a time. */
    public static final int MOST_KERNELS = 1_024;

    private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000);

    /** An engine and a link of 64 GB/s, no latency, and nothing lost; an item of a kernel takes a nanosecond, one kernel at a time. */
    public static final Assumptions DEFAULT = new Assumptions(64_000_000_000L, 0, 64_000_000_000L, 0, 1_000_000_000, 1);

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
        if (kernelItemsPerSecond < 1 || kernelItemsPerSecond > MOST_ITEMS_PER_SECOND) {
            throw new IllegalArgumentException("a kernel runs from 1 to " + MOST_ITEMS_PER_SECOND
                    + " items a second: kernelItemsPerSecond=" + kernelItemsPerSecond);
        }
        if (kernelsAtOnce < 1 || kernelsAtOnce > MOST_KERNELS) {
            throw new IllegalArgumentException(
                    "a device runs from 1 to " + MOST_KERNELS + " kernels at a time: kernelsAtOnce=" + kernelsAtOnce);
        }
    }

    /** Assumptions of links and engines, with kernels as by default. */
    public Assumptions(long linkBytesPerSecond, long linkLatencyNanos, long engineBytesPerSecond, int farLossPercent) {
        this(
                linkBytesPerSecond,
                linkLatencyNanos,
                engineBytesPerSecond,
                farLossPercent,
                DEFAULT.kernelItemsPerSecond,
                DEFAULT.kernelsAtOnce);
    }

    /** The same with another loss of far engines. */
    public Assumptions withFarLoss(int percent) {
        return new Assumptions(
                linkBytesPerSecond,
                linkLatencyNanos,
                engineBytesPerSecond,
                percent,
                kernelItemsPerSecond,
                kernelsAtOnce);
    }

    /** The same with other kernels. */
    public Assumptions withKernels(long itemsPerSecond, int atOnce) {
        return new Assumptions(
                linkBytesPerSecond, linkLatencyNanos, engineBytesPerSecond, farLossPercent, itemsPerSecond, atOnce);
    }

    /** How long so many items of a kernel take, rounded up; {@link Long#MAX_VALUE} if that is more than there is. */
    long kernelNanos(long items) {
        BigInteger nanos = BigInteger.valueOf(items)
                .multiply(NANOS_PER_SECOND)
                .add(BigInteger.valueOf(kernelItemsPerSecond - 1))
                .divide(BigInteger.valueOf(kernelItemsPerSecond));
        return nanos.bitLength() < Long.SIZE ? nanos.longValue() : Long.MAX_VALUE;
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
