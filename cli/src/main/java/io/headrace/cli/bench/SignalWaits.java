package io.headrace.cli.bench;

import com.sun.management.ThreadMXBean;
import io.headrace.signal.AnyResult;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalPool;
import io.headrace.signal.Signals;
import io.headrace.signal.WaitHint;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What it costs to wait for signals that are satisfied already. */
final class SignalWaits implements Bench {

    private static final int MANY = 64;
    private static final int WAITS_FOR_ONE = 1_000_000;
    private static final int WAITS_FOR_MANY = 50_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Something that ends at once, over and over; gives a sum that is known. */
    private interface Waits {

        long run(int times) throws InterruptedException;
    }

    @Override
    public String name() {
        return "waits";
    }

    @Override
    public String about() {
        return "waits that are satisfied";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure("wait_any_1_ns", "ns", "a wait for any of 1 signal, satisfied at once"),
                new Figure("wait_any_1_bytes", "B", "what it allocates"),
                new Figure("wait_any_64_last_ns", "ns", "a wait for any of 64, the last alone satisfied"),
                new Figure("wait_any_64_last_bytes", "B", "what it allocates"),
                new Figure("wait_any_64_last_handles_ns", "ns", "the same by their handles"),
                new Figure("wait_any_64_last_handles_bytes", "B", "what it allocates"),
                new Figure("wait_all_64_ns", "ns", "a wait for all of 64, satisfied at once"),
                new Figure("wait_all_64_bytes", "B", "what it allocates"),
                new Figure("wait_all_64_handles_ns", "ns", "the same by their handles"),
                new Figure("wait_all_64_handles_bytes", "B", "what it allocates"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        try (SignalPool pool = new SignalPool(MANY, 0)) {
            Signal[] signals = new Signal[MANY];
            Arrays.setAll(signals, i -> pool.create(0));
            signals[MANY - 1].storeRelease(1);
            return Rounds.medians(effort, samples -> add(effort, signals, samples));
        }
    }

    /** Takes each figure once. */
    private void add(Effort effort, Signal[] signals, Samples samples) throws InterruptedException {
        Signal[] last = {signals[MANY - 1]};
        long[] handles = Arrays.stream(signals).mapToLong(Signal::handle).toArray();
        int one = effort.repetitions(WAITS_FOR_ONE);
        int many = effort.repetitions(WAITS_FOR_MANY);
        add("wait_any_1", one, 1, times -> waitForAny(last, times), samples);
        add("wait_any_64_last", many, MANY, times -> waitForAny(signals, times), samples);
        add("wait_any_64_last_handles", many, MANY, times -> waitForAny(handles, times), samples);
        add("wait_all_64", many, 1, times -> waitForAll(signals, times), samples);
        add("wait_all_64_handles", many, 1, times -> waitForAll(handles, times), samples);
    }

    private void add(String key, int times, int sumOfOne, Waits waits, Samples samples) throws InterruptedException {
        long bytes = threads.getCurrentThreadAllocatedBytes();
        long start = System.nanoTime();
        long sum = waits.run(times);
        long nanos = System.nanoTime() - start;
        bytes = threads.getCurrentThreadAllocatedBytes() - bytes;
        if (sum != (long) times * sumOfOne) {
            throw new IllegalStateException(
                    "a wait gave a wrong result: " + key + " sum=" + sum + " expected=" + (long) times * sumOfOne);
        }
        samples.add(key + "_ns", (double) nanos / times);
        samples.add(key + "_bytes", (double) bytes / times);
    }

    private static long waitForAny(Signal[] signals, int times) throws InterruptedException {
        long sum = 0;
        for (int i = 0; i < times; i++) {
            AnyResult result = Signals.awaitAny(signals, Condition.EQ, 1, 0, WaitHint.ADAPTIVE);
            sum += result.index() + result.observed();
        }
        return sum;
    }

    private static long waitForAny(long[] handles, int times) throws InterruptedException {
        long sum = 0;
        for (int i = 0; i < times; i++) {
            AnyResult result = Signals.awaitAny(handles, Condition.EQ, 1, 0, WaitHint.ADAPTIVE);
            sum += result.index() + result.observed();
        }
        return sum;
    }

    private static long waitForAll(Signal[] signals, int times) throws InterruptedException {
        long met = 0;
        for (int i = 0; i < times; i++) {
            met += Signals.awaitAll(signals, Condition.GTE, 0, 0, WaitHint.ADAPTIVE, null) ? 1 : 0;
        }
        return met;
    }

    private static long waitForAll(long[] handles, int times) throws InterruptedException {
        long met = 0;
        for (int i = 0; i < times; i++) {
            met += Signals.awaitAll(handles, Condition.GTE, 0, 0, WaitHint.ADAPTIVE, null) ? 1 : 0;
        }
        return met;
    }
}
