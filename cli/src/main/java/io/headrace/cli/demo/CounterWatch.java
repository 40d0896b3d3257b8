package io.headrace.cli.demo;

import io.headrace.Device;
import io.headrace.DeviceCounters;
import io.headrace.copy.Direction;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Prints a line with a device's counters twice a second, and a last one when it is closed. */
final class CounterWatch implements AutoCloseable {

    private static final Duration PERIOD = Duration.ofMillis(500);

    /** The longest that a print may hold up the end. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final double MEGABYTE = 1e6;

    private final Device device;
    private final PrintWriter out;
    private final long start = System.nanoTime();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    CounterWatch(Device device, PrintWriter out) {
        this.device = device;
        this.out = out;
        this.thread = Thread.ofPlatform().name("headrace-demo-watch").daemon().start(this::watch);
    }

    private void watch() {
        try {
            boolean last;
            do {
                last = closed.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS);
                double seconds = (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1);
                out.println(line(seconds, device.counters()));
                out.flush();
            } while (!last);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One line; numbers stand for all since the device was opened, but for depth, users and signals, which are those of the moment. */
    static String line(double seconds, DeviceCounters counters) {
        return String.format(
                Locale.ROOT,
                "%6.1f s  operations=%d failed=%d up_mb=%.1f down_mb=%.1f depth=%d users=%d waits_spun=%d waits_parked=%d"
                        + " signals=%d back_pressure_ms=%.1f",
                seconds,
                counters.ended(),
                counters.operations().values().stream()
                        .mapToLong(ended -> ended.failed() + ended.skipped())
                        .sum(),
                counters.copies().bytes(Direction.HOST_TO_DEVICE) / MEGABYTE,
                counters.copies().bytes(Direction.DEVICE_TO_HOST) / MEGABYTE,
                counters.depth(),
                counters.users(),
                counters.waits().spun() + counters.signalWaits().spun(),
                counters.waits().parked() + counters.signalWaits().parked(),
                counters.signals(),
                counters.backPressure().nanos() / (double) TimeUnit.MILLISECONDS.toNanos(1));
    }

    /** Prints the last line and waits for that. */
    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
