package io.headrace.host;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/** One caller that waits for room. It is let go or gives up, never both. */
final class RoomWaiter {

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(RoomWaiter.class, "state", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private static final int WAITING = 0;
    private static final int LET_GO = 1;
    private static final int GAVE_UP = 2;

    private final Thread thread;
    private volatile int state;

    RoomWaiter(Thread thread) {
        this.thread = thread;
    }

    /**
     * Parks until let go.
     *
     * @param nanos how long at most; {@link Long#MAX_VALUE} for no limit
     * @return {@code false} if the time ran out
     */
    boolean park(long nanos) throws InterruptedException {
        long start = nanos == Long.MAX_VALUE ? 0 : System.nanoTime();
        while (state == WAITING) {
            if (nanos == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                long left = nanos - (System.nanoTime() - start);
                if (left <= 0) {
                    return false;
                }
                LockSupport.parkNanos(this, left);
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return true;
    }

    /** Lets the caller go, unless it has given up. */
    boolean letGo() {
        if (!STATE.compareAndSet(this, WAITING, LET_GO)) {
            return false;
        }
        LockSupport.unpark(thread);
        return true;
    }

    /** Gives up, unless let go already. */
    boolean giveUp() {
        return STATE.compareAndSet(this, WAITING, GAVE_UP);
    }
}
