package io.headrace.signal;

import static io.headrace.signal.SlotLayout.SLOT_BYTES;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The host's copies of what a use of a signal needs of its slot, for an arena behind a bus: {@code core_signal}, which for
 * all our slots is the slot's own address, where {@code id} says that the slot is a signal's; otherwise zero.
 */
final class SlotCopies {

    private final long base;
    private final AtomicLongArray cores;

    SlotCopies(long base, long bytes) {
        this.base = base;
        this.cores = new AtomicLongArray((int) (bytes / SLOT_BYTES));
    }

    void fill(long slot) {
        cores.set(index(slot), slot);
    }

    void clear(long slot) {
        cores.set(index(slot), 0);
    }

    /** Whether the slot is a signal's of this process. */
    boolean isSignal(long slot) {
        return cores.getAcquire(index(slot)) == slot;
    }

    private int index(long slot) {
        return (int) ((slot - base) / SLOT_BYTES);
    }
}
