package io.headrace.sim.copy;

import io.headrace.sim.VirtualTime;
import io.headrace.spi.DriverQueue.Position;
import io.headrace.spi.QueueThread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The virtual time of simulated devices, and the one thread on which all of it happens. It stands still while something is to be
 * done now, and while it is held; else it jumps to the next event.
 */
final class SimClock {

    /** So many entries in a row may not keep the time from going on: they may be waiting for that. */
    private static final int MOST_ENTRIES = 64;

    private record Waiting(List<Position> positions, Runnable go) {}

    private final VirtualTime time = new VirtualTime();
    private final long origin = System.nanoTime();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Runnable> arrivals = new ArrayDeque<>();
    private final ArrayDeque<Runnable> entries = new ArrayDeque<>();

    /** The clock's own. */
    private List<Waiting> barriers = new ArrayList<>();

    /** The clock's own: whether an event may be planned. */
    private boolean isPlanned;

    private int entriesInARow;
    private int devices;
    private boolean held;
    private boolean closing;
    private boolean ended;

    /**
     * A clock that stands still until {@link #start}.
     *
     * @param devices how many use it
     */
    SimClock(int devices, boolean held) {
        this.devices = devices;
        this.held = held;
    }

    void start() {
        new QueueThread("headrace-sim-clock", this::process).start();
    }

    VirtualTime time() {
        return time;
    }

    /** The time on the host's clock at which a moment of virtual time counts as being. */
    long onHostsClock(long nanos) {
        return origin + nanos;
    }

    /** Guards the queues too. */
    ReentrantLock lock() {
        return lock;
    }

    /** Something is different for those who wait. */
    Condition changed() {
        return changed;
    }

    /** Does something at this moment of virtual time. Called under the lock. */
    void arrive(Runnable action) {
        arrivals.add(action);
        changed.signalAll();
    }

    /** Runs an entry soon; {@code false} if the clock has ended. */
    boolean post(Runnable entry) {
        lock.lock();
        try {
            if (!ended) {
                entries.add(entry);
                changed.signalAll();
            }
            return !ended;
        } finally {
            lock.unlock();
        }
    }

    /** Goes on when all positions are reached. On the clock's thread. */
    void whenReached(List<Position> positions, Runnable go) {
        barriers.add(new Waiting(positions, go));
        lookAtBarriers();
    }

    /** A packet has ended. On the clock's thread. */
    void lookAtBarriers() {
        List<Waiting> left = new ArrayList<>();
        List<Runnable> reached = new ArrayList<>();
        for (Waiting one : barriers) {
            if (one.positions.stream().allMatch(Position::reached)) {
                reached.add(one.go);
            } else {
                left.add(one);
            }
        }
        barriers = left;
        reached.forEach(this::arriveFromHere);
    }

    private void arriveFromHere(Runnable action) {
        lock.lock();
        try {
            arrive(action);
        } finally {
            lock.unlock();
        }
    }

    void hold(boolean still) {
        lock.lock();
        try {
            held = still;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A queue is closed: what is in it still runs, held or not. Called under the lock. */
    void letGo() {
        closing = true;
        changed.signalAll();
    }

    /** A device is closed; with the last one the thread ends. */
    void closeDevice() {
        lock.lock();
        try {
            devices--;
            letGo();
        } finally {
            lock.unlock();
        }
    }

    private void process() {
        while (awaitWork()) {
            Runnable task = nextTask();
            if (task == null) {
                isPlanned = time.step();
            } else {
                isPlanned = true;
                task.run();
            }
        }
    }

    private @Nullable Runnable nextTask() {
        lock.lock();
        try {
            Runnable task = arrivals.poll();
            if (task == null && (entriesInARow < MOST_ENTRIES || isStill())) {
                task = entries.poll();
                entriesInARow++;
            }
            if (task == null) {
                entriesInARow = 0;
            }
            return task;
        } finally {
            lock.unlock();
        }
    }

    private boolean awaitWork() {
        lock.lock();
        try {
            while (arrivals.isEmpty() && entries.isEmpty() && (isStill() || !isPlanned)) {
                if (devices == 0) {
                    ended = true;
                    return false;
                }
                changed.awaitUninterruptibly();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean isStill() {
        return held && !closing;
    }
}
