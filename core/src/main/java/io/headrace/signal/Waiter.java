package io.headrace.signal;

import io.headrace.trace.jfr.WaitEvent;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One thread's wait for something: it spins, then spins with {@link Thread#yield}, then parks. Signals, streams and events
 * all wait by it. For the runtime and for drivers.
 *
 * <p>A subclass says what is waited for, and how the thread is told while it is parked. Whoever makes {@link #done} true
 * publishes that first and looks for registered threads after a full fence; the waiter registers first and looks again
 * after a full fence. So one of both sees the other, and no wake-up is lost.
 *
 * <p>A waker puts the woken thread on its own core, where a pure spin would keep it from running; hence the yields.
 * Virtual threads never yield, and spin only while no more of them wait, spinning or parked, than there are processors:
 * one that spins holds its carrier, and many that did so one after the other would make all the others late. A waiter
 * serves one thread and one wait. The time is the system's.
 */
public abstract class Waiter {

    private static final int LOOKS_PER_ROUND = 8;
    private static final int ROUNDS_WITHOUT_YIELD = 4;
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final AtomicInteger WAITING_VIRTUAL_THREADS = new AtomicInteger();

    /** Whether the thread was parked. */
    private boolean parked;

    /** Makes a waiter. */
    protected Waiter() {}

    /**
     * Whether the wait is over. Called often, on the waiting thread only; what it throws ends the wait and reaches the
     * caller.
     */
    protected abstract boolean done();

    /**
     * The thread is about to park: from now on whoever makes {@link #done} true unparks it. Called at most once.
     *
     * @param thread the waiting thread
     */
    protected abstract void register(Thread thread);

    /** Takes the registration back. Called once after {@link #register}, however that and the wait end. */
    protected abstract void unregister();

    /** What is waited for, in a few words for those who look at waits. */
    protected String waitsFor() {
        return "room";
    }

    /** Counts the wait unless it is over when it begins; {@code null}, the default: somebody else counts it. */
    protected @Nullable WaitCounts counts() {
        return null;
    }

    /**
     * Waits. A wait that is over already returns at once, whether or not the thread is interrupted, without reading the
     * clock.
     *
     * @param busyNanos how long to spin before parking; 0: park after one look
     * @param timeoutNanos how long to wait in all; 0 or less: one look; {@link Long#MAX_VALUE}: no limit
     * @return whether the wait is over; {@code false}: the time ran out, and nothing changed
     * @throws InterruptedException if the thread was interrupted before or meanwhile; nothing changed
     */
    public final boolean await(long busyNanos, long timeoutNanos) throws InterruptedException {
        if (done()) {
            return true;
        }
        throwIfInterrupted();
        if (timeoutNanos <= 0) {
            return false;
        }
        long start = System.nanoTime();
        long spinNanos = Math.min(busyNanos, timeoutNanos);
        if (!Thread.currentThread().isVirtual()) {
            return spinThenPark(start, spinNanos, ROUNDS_WITHOUT_YIELD, timeoutNanos);
        }
        boolean few = WAITING_VIRTUAL_THREADS.incrementAndGet() <= PROCESSORS;
        try {
            return spinThenPark(start, few ? spinNanos : 0, Long.MAX_VALUE, timeoutNanos);
        } finally {
            WAITING_VIRTUAL_THREADS.decrementAndGet();
        }
    }

    private boolean spinThenPark(long start, long spinNanos, long roundsWithoutYield, long timeoutNanos)
            throws InterruptedException {
        WaitEvent event = WaitEvent.beginIfEnabled();
        boolean over = false;
        try {
            over = spin(start, spinNanos, roundsWithoutYield) || park(start, timeoutNanos);
            return over;
        } finally {
            WaitCounts counts = counts();
            if (counts != null) {
                counts.add(parked);
            }
            if (event != null && event.isWanted()) {
                event.commit(waitsFor(), parked, over);
            }
        }
    }

    /**
     * A duration in nanoseconds.
     *
     * @return {@link Long#MAX_VALUE} (no limit, about 292 years) if it is longer than that, 0 if it is negative
     */
    public static long nanos(Duration timeout) {
        if (timeout.isNegative()) {
            return 0;
        }
        return timeout.toSeconds() >= Long.MAX_VALUE / 1_000_000_000 ? Long.MAX_VALUE : timeout.toNanos();
    }

    private boolean spin(long start, long nanos, long roundsWithoutYield) throws InterruptedException {
        if (nanos <= 0) {
            return false;
        }
        long round = 0;
        do {
            throwIfInterrupted();
            boolean yields = round++ >= roundsWithoutYield;
            if (yields) {
                Thread.yield();
            }
            // One look a turn is enough then: the sooner each thread yields, the sooner the one with work is back.
            for (int look = yields ? 1 : LOOKS_PER_ROUND; look > 0; look--) {
                if (done()) {
                    return true;
                }
                Thread.onSpinWait();
            }
        } while (System.nanoTime() - start < nanos);
        return false;
    }

    private boolean park(long start, long timeoutNanos) throws InterruptedException {
        try {
            register(Thread.currentThread());
            VarHandle.fullFence();
            while (!done()) {
                throwIfInterrupted();
                if (timeoutNanos == Long.MAX_VALUE) {
                    parked = true;
                    LockSupport.park(this);
                } else {
                    long left = timeoutNanos - (System.nanoTime() - start);
                    if (left <= 0) {
                        return false;
                    }
                    parked = true;
                    LockSupport.parkNanos(this, left);
                }
            }
            return true;
        } finally {
            unregister();
        }
    }

    private static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }
}
