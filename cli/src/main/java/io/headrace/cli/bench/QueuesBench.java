package io.headrace.cli.bench;

import io.headrace.queue.QueuePolicy;
import io.headrace.queue.QueuePool;
import io.headrace.queue.QueueSlot;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * What it costs to bind a stream to a queue and to unbind it: to choose by the policy and count, and to count back. A stream
 * does that with each operation that finds it idle.
 */
final class QueuesBench implements Bench {

    private static final int QUEUES = 4;
    private static final int PAIRS = 100_000;

    @Override
    public String name() {
        return "queues";
    }

    @Override
    public String about() {
        return "binding a stream to one of 4 queues (the idle one, else the least used) and unbinding it";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure("assign_release_ns", "ns", "bind and unbind, by one thread"),
                new Figure("assign_release_2_threads_ns", "ns", "the same for each thread while two do it"),
                new Figure("lock_baseline_ns", "ns", "the same policy over plain counts under a ReentrantLock"),
                new Figure("lock_baseline_2_threads_ns", "ns", "the same for each thread while two do it"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        int pairs = effort.repetitions(PAIRS);
        QueuePool pool = new QueuePool(QUEUES, QueuePolicy.BUSY_TRACKING, ignored -> new IdleQueue());
        pool.slots().forEach(QueueSlot::ensure);
        LockedPool locked = new LockedPool(QUEUES);
        IntConsumer free = ignored -> assignAndRelease(pool, pairs);
        IntConsumer underLock = ignored -> assignAndRelease(locked, pairs);
        Map<String, Double> medians = Rounds.medians(effort, samples -> {
            samples.add("assign_release_ns", nanos(1, free, pairs));
            samples.add("lock_baseline_ns", nanos(1, underLock, pairs));
            samples.add("assign_release_2_threads_ns", nanos(2, free, pairs));
            samples.add("lock_baseline_2_threads_ns", nanos(2, underLock, pairs));
        });
        checkAtRest(pool, locked);
        return medians;
    }

    private static double nanos(int threads, IntConsumer pairs, int count) throws InterruptedException {
        return (double) Together.nanos(threads, pairs) / count;
    }

    private static void assignAndRelease(QueuePool pool, int pairs) {
        for (int i = 0; i < pairs; i++) {
            pool.acquire().release();
        }
    }

    private static void assignAndRelease(LockedPool pool, int pairs) {
        for (int i = 0; i < pairs; i++) {
            pool.release(pool.acquire());
        }
    }

    private static void checkAtRest(QueuePool pool, LockedPool locked) {
        int users = pool.slots().stream().mapToInt(QueueSlot::users).sum();
        if (users != 0 || locked.users() != 0) {
            throw new IllegalStateException(
                    "queues are still in use after all were released: users=" + users + " locked=" + locked.users());
        }
    }
}
