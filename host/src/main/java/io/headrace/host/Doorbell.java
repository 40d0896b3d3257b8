package io.headrace.host;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Lets one thread sleep until there is something for it, at the cost of a read, and for some a fence, for those who ring while
 * it is awake.
 *
 * <p>No ring is lost: who rings publishes first and looks at the state afterwards; the sleeper sets the state first and
 * looks for what was published afterwards.
 */
final class Doorbell {

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Doorbell.class, "state", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private static final int AWAKE = 0;

    /** Asleep, and wants to hear of packets too. */
    private static final int IDLE = 1;

    /** Asleep until something else than a packet comes. */
    private static final int BLOCKED = 2;

    private volatile int state;
    private final Thread owner;

    Doorbell(Thread owner) {
        this.owner = owner;
    }

    /**
     * Wakes the owner if it sleeps for want of packets. Needs no fence: the caller has claimed a slot, which is one, and the
     * owner looks at what was claimed before it sleeps; if it finds a packet that is not complete yet, it stays awake.
     */
    void ringForPacket() {
        if (state == IDLE) {
            wake();
        }
    }

    /** Wakes the owner if it sleeps. What the caller has published before is seen by it. */
    void ring() {
        VarHandle.fullFence();
        if (state != AWAKE) {
            wake();
        }
    }

    boolean isAsleep() {
        return state != AWAKE;
    }

    private void wake() {
        if ((int) STATE.getAndSet(this, AWAKE) != AWAKE) {
            LockSupport.unpark(owner);
        }
    }

    /** For the owner: sleeps until the condition holds or somebody rings, for a packet or else. */
    void sleepForPackets(BooleanSupplier awake) {
        sleep(IDLE, awake);
    }

    /** For the owner: sleeps until the condition holds or somebody rings for something else than a packet. */
    void sleep(BooleanSupplier awake) {
        sleep(BLOCKED, awake);
    }

    private void sleep(int kind, BooleanSupplier awake) {
        state = kind;
        while (state != AWAKE && !awake.getAsBoolean()) {
            LockSupport.park(this);
            // A kernel may have left the flag set; park would return at once for ever.
            Thread.interrupted();
        }
        state = AWAKE;
    }
}
