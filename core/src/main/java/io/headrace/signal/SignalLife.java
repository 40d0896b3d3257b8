package io.headrace.signal;

import io.headrace.error.InvalidSignalException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A signal's life: open, closed, recycled. One word holds what decides it: whether the signal is closed, whether its slot
 * was given back, and how many uses are in progress that need the slot.
 *
 * <p>Memory of slots that are read in place is never unmapped, so a late read is harmless: it is judged afterwards, by a look
 * at this word. A late write would change another signal. So writes count as uses while they last, and the slot goes back
 * after the last one. Where slots are reached in another way ({@link SlotAccess}) reads count too.
 * There is one object for each life of a slot: this word is the generation check.
 */
abstract sealed class SignalLife permits SignalTimes {

    private static final int CLOSED = 1 << 31;
    private static final int RECYCLED = 1 << 30;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup()
                    .findVarHandle(SignalLife.class, "state", int.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    final long address;

    /** How the slot is reached; {@code null}: it is read and written in place. */
    final @Nullable SlotAccess access;

    private final SlotHome home;

    /** CLOSED and RECYCLED, and the number of uses below them. */
    private volatile int state;

    SignalLife(SlotHome home, long address, @Nullable SlotAccess access) {
        this.home = home;
        this.address = address;
        this.access = access;
    }

    /** Whether {@link Signal#close} was called. */
    public final boolean isClosed() {
        return state < 0;
    }

    /**
     * Counts a pending use, for the runtime and for drivers: the slot stays this signal's until {@link #release}, and
     * {@link Signal#storeRetained} works until then although the signal may be closed meanwhile.
     *
     * @throws InvalidSignalException if the signal is closed
     */
    public final void retain() {
        enter();
    }

    /**
     * Ends a use that {@link #retain} began.
     *
     * @throws IllegalStateException if there is none; nothing changed
     */
    public final void release() {
        int seen;
        do {
            seen = state;
            if ((seen & ~(CLOSED | RECYCLED)) == 0) {
                throw new IllegalStateException("the signal has no pending use to release: " + this);
            }
        } while (!STATE.compareAndSet(this, seen, seen - 1));
        recycleAfterLast(seen);
    }

    /** Begins a use of the slot. */
    final void enter() {
        if (!tryEnter()) {
            throw closedException();
        }
    }

    /** Begins a use of the slot, unless the signal is closed. */
    final boolean tryEnter() {
        if ((int) STATE.getAndAdd(this, 1) < 0) {
            leave();
            return false;
        }
        return true;
    }

    /** Ends a use of the slot. Also the full fence between a store to the slot and the look for watches. */
    final void leave() {
        recycleAfterLast((int) STATE.getAndAdd(this, -1));
    }

    /** Closes; {@code false} if it was closed before. */
    final boolean closeOnce() {
        int before = (int) STATE.getAndBitwiseOr(this, CLOSED);
        if (before == 0) {
            recycle();
        }
        return before >= 0;
    }

    final long busyNanos() {
        return home.busyNanos();
    }

    final InvalidSignalException closedException() {
        return new InvalidSignalException(
                "the signal is closed: handle=0x" + Long.toHexString(address) + "; use it before its close() only");
    }

    private void recycleAfterLast(int before) {
        if (before == CLOSED + 1) {
            recycle();
        }
    }

    /** A use that came too late and left again may pass here too; only the first one counts. */
    private void recycle() {
        if (((int) STATE.getAndBitwiseOr(this, RECYCLED) & RECYCLED) == 0) {
            home.recycle(address);
        }
    }
}
