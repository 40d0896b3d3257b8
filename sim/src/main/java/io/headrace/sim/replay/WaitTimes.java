package io.headrace.sim.replay;

import java.util.Arrays;

/**
 * How long operations stood in a queue although all that they depend on was done: the price of sharing. Of so many of 100
 * operations none waited longer than the percentile says.
 *
 * @param p50Nanos half of the operations
 * @param p99Nanos 99 of 100
 * @param maxNanos all
 */
public record WaitTimes(long p50Nanos, long p99Nanos, long maxNanos) {

    private static final int HALF = 50;
    private static final int NEARLY_ALL = 99;
    private static final int ALL = 100;

    static WaitTimes of(long[] nanos) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new WaitTimes(percentile(sorted, HALF), percentile(sorted, NEARLY_ALL), percentile(sorted, ALL));
    }

    private static long percentile(long[] sorted, int percent) {
        return sorted[(int) Math.ceilDiv((long) percent * sorted.length, ALL) - 1];
    }
}
