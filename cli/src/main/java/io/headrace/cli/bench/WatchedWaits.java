package io.headrace.cli.bench;

import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalPool;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/** What the thread takes that looks for others' stores, while many wait for some. */
final class WatchedWaits {

    private static final String WATCHER = "headrace-signal-watch";
    private static final double PERCENT = 100;

    /** The watcher looks often until then. */
    private static final Duration UNTIL_IT_RESTS = Duration.ofMillis(100);

    private WatchedWaits() {}

    /** How much of a processor it takes, while so many threads are parked and nobody stores. */
    static double percent(SignalPool pool, int waits, Duration time) throws InterruptedException {
        Signal[] signals = new Signal[waits];
        Thread[] threads = new Thread[waits];
        for (int i = 0; i < waits; i++) {
            Signal signal = pool.create(0);
            signal.nativeAddress();
            signals[i] = signal;
            threads[i] = Thread.ofVirtual().start(() -> await(signal));
        }
        try {
            for (Thread thread : threads) {
                while (thread.getState() != Thread.State.WAITING) {
                    Thread.sleep(1);
                }
            }
            Thread.sleep(UNTIL_IT_RESTS);
            return percent(time);
        } finally {
            for (int i = 0; i < waits; i++) {
                signals[i].storeRelease(1);
                threads[i].join();
                signals[i].close();
            }
        }
    }

    private static double percent(Duration time) throws InterruptedException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long watcher = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(WATCHER))
                .findAny()
                .orElseThrow(() -> new IllegalStateException("nobody looks for others' stores: thread=" + WATCHER))
                .threadId();
        long start = System.nanoTime();
        long before = threads.getThreadCpuTime(watcher);
        Thread.sleep(time);
        long cpu = threads.getThreadCpuTime(watcher) - before;
        return PERCENT * cpu / (System.nanoTime() - start);
    }

    private static void await(Signal signal) {
        try {
            signal.await(Condition.EQ, 1);
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this thread", e);
        }
    }
}
