package io.headrace.sim.copy;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks after the user's code while it runs on a clock's thread. Code that only computes is waited for, since virtual time stands still
 * meanwhile. Code that waits may be waiting for what the clock has yet to bring about: it is left behind. That is told by the state of its
 * thread, seen again and again; and since one may wait by computing too, what takes very long is left behind as well.
 *
 * <p>It counts looks and not time, so that a machine that is busy with something else is no reason to leave anybody.
 */
final class CallWatch {

    private static final long NANOS_BETWEEN_LOOKS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int LOOKS_AT_ONE_THAT_WAITS = 10;
    private static final int LOOKS_AT_ONE_THAT_RUNS = 1_000;

    private final ReentrantLock lock;
    private final Condition wanted;
    private final Consumer<UserCall> leave;

    /** All that follows is guarded by the lock. */
    private @Nullable UserCall call;

    private @Nullable Thread caller;
    private boolean idle;
    private boolean ended;
    private int looks;
    private int looksInWhichItWaited;

    /**
     * @param lock the clock's
     * @param leave leaves a call behind; called under the lock
     */
    CallWatch(ReentrantLock lock, Consumer<UserCall> leave) {
        this.lock = lock;
        this.wanted = lock.newCondition();
        this.leave = leave;
    }

    void start() {
        Thread.ofPlatform()
                .name("headrace-sim-watch")
                .daemon()
                .inheritInheritableThreadLocals(false)
                .start(this::watch);
    }

    /** The calling thread begins a call. Called under the lock. */
    void begin(UserCall begun) {
        call = begun;
        caller = Thread.currentThread();
        looks = 0;
        looksInWhichItWaited = 0;
        if (idle) {
            idle = false;
            wanted.signal();
        }
    }

    /** The call has ended, or was left behind. Called under the lock. */
    void end() {
        call = null;
        caller = null;
    }

    /** Nothing will be called any more. Called under the lock. */
    void stop() {
        ended = true;
        wanted.signal();
    }

    private void watch() {
        while (awaitCall()) {
            LockSupport.parkNanos(NANOS_BETWEEN_LOOKS);
            look();
        }
    }

    /** Waits for a call that may be looked at; {@code false} if there will be none. */
    private boolean awaitCall() {
        lock.lock();
        try {
            while (call == null && !ended) {
                idle = true;
                wanted.awaitUninterruptibly();
            }
            idle = false;
            return !ended;
        } finally {
            lock.unlock();
        }
    }

    private void look() {
        lock.lock();
        try {
            if (call != null && caller != null && !call.isOver()) {
                look(call, caller);
            }
        } finally {
            lock.unlock();
        }
    }

    private void look(UserCall running, Thread thread) {
        looks++;
        looksInWhichItWaited = thread.getState() == Thread.State.RUNNABLE ? 0 : looksInWhichItWaited + 1;
        if (looksInWhichItWaited >= LOOKS_AT_ONE_THAT_WAITS || looks >= LOOKS_AT_ONE_THAT_RUNS) {
            leave.accept(running);
        }
    }
}
