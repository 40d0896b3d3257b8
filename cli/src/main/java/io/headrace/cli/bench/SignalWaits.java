package io.headrace.cli.bench;

import io.headrace.memory.Words;
import io.headrace.signal.AnyResult;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalPool;
import io.headrace.signal.Signals;
import io.headrace.signal.WaitHint;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What it costs to wait for signals: a wait that is satisfied, and the way from a store to the thread that waits for it. */
final class SignalWaits implements Bench {

    private static final int MANY = 64;
    private static final int WAITS_FOR_ONE = 1_000_000;
    private static final int WAITS_FOR_MANY = 50_000;
    private static final int SPINNING = 2_000;
    private static final int PARKED = 200;
    private static final int FOREIGN = 50;
    private static final long BUSY_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    /** How long a thread has been waiting when the store comes. */
    private static final long SPINNING_FOR = TimeUnit.MICROSECONDS.toNanos(5);

    private static final long PARKED_FOR = TimeUnit.MICROSECONDS.toNanos(300);

    @Override
    public String name() {
        return "waits";
    }

    @Override
    public String about() {
        return "waiting for signals, and waking those who wait";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure("wait_any_1_ns", "ns", "a wait for any of 1 signal, satisfied at once"),
                new Figure("wait_any_64_last_ns", "ns", "a wait for any of 64, the last alone satisfied"),
                new Figure("wait_any_64_last_handles_ns", "ns", "the same by their handles"),
                new Figure("wait_all_64_ns", "ns", "a wait for all of 64, satisfied at once"),
                new Figure("wake_spin_us_p50", "us", "from a store to a thread that spins, median"),
                new Figure("wake_parked_us_p50", "us", "from a store to a thread that is parked, median"),
                new Figure(
                        "wake_parked_foreign_store_us_p50",
                        "us",
                        "the same for a store past the library, 0.3 ms after the wait began, median"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        try (SignalPool pool = new SignalPool(MANY, BUSY_NANOS)) {
            return Rounds.medians(effort, samples -> add(effort, pool, samples));
        }
    }

    /** Takes each figure once. */
    static void add(Effort effort, SignalPool pool, Samples samples) throws InterruptedException {
        Signal[] signals = new Signal[MANY];
        Arrays.setAll(signals, i -> pool.create(0));
        Signal last = signals[MANY - 1];
        last.storeRelease(1);
        int one = effort.repetitions(WAITS_FOR_ONE);
        samples.add("wait_any_1_ns", (double) waitForAny(new Signal[] {last}, one) / one);
        int many = effort.repetitions(WAITS_FOR_MANY);
        samples.add("wait_any_64_last_ns", (double) waitForAny(signals, many) / many);
        long[] handles = Arrays.stream(signals).mapToLong(Signal::handle).toArray();
        samples.add("wait_any_64_last_handles_ns", (double) waitForAny(handles, many) / many);
        samples.add("wait_all_64_ns", (double) waitForAll(signals, many) / many);
        for (Signal signal : signals) {
            signal.close();
        }
        try (Wakes wakes = new Wakes(pool.create(0), WaitHint.SPIN)) {
            samples.add(
                    "wake_spin_us_p50", wakes.micros(effort.repetitions(SPINNING), SPINNING_FOR, Signal::storeRelease));
        }
        try (Wakes wakes = new Wakes(pool.create(0), WaitHint.BLOCK)) {
            samples.add(
                    "wake_parked_us_p50", wakes.micros(effort.repetitions(PARKED), PARKED_FOR, Signal::storeRelease));
        }
        Signal shared = pool.create(0);
        long word = shared.nativeAddress() + Long.BYTES;
        try (Wakes wakes = new Wakes(shared, WaitHint.BLOCK)) {
            samples.add(
                    "wake_parked_foreign_store_us_p50",
                    wakes.micros(
                            effort.repetitions(FOREIGN),
                            PARKED_FOR,
                            (signal, value) -> Words.setLongVolatile(word, value)));
        }
    }

    private static long waitForAny(Signal[] signals, int times) throws InterruptedException {
        long sum = 0;
        long start = System.nanoTime();
        for (int i = 0; i < times; i++) {
            AnyResult result = Signals.awaitAny(signals, Condition.EQ, 1, 0, WaitHint.ADAPTIVE);
            sum += result.index() + result.observed();
        }
        long nanos = System.nanoTime() - start;
        check("index and value", sum, (long) times * signals.length);
        return nanos;
    }

    private static long waitForAny(long[] handles, int times) throws InterruptedException {
        long sum = 0;
        long start = System.nanoTime();
        for (int i = 0; i < times; i++) {
            AnyResult result = Signals.awaitAny(handles, Condition.EQ, 1, 0, WaitHint.ADAPTIVE);
            sum += result.index() + result.observed();
        }
        long nanos = System.nanoTime() - start;
        check("index and value", sum, (long) times * handles.length);
        return nanos;
    }

    private static long waitForAll(Signal[] signals, int times) throws InterruptedException {
        long met = 0;
        long start = System.nanoTime();
        for (int i = 0; i < times; i++) {
            met += Signals.awaitAll(signals, Condition.GTE, 0, 0, WaitHint.ADAPTIVE, null) ? 1 : 0;
        }
        long nanos = System.nanoTime() - start;
        check("waits that ended", met, times);
        return nanos;
    }

    private static void check(String what, long sum, long expected) {
        if (sum != expected) {
            throw new IllegalStateException(
                    "a wait gave a wrong result: " + what + "=" + sum + " expected=" + expected);
        }
    }
}
