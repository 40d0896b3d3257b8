package io.headrace.tck.fault;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link FaultyDriver} does at its {@link Point}s, and what it saw there. Visits of a point are counted from 1. Safe
 * for use from any thread.
 */
public final class Faults {

    private final Map<Point, Integer> visits = new EnumMap<>(Point.class);
    private final Map<Visit, Supplier<? extends Throwable>> failures = new HashMap<>();
    private final Map<Visit, Runnable> delays = new HashMap<>();
    private final AtomicInteger liveMemory = new AtomicInteger();
    private final AtomicInteger openQueues = new AtomicInteger();
    private final AtomicInteger openDevices = new AtomicInteger();
    private int grantedQueues = Integer.MAX_VALUE;

    /** Makes the n-th visit from now on fail with what the supplier gives: an unchecked exception or an error. */
    public synchronized void failNth(Point point, int n, Supplier<? extends Throwable> failure) {
        failures.put(new Visit(point, visited(point) + n), failure);
    }

    /** Makes the n-th visit from now on run {@code delay} first, which may block. */
    public synchronized void delayNth(Point point, int n, Runnable delay) {
        delays.put(new Visit(point, visited(point) + n), delay);
    }

    /** Lets devices opened from now on grant at most so many compute queues. */
    public synchronized void grantQueues(int count) {
        grantedQueues = count;
    }

    /** How often a point was visited. */
    public synchronized int visited(Point point) {
        return visits.getOrDefault(point, 0);
    }

    /** Blocks of memory that were allocated, pinned or wrapped, and not freed. */
    public int liveMemory() {
        return liveMemory.get();
    }

    /** Queues that were created and not closed, those of engines included. */
    public int openQueues() {
        return openQueues.get();
    }

    /** Devices that were opened and not closed. */
    public int openDevices() {
        return openDevices.get();
    }

    synchronized int grantedQueues() {
        return grantedQueues;
    }

    /** Counts a visit and runs its delay. Returns the failure planned for it, not thrown yet. */
    @Nullable
    Throwable visit(Point point) {
        Runnable delay;
        Supplier<? extends Throwable> failure;
        synchronized (this) {
            Visit visit = new Visit(point, visits.merge(point, 1, Integer::sum));
            delay = delays.remove(visit);
            failure = failures.remove(visit);
        }
        if (delay != null) {
            delay.run();
        }
        return failure == null ? null : failure.get();
    }

    /** Counts a visit, runs its delay and throws its failure. */
    void pass(Point point) {
        switch (visit(point)) {
            case null -> {}
            case RuntimeException failure -> throw failure;
            case Error failure -> throw failure;
            case Throwable failure ->
                throw new IllegalArgumentException("a driver throws no checked exception", failure);
        }
    }

    void memory(int change) {
        liveMemory.addAndGet(change);
    }

    void queues(int change) {
        openQueues.addAndGet(change);
    }

    void devices(int change) {
        openDevices.addAndGet(change);
    }

    private record Visit(Point point, int number) {}
}
