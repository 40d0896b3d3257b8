package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.acc.AsyncQueue;
import io.headrace.acc.AsyncQueues;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** What async numbers cost: to look one up, to use one for the first time, and to order queues. */
final class AsyncBench implements Bench {

    private static final int LOOKED_UP = 64;
    private static final int LOOKUPS = 1_000_000;
    private static final int FIRST_USES = 500;
    private static final int CREATORS = 16;
    private static final int QUEUES = 4_096;
    private static final int APART = 100_000;
    private static final int WAITS = 1_000;
    private static final int WAITS_FOR_ALL = 200;

    /** First uses begin here, so that the numbers that are looked up stay what they are. */
    private static final int FIRST_FREE = 1_000;

    @Override
    public String name() {
        return "async";
    }

    @Override
    public String about() {
        return "async queues by number: lookups, first uses, and waits of queues for queues";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure("lookup_ns", "ns", "a lookup of a used number; the queue found says which is next"),
                new Figure("lookup_2_threads_ns", "ns", "the same for each thread while two do it"),
                new Figure("lookup_large_ns", "ns", "the same of numbers from 2^20 on"),
                new Figure("lookup_default_ns", "ns", "a lookup of the default queue, by no number"),
                new Figure("plain_array_ns", "ns", "the same as an acquire read of a plain array"),
                new Figure("plain_array_2_threads_ns", "ns", "the same for each thread while two do it"),
                new Figure("lock_and_list_ns", "ns", "the same in a list under a ReentrantLock"),
                new Figure("lock_and_list_2_threads_ns", "ns", "the same for each thread while two do it"),
                new Figure("lookup_independent_ns", "ns", "a lookup of a number that is known before"),
                new Figure("lookup_independent_2_threads_ns", "ns", "the same for each thread while two do it"),
                new Figure("plain_array_independent_ns", "ns", "the same as an acquire read of a plain array"),
                new Figure("lock_and_list_independent_ns", "ns", "the same in a list under a ReentrantLock"),
                new Figure("lock_and_list_independent_2_threads_ns", "ns", "the same for each thread while two do it"),
                new Figure("first_use_us", "us", "the first use of a number, which makes its queue"),
                new Figure("queues", "", "queues that 16 threads made at once, of as many numbers; all are checked"),
                new Figure("hardware_queues", "", "hardware queues that these share"),
                new Figure("wait_async_us", "us", "to let a queue wait for one that is busy"),
                new Figure("wait_all_async_idle_us", "us", "to let a queue wait for 4,096 that are idle"),
                new Figure("wait_all_async_scattered_us", "us", "the same if their numbers are far apart"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        Map<String, Double> values = new HashMap<>();
        try (Headrace headrace = Headrace.open()) {
            values.putAll(lookups(AsyncQueues.of(headrace.device()), effort));
        }
        try (Headrace headrace = Headrace.open()) {
            values.putAll(manyQueues(headrace.device(), effort));
        }
        try (Headrace headrace = Headrace.open()) {
            AsyncQueues acc = AsyncQueues.of(headrace.device());
            for (int i = 0; i < QUEUES; i++) {
                acc.queue(i * APART);
            }
            int waits = effort.repetitions(WAITS_FOR_ALL);
            values.putAll(Rounds.medians(
                    effort,
                    samples -> samples.add(
                            "wait_all_async_scattered_us", nanos(1, times -> waitForAll(acc, times), waits) / 1_000)));
        }
        return values;
    }

    private static Map<String, Double> lookups(AsyncQueues acc, Effort effort) throws InterruptedException {
        int lookups = effort.repetitions(LOOKUPS);
        AsyncLookups loops = new AsyncLookups(acc, LOOKED_UP);
        int[] next = {FIRST_FREE};
        return Rounds.medians(effort, samples -> {
            addBoth(samples, "lookup", loops::dependent, lookups);
            samples.add("lookup_large_ns", nanos(1, loops::largeDependent, lookups));
            samples.add("lookup_default_ns", nanos(1, loops::ofNoNumber, lookups));
            addBoth(samples, "plain_array", loops::plainDependent, lookups);
            addBoth(samples, "lock_and_list", loops::lockedDependent, lookups / 10);
            addBoth(samples, "lookup_independent", loops::independent, lookups);
            samples.add("plain_array_independent_ns", nanos(1, loops::plainIndependent, lookups));
            addBoth(samples, "lock_and_list_independent", loops::lockedIndependent, lookups / 10);
            samples.add("first_use_us", nanos(1, uses -> firstUses(acc, next, uses), FIRST_USES) / 1_000);
        });
    }

    private static void addBoth(Samples samples, String key, IntConsumer loop, int lookups)
            throws InterruptedException {
        samples.add(key + "_ns", nanos(1, loop, lookups));
        samples.add(key + "_2_threads_ns", nanos(2, loop, lookups));
    }

    private static double nanos(int threads, IntConsumer loop, int times) throws InterruptedException {
        int some = Math.max(1, times);
        return (double) Together.nanos(threads, ignored -> loop.accept(some)) / some;
    }

    private static void firstUses(AsyncQueues acc, int[] next, int uses) {
        for (int i = 0; i < uses; i++) {
            acc.queue(next[0]++);
        }
    }

    private static Map<String, Double> manyQueues(Device device, Effort effort) throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device);
        makeAtOnce(acc);
        int waits = effort.repetitions(WAITS);
        int waitsForAll = effort.repetitions(WAITS_FOR_ALL);
        Map<String, Double> values = new HashMap<>(Rounds.medians(effort, samples -> {
            samples.add("wait_all_async_idle_us", nanos(1, times -> waitForAll(acc, times), waitsForAll) / 1_000);
            samples.add("wait_async_us", waitAsyncNanos(acc, waits) / 1_000);
        }));
        values.put("queues", (double) acc.queues().size());
        values.put("hardware_queues", (double) device.queues().created());
        return values;
    }

    /** Every thread makes the numbers of its own, and each is checked against what everybody finds then. */
    private static void makeAtOnce(AsyncQueues acc) throws InterruptedException {
        AsyncQueue[] seen = new AsyncQueue[QUEUES];
        Together.nanos(CREATORS, thread -> {
            for (int number = thread; number < QUEUES; number += CREATORS) {
                seen[number] = acc.queue(number).launch(Range.of(1), i -> {});
            }
        });
        acc.awaitAll();
        for (int number = 0; number < QUEUES; number++) {
            if (acc.queue(number) != seen[number] || seen[number].number() != number) {
                throw new IllegalStateException("a number is not the queue that its first user saw: number=" + number);
            }
        }
    }

    private static void waitForAll(AsyncQueues acc, int times) {
        for (int i = 0; i < times; i++) {
            acc.waitAllAsync(0);
        }
    }

    private static double waitAsyncNanos(AsyncQueues acc, int waits) throws InterruptedException {
        try (Signal signal = acc.device().signal(0)) {
            acc.stream(1).waitFor(signal, Condition.EQ, 1);
            long start = System.nanoTime();
            for (int i = 0; i < waits; i++) {
                acc.waitAsync(1, 2);
            }
            double nanos = (double) (System.nanoTime() - start) / waits;
            signal.storeRelease(1);
            acc.await(2);
            return nanos;
        }
    }
}
