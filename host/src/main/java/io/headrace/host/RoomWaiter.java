package io.headrace.host;

import io.headrace.signal.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One caller that waits for room. It is let go or gives up, never both. */
final class RoomWaiter extends Waiter {

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

    private final RoomWaiters room;
    private volatile int state;
    private @Nullable Thread thread;

    RoomWaiter(RoomWaiters room) {
        this.room = room;
    }

    @Override
    protected boolean done() {
        return state == LET_GO;
    }

    @Override
    protected void register(Thread parked) {
        thread = parked;
        room.enter(this);
    }

    @Override
    protected void unregister() {
        room.leave(this);
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
