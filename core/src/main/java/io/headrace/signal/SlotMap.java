package io.headrace.signal;

import static io.headrace.signal.SlotLayout.SLOT_BYTES;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Which signal lives in the slot of an address. Three levels of 12 bits each, of the 36 that a page's number has where addresses
 * have 48, as in {@link PageMap}, which says whose a page is; here a node of the lowest level has a place for each slot of its
 * pages. So a lookup goes from there to the signal, with no table of a page's signals in between: that would be one more memory
 * access that has to be waited for. Such a node takes half a megabyte for each 16 that signals are in.
 *
 * <p>Readers take no lock and write nothing that is shared. Nodes are made on first use, under a lock, and never removed, so that
 * no reader ever holds one that is no longer part of the map. Safe for use from any thread.
 */
final class SlotMap {

    private static final int LEVEL_BITS = 12;
    private static final int ENTRIES = 1 << LEVEL_BITS;
    private static final int SLOT_SHIFT = Integer.numberOfTrailingZeros(SLOT_BYTES);
    private static final int PAGE_SHIFT = Integer.numberOfTrailingZeros(PageMap.PAGE_BYTES);
    private static final int MIDDLE_SHIFT = PAGE_SHIFT + LEVEL_BITS;
    private static final int ROOT_SHIFT = MIDDLE_SHIFT + LEVEL_BITS;

    /** The slots of all pages of a node on the lowest level. */
    private static final int PLACES = 1 << (MIDDLE_SHIFT - SLOT_SHIFT);

    private static final VarHandle ROOT = places(Signal[][][].class);
    private static final VarHandle MIDDLE = places(Signal[][].class);
    private static final VarHandle PLACE = places(Signal[].class);

    private final @Nullable Signal[][][] root = new Signal[ENTRIES][][];
    private final ReentrantLock making = new ReentrantLock();

    /** The first level, for {@link #find}. Who keeps it as a constant spares lookups a few steps. */
    @Nullable
    Signal[][][] root() {
        return root;
    }

    /**
     * What was last put to a slot, in the map that has this first level.
     *
     * @param address any number at all
     */
    static @Nullable Signal find(@Nullable Signal[][][] root, long address) {
        int first = (int) (address >>> ROOT_SHIFT);
        if (first >= ENTRIES || (address & (SLOT_BYTES - 1)) != 0) {
            return null;
        }
        @Nullable Signal[][] middle = (Signal[][]) ROOT.getAcquire(root, first);
        if (middle == null) {
            return null;
        }
        @Nullable Signal[] places = (Signal[]) MIDDLE.getAcquire(middle, index(address));
        if (places == null) {
            return null;
        }
        return (Signal) PLACE.getAcquire(places, place(address));
    }

    /** Makes the nodes for an arena. All that can fail. */
    void prepare(long address, long bytes) {
        making.lock();
        try {
            for (long node = address & -(1L << MIDDLE_SHIFT); node < address + bytes; node += 1L << MIDDLE_SHIFT) {
                prepare(node);
            }
        } finally {
            making.unlock();
        }
    }

    private void prepare(long node) {
        int first = (int) (node >>> ROOT_SHIFT);
        @Nullable Signal[][] middle = (Signal[][]) ROOT.getAcquire(root, first);
        if (middle == null) {
            middle = new Signal[ENTRIES][];
            ROOT.setRelease(root, first, middle);
        }
        @Nullable Signal[] places = (Signal[]) MIDDLE.getAcquire(middle, index(node));
        if (places == null) {
            MIDDLE.setRelease(middle, index(node), new Signal[PLACES]);
        }
    }

    /** Says who lives in a slot of an arena that was prepared. */
    void put(long slot, @Nullable Signal signal) {
        putRelease(slot, signal);
        VarHandle.fullFence();
    }

    /** The same, for one of many: a {@linkplain VarHandle#fullFence fence} belongs behind the last one, not behind each. */
    void putRelease(long slot, @Nullable Signal signal) {
        @Nullable Signal[][] middle = (Signal[][]) ROOT.getAcquire(root, (int) (slot >>> ROOT_SHIFT));
        @Nullable Signal[] places = (Signal[]) MIDDLE.getAcquire(middle, index(slot));
        PLACE.setRelease(places, place(slot), signal);
    }

    private static int index(long address) {
        return (int) (address >>> MIDDLE_SHIFT) & (ENTRIES - 1);
    }

    private static int place(long address) {
        return (int) (address >>> SLOT_SHIFT) & (PLACES - 1);
    }

    private static VarHandle places(Class<?> nodes) {
        return MethodHandles.arrayElementVarHandle(nodes).withInvokeExactBehavior();
    }
}
