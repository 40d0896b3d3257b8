package io.headrace.cli.bench;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** A thread that waits for a number again and again, and how long after each store it goes on. */
final class Wakes implements AutoCloseable {

    private static final double MEDIAN = 50;
    private static final long END = Long.MAX_VALUE;

    private final SplittableRandom random = new SplittableRandom(1);
    private final Way way;
    private final Word waitingFor = new Word();
    private final Word wokenFor = new Word();
    private final Thread thread;
    private volatile boolean ended;
    private volatile long wokenAt;
    private long stores;

    /** How one thread waits for a number, and how another one stores it. */
    interface Way {

        /** Stores a number; each is greater than the one before. */
        void store(long value);

        /** Returns when this number was stored, or a greater one. */
        void await(long value) throws InterruptedException;
    }

    /** Starts the thread. */
    Wakes(Way way) {
        this.way = way;
        thread = Thread.ofPlatform().daemon().name("headrace-bench-waiter").unstarted(this::serve);
        thread.start();
    }

    /**
     * The median of so many wakes.
     *
     * @param afterNanos how long the thread has been waiting when the store comes
     * @param spreadNanos by how much longer that is at most, at random: what looks in turns must be met at any time
     */
    double micros(int times, long afterNanos, long spreadNanos) throws InterruptedException {
        Latencies latencies = new Latencies();
        for (int i = 0; i < times; i++) {
            long value = ++stores;
            while (waitingFor.getAcquire() != value) {
                Thread.onSpinWait();
            }
            pause(afterNanos + random.nextLong(spreadNanos + 1));
            long start = System.nanoTime();
            way.store(value);
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

    private void serve() {
        try {
            for (long value = 1; ; value++) {
                waitingFor.setRelease(value);
                way.await(value);
                wokenAt = System.nanoTime();
                if (ended) {
                    return;
                }
                wokenFor.setRelease(value);
            }
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts this thread", e);
        }
    }

    /** Ends the thread; returns when it uses the way no more. */
    @Override
    public void close() {
        ended = true;
        way.store(END);
        while (thread.isAlive()) {
            Thread.yield();
        }
    }
}
