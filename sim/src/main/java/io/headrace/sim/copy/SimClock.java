package io.headrace.sim.copy;

import io.headrace.config.TimeSource;
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
 * The virtual time of simulated devices, and the thread on which all of it happens. It stands still while something is to be done now,
 * while the user's code runs, and while it is held; else it jumps to the next event.
 *
 * <p>There is one thread at a time. When the user's code waits, another thread takes its place (see {@link CallWatch}).
 */
final class SimClock {

    /** So many entries in a row may not keep the time from going on: they may be waiting for that. */
    private static final int MOST_ENTRIES = 64;

    /** What {@link #source} shows at the beginning: where times are kept, 0 stands for none. */
    private static final long ORIGIN = 1;

    private record Waiting(List<Position> positions, Runnable go) {}

    private final VirtualTime time = new VirtualTime();
    private final TimeSource source = () -> ORIGIN + time.nanos();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final CallWatch watch = new CallWatch(lock, this::leave);
    private final ArrayDeque<Runnable> arrivals = new ArrayDeque<>();
    private final ArrayDeque<UserCall> calls = new ArrayDeque<>();
    private final ArrayDeque<Runnable> entries = new ArrayDeque<>();

    /** The thread's own. */
    private List<Waiting> barriers = new ArrayList<>();

    /** The thread's own: whether an event may be planned. */
    private boolean isPlanned;

    private Thread thread = new QueueThread("headrace-sim-clock", this::process);
    private int entriesInARow;
    private int left;
    private int devices;
    private int closing;
    private boolean held;
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
        thread.start();
        watch.start();
    }

    VirtualTime time() {
        return time;
    }

    /** The clock for the runtime. */
    TimeSource source() {
        return source;
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

    /** Lets the user's code run at this moment of virtual time. On the clock's thread. */
    void call(UserCall call) {
        lock.lock();
        try {
            calls.add(call);
        } finally {
            lock.unlock();
        }
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
        List<Waiting> unreached = new ArrayList<>();
        List<Runnable> reached = new ArrayList<>();
        for (Waiting one : barriers) {
            if (one.positions.stream().allMatch(Position::reached)) {
                reached.add(one.go);
            } else {
                unreached.add(one);
            }
        }
        barriers = unreached;
        reached.forEach(this::arriveFromHere);
    }

    /** Does something at this moment, behind what is to be done already. On the clock's thread. */
    void arriveFromHere(Runnable action) {
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

    /** A queue was closed that is not empty: what is in it still runs, held or not. Called under the lock. */
    void beginClosing() {
        closing++;
        changed.signalAll();
    }

    /** Such a queue is empty. Called under the lock. */
    void endClosing() {
        closing--;
    }

    /** A device is closed; with the last one the thread ends. */
    void closeDevice() {
        lock.lock();
        try {
            devices--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void process() {
        while (awaitWork()) {
            UserCall call = nextCall();
            Runnable task = call == null ? nextTask() : null;
            if (call != null) {
                isPlanned = true;
                run(call);
            } else if (task != null) {
                isPlanned = true;
                task.run();
            } else {
                isPlanned = time.step();
            }
        }
    }

    private @Nullable UserCall nextCall() {
        lock.lock();
        try {
            UserCall call = calls.poll();
            if (call != null) {
                watch.begin(call);
            }
            return call;
        } finally {
            lock.unlock();
        }
    }

    /** If it is left behind, this thread is not the clock's any more when it ends. */
    private void run(UserCall call) {
        call.run();
        lock.lock();
        try {
            if (call.isLeft()) {
                left--;
                arrive(call.after());
                return;
            }
            watch.end();
        } finally {
            lock.unlock();
        }
        call.after().run();
    }

    /** Lets another thread go on in place of the one that runs a call. Under the lock. */
    private void leave(UserCall call) {
        Thread next = new QueueThread("headrace-sim-clock", this::process);
        try {
            next.start();
        } catch (OutOfMemoryError e) {
            return; // no more threads; the watch tries again when it looks
        }
        thread = next;
        left++;
        call.leave();
        watch.end();
        arrive(call.whenLeft());
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

    /** Waits for something to do; {@code false} if there will be nothing for this thread. */
    private boolean awaitWork() {
        lock.lock();
        try {
            while (Thread.currentThread() == thread && hasNothingToDo()) {
                if (devices == 0 && left == 0) {
                    ended = true;
                    watch.stop();
                    return false;
                }
                changed.awaitUninterruptibly();
            }
            return Thread.currentThread() == thread;
        } finally {
            lock.unlock();
        }
    }

    private boolean hasNothingToDo() {
        return arrivals.isEmpty() && calls.isEmpty() && entries.isEmpty() && (isStill() || !isPlanned);
    }

    private boolean isStill() {
        return held && closing == 0;
    }
}
