package io.headrace.signal;

import static io.headrace.signal.SlotLayout.SLOT_BYTES;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The host's copies of what a use of a signal needs of its slot, for an arena behind a bus: {@code core_signal}, which for
 * all our slots is the slot's own address, where {@code id} says that the slot is a signal's; otherwise zero. Beside it, in bits
 * that addresses do not have, which of the two pairs of times to read.
 */
final class SlotCopies {

    /** Beside the address: the slot has no times of a copy. */
    private static final long NO_COPY = 1;

    /** Beside the address: the host stamped the times of a dispatch. */
    private static final long DISPATCHED = 2;

    private final long base;
    private final AtomicLongArray cores;

    SlotCopies(long base, long bytes) {
        this.base = base;
        this.cores = new AtomicLongArray((int) (bytes / SLOT_BYTES));
    }

    void fill(long slot) {
        cores.set(index(slot), slot | NO_COPY);
    }

    void clear(long slot) {
        cores.set(index(slot), 0);
    }

    /** Whether the slot is a signal's of this process. */
    boolean isSignal(long slot) {
        return (cores.getAcquire(index(slot)) & ~(NO_COPY | DISPATCHED)) == slot;
    }

    /** Whether the host stamped a dispatch after both pairs of times were taken away, and no copy since: then that pair counts. */
    boolean isDispatchOnly(long slot) {
        return (cores.getAcquire(index(slot)) & (NO_COPY | DISPATCHED)) == (NO_COPY | DISPATCHED);
    }

    /** Notes that both pairs of times are taken away; before they are. */
    void timesCleared(long slot) {
        change(slot, NO_COPY, DISPATCHED);
    }

    /** Notes that the times of a dispatch are there; after they are. */
    void dispatchStamped(long slot) {
        change(slot, DISPATCHED, 0);
    }

    /** Notes that the times of a copy are there; before they are. */
    void copyStamped(long slot) {
        change(slot, 0, NO_COPY);
    }

    private void change(long slot, long set, long taken) {
        cores.getAndUpdate(index(slot), before -> before == 0 ? 0 : (before | set) & ~taken);
    }

    private int index(long slot) {
        return (int) ((slot - base) / SLOT_BYTES);
    }
}
