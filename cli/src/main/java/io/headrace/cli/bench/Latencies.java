package io.headrace.cli.bench;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** The times that one thing took, over and over. */
final class Latencies {

    private static final int DIGITS = 3;

    private final Histogram nanos = new Histogram(DIGITS);

    /** Something to be timed. */
    @FunctionalInterface
    interface Action {

        void run() throws InterruptedException;
    }

    /** Times an action, each time by itself. */
    static Latencies of(int times, Action action) throws InterruptedException {
        return of(times, () -> {}, action);
    }

    /** Times an action, each time by itself, after something that is not timed. */
    static Latencies of(int times, Action before, Action action) throws InterruptedException {
        Latencies latencies = new Latencies();
        for (int i = 0; i < times; i++) {
            before.run();
            long start = System.nanoTime();
            action.run();
            latencies.add(System.nanoTime() - start);
        }
        return latencies;
    }

    /** Notes one time; below zero, for clocks of two processors, counts as zero. */
    void add(long time) {
        nanos.recordValue(Math.max(0, time));
    }

    /** The time within which so many of hundred were done. */
    double micros(double percentile) {
        return (double) nanos.getValueAtPercentile(percentile) / TimeUnit.MICROSECONDS.toNanos(1);
    }
}
