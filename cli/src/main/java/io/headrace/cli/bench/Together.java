package io.headrace.cli.bench;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/** Runs the same on several threads at once. */
final class Together {

    private Together() {}

    /**
     * Runs a task on so many threads, which begin together.
     *
     * @param task is given the thread's number, from 0
     * @return nanoseconds from the first thread's beginning to the last one's end
     */
    static long nanos(int threads, IntConsumer task) throws InterruptedException {
        AtomicInteger missing = new AtomicInteger(threads);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        long[] starts = new long[threads];
        long[] ends = new long[threads];
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            int index = i;
            all[i] = Thread.ofPlatform().daemon().name("headrace-bench-" + i).start(() -> {
                missing.decrementAndGet();
                while (missing.get() > 0) {
                    Thread.onSpinWait();
                }
                starts[index] = System.nanoTime();
                try {
                    task.accept(index);
                } catch (Throwable t) {
                    failure.set(t);
                }
                ends[index] = System.nanoTime();
            });
        }
        long start = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (int i = 0; i < threads; i++) {
            all[i].join();
            start = Math.min(start, starts[i]);
            end = Math.max(end, ends[i]);
        }
        if (failure.get() != null) {
            throw new IllegalStateException("a thread of a bench failed", failure.get());
        }
        return end - start;
    }
}
