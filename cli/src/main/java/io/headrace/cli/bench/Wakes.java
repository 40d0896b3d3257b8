package io.headrace.cli.bench;

import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.signal.WaitHint;
import java.util.concurrent.TimeUnit;

/** A thread that waits for a signal again and again, and how long after each store it goes on. */
final class Wakes implements AutoCloseable {

    private static final double MEDIAN = 50;
    private static final long END = Long.MAX_VALUE;

    private final Signal signal;
    private final Word waitingFor = new Word();
    private final Word wokenFor = new Word();
    private volatile long wokenAt;
    private long stores;

    /** A way to store. */
    @FunctionalInterface
    interface Store {

        void store(Signal signal, long value);
    }

    /**
     * Starts the thread.
     *
     * @param signal closed with this; its value is 0
     */
    Wakes(Signal signal, WaitHint hint) {
        this.signal = signal;
        Thread.ofPlatform().daemon().name("headrace-bench-waiter").start(() -> serve(hint));
    }

    /** The median of so many wakes; each store comes so long after the thread began to wait. */
    double micros(int times, long afterNanos, Store way) throws InterruptedException {
        Latencies latencies = new Latencies();
        for (int i = 0; i < times; i++) {
            long value = ++stores;
            while (waitingFor.getAcquire() != value) {
                Thread.onSpinWait();
            }
            pause(afterNanos);
            long start = System.nanoTime();
            way.store(signal, value);
            while (wokenFor.getAcquire() != value) {
                Thread.onSpinWait();
            }
            latencies.add(wokenAt - start);
        }
        return latencies.micros(MEDIAN);
    }

    /** Spins for a short time, and sleeps for a longer one, as whoever computes something would or would not. */
    private static void pause(long nanos) throws InterruptedException {
        long start = System.nanoTime();
        if (nanos >= TimeUnit.MICROSECONDS.toNanos(100)) {
            TimeUnit.NANOSECONDS.sleep(nanos);
        }
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
    }

    private void serve(WaitHint hint) {
        try {
            for (long value = 1; ; value++) {
                waitingFor.setRelease(value);
                signal.await(Condition.GTE, value, Long.MAX_VALUE, hint);
                wokenAt = System.nanoTime();
                if (signal.loadAcquire() == END) {
                    signal.close();
                    return;
                }
                wokenFor.setRelease(value);
            }
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this thread", e);
        }
    }

    /** Ends the thread. */
    @Override
    public void close() {
        signal.storeRelease(END);
    }
}
