package io.headrace.cli.bench;

import io.headrace.signal.Signal;
import io.headrace.signal.SignalPool;
import io.headrace.signal.WaitHint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The way from a store to the thread that waits for it, and what looking for others' stores takes. */
final class SignalWakes implements Bench {

    private static final int SPINNING = 2_000;
    private static final int PARKED = 200;
    private static final int FOREIGN = 50;
    private static final int LATE = 10;

    /** Wakes that come before all others, without pauses: what is waited for is the system, not a compiler. */
    private static final int WARM_UP = 10_000;

    /** How long a thread has been waiting when the store comes. */
    private static final long SPINNING_FOR = TimeUnit.MICROSECONDS.toNanos(5);

    private static final long PARKED_FOR = TimeUnit.MICROSECONDS.toNanos(300);
    private static final long PARKED_SPREAD = TimeUnit.MICROSECONDS.toNanos(100);

    /** Longer than the watcher looks often. */
    private static final long LATE_FOR = TimeUnit.MILLISECONDS.toNanos(4);

    /** The watcher's period then. */
    private static final long LATE_SPREAD = TimeUnit.MILLISECONDS.toNanos(1);

    private static final int WATCHED = 5_000;
    private static final double WATCHED_SECONDS = 2.5;

    @Override
    public String name() {
        return "wakes";
    }

    @Override
    public String about() {
        return "waking those who wait for signals";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure("wake_spin_us_p50", "us", "from a store to a thread that spins, median"),
                new Figure("wake_parked_us_p50", "us", "from a store to a thread that is parked, median"),
                new Figure("wake_parked_bare_us_p50", "us", "the same by LockSupport and nothing else, median"),
                new Figure("wake_parked_to_bare_ratio", "", "the former divided by the latter"),
                new Figure(
                        "wake_parked_foreign_store_us_p50",
                        "us",
                        "the same for a store past the library, 0.3 ms after the wait began, median"),
                new Figure("wake_parked_foreign_store_late_us_p50", "us", "the same 4 ms after it began, median"),
                new Figure(
                        "watcher_cpu_percent_5000",
                        "%",
                        "of a processor for the watcher, while 5,000 wait for stores past the library"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        try (SignalPool pool = new SignalPool(0, 0)) {
            int warmUp = effort.repetitions(WARM_UP);
            micros(pool, signal -> SignalWay.stored(signal, WaitHint.BLOCK), warmUp, 0, 0);
            micros(pool, ignored -> new ParkedWord(), warmUp, 0, 0);
            Map<String, Double> values = Rounds.medians(effort, samples -> add(effort, pool, samples));
            long millis = (long) (effort.factor() * TimeUnit.SECONDS.toMillis(1) * WATCHED_SECONDS);
            values.put("watcher_cpu_percent_5000", WatchedWaits.percent(pool, WATCHED, Duration.ofMillis(millis)));
            return values;
        }
    }

    private static void add(Effort effort, SignalPool pool, Samples samples) throws InterruptedException {
        double spinning = micros(
                pool, signal -> SignalWay.stored(signal, WaitHint.SPIN), effort.repetitions(SPINNING), SPINNING_FOR, 0);
        samples.add("wake_spin_us_p50", spinning);
        int times = effort.repetitions(PARKED);
        double parked =
                micros(pool, signal -> SignalWay.stored(signal, WaitHint.BLOCK), times, PARKED_FOR, PARKED_SPREAD);
        double bare = micros(pool, ignored -> new ParkedWord(), times, PARKED_FOR, PARKED_SPREAD);
        samples.add("wake_parked_us_p50", parked);
        samples.add("wake_parked_bare_us_p50", bare);
        samples.add("wake_parked_to_bare_ratio", parked / bare);
        Function<Signal, Wakes.Way> byOthers = signal -> SignalWay.storedByOthers(signal, WaitHint.BLOCK);
        samples.add(
                "wake_parked_foreign_store_us_p50",
                micros(pool, byOthers, effort.repetitions(FOREIGN), PARKED_FOR, PARKED_SPREAD));
        samples.add(
                "wake_parked_foreign_store_late_us_p50",
                micros(pool, byOthers, effort.repetitions(LATE), LATE_FOR, LATE_SPREAD));
    }

    private static double micros(
            SignalPool pool, Function<Signal, Wakes.Way> way, int times, long afterNanos, long spreadNanos)
            throws InterruptedException {
        try (Signal signal = pool.create(0);
                Wakes wakes = new Wakes(way.apply(signal))) {
            return wakes.micros(times, afterNanos, spreadNanos);
        }
    }
}
