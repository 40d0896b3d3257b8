package io.headrace.cli.bench;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** A virtual thread that sleeps for a millisecond again and again, and notes how much too late it goes on. */
final class Ticker {

    private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int DIGITS = 3;

    private final Histogram nanosLate = new Histogram(DIGITS);
    private final Thread thread = Thread.ofVirtual().unstarted(this::run);
    private volatile boolean stopped;

    private Ticker() {}

    static Ticker start() {
        Ticker ticker = new Ticker();
        ticker.thread.start();
        return ticker;
    }

    /** Stops it. Its figures can be read then. */
    void stop() throws InterruptedException {
        stopped = true;
        thread.join();
    }

    /** How late it was, at most, in so many of hundred cases. */
    double lateMillis(double percentile) {
        return (double) nanosLate.getValueAtPercentile(percentile) / TimeUnit.MILLISECONDS.toNanos(1);
    }

    private void run() {
        while (!stopped) {
            long start = System.nanoTime();
            try {
                Thread.sleep(Duration.ofNanos(PERIOD));
            } catch (InterruptedException e) {
                return;
            }
            nanosLate.recordValue(Math.max(0, System.nanoTime() - start - PERIOD));
        }
    }
}
