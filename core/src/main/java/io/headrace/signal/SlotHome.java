package io.headrace.signal;

import static io.headrace.signal.SlotLayout.SLOT_BYTES;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * An arena's host side: which signal lives in each of its slots. Every signal that this library made is in one that the map of
 * all knows, so that a handle is looked up without a look at the memory that it points to.
 */
abstract sealed class SlotHome permits SlotArena, BatchArena, AdoptedSlot {

    private static final PageMap<SlotHome> ALL = new PageMap<>();

    private static final VarHandle MEMBER =
            MethodHandles.arrayElementVarHandle(Signal[].class).withInvokeExactBehavior();
    private static final int SLOT_SHIFT = Integer.numberOfTrailingZeros(SLOT_BYTES);

    final long address;
    private final @Nullable Signal[] members;

    /** Makes a home without members that no handle leads to. */
    SlotHome(long address, int slots) {
        this.address = address;
        this.members = new Signal[slots];
    }

    /** The living signal that has a handle, any number at all; {@code null} if there is none. */
    static @Nullable Signal find(long handle) {
        SlotHome home = ALL.find(handle);
        if (home == null) {
            return AdoptedSlot.findAdopted(handle);
        }
        // The pages may have another owner by now. The signals of this one are closed then.
        Signal signal = home.memberAt(handle);
        return signal == null || signal.isClosed() ? null : signal;
    }

    /** Whether the page that an address is in holds signals of this library. */
    static boolean isOurs(long address) {
        return ALL.find(address) != null;
    }

    /** Bytes of whole pages that so many slots take. */
    static long bytes(int slots) {
        return Math.ceilDiv((long) slots * SLOT_BYTES, PageMap.PAGE_BYTES) * (long) PageMap.PAGE_BYTES;
    }

    /** The owner takes back the slot of a closed signal that nothing uses any more. */
    abstract void recycle(long at);

    /** How long a wait for a signal of this home spins before it parks. */
    abstract long busyNanos();

    /** From now on handles lead here. */
    final void show() {
        ALL.add(address, bytes(members.length), this);
    }

    /** No handle leads here any more. To be called before the memory goes back. */
    final void hide() {
        ALL.remove(address, bytes(members.length), this);
    }

    final int slots() {
        return members.length;
    }

    final int slot(long at) {
        return (int) ((at - address) >>> SLOT_SHIFT);
    }

    final long slotAddress(int slot) {
        return address + ((long) slot << SLOT_SHIFT);
    }

    final @Nullable Signal member(int slot) {
        return (Signal) MEMBER.getAcquire(members, slot);
    }

    final void setMember(int slot, @Nullable Signal signal) {
        MEMBER.setVolatile(members, slot, signal);
    }

    /** Closes each signal that lives here. */
    final void closeMembers() {
        for (int slot = 0; slot < members.length; slot++) {
            Signal signal = member(slot);
            if (signal != null) {
                signal.close();
            }
        }
    }

    private @Nullable Signal memberAt(long handle) {
        long offset = handle - address;
        long slot = offset >>> SLOT_SHIFT;
        return (offset & (SLOT_BYTES - 1)) == 0 && slot < members.length ? member((int) slot) : null;
    }
}
