package io.headrace.signal;

import static io.headrace.signal.SlotLayout.SLOT_BYTES;

import io.headrace.memory.Words;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * An arena's host side: which signal lives in each of its slots. Every signal that this library made is in one that the map of
 * all knows, so that a handle is looked up without a look at the memory that it points to.
 */
abstract sealed class SlotHome permits SlotArena, BatchArena, AdoptedSlot {

    private static final PageMap<SlotHome> ALL = new PageMap<>(SlotHome.class);
    private static final Object[][][] ROOT = ALL.root();

    private static final VarHandle MEMBER =
            MethodHandles.arrayElementVarHandle(Signal[].class).withInvokeExactBehavior();
    private static final int SLOT_SHIFT = Integer.numberOfTrailingZeros(SLOT_BYTES);

    /** A distance between slots that no arena is large enough for. */
    private static final long TOO_FAR = (long) SignalBatch.MOST * SLOT_BYTES;

    final long address;

    /** The address; where a lookup must not read the slots, one that is too far away from all of them. */
    private final long readFrom;

    private final @Nullable Signal[] members;

    /**
     * Makes a home without members that no handle leads to.
     *
     * @param inHostMemory as {@link ArenaSource#isHostMemory}
     */
    SlotHome(long address, int slots, boolean inHostMemory) {
        this.address = address;
        this.readFrom = inHostMemory ? address : address - TOO_FAR;
        this.members = new Signal[slots];
    }

    /** The living signal that has a handle, any number at all; {@code null} if there is none. */
    static @Nullable Signal find(long handle) {
        SlotHome home = (SlotHome) PageMap.find(ROOT, handle);
        if (home == null) {
            return AdoptedSlot.findAdopted(handle);
        }
        @Nullable Signal[] members = home.members;
        int slot = slot(handle - home.readFrom);
        if (Integer.compareUnsigned(slot, members.length) >= 0) {
            return home.findUnread(handle);
        }
        return isFree(handle) ? null : living((Signal) MEMBER.getAcquire(members, slot));
    }

    /** As {@link #find}, without a look at the slot. */
    private @Nullable Signal findUnread(long handle) {
        int slot = slot(handle - address);
        return readFrom == address || Integer.compareUnsigned(slot, members.length) >= 0 ? null : living(member(slot));
    }

    /**
     * The number of the slot at a distance of less than 4 GiB. Bits that a distance of whole slots does not have become the
     * highest here, so that one comparison judges whether there is such a slot.
     */
    private static int slot(long distance) {
        return Integer.rotateRight((int) distance, SLOT_SHIFT);
    }

    /** A member, unless it is closed. The page may have another owner by now: those of this one are closed then. */
    private static @Nullable Signal living(@Nullable Signal member) {
        return member == null || member.isClosed() ? null : member;
    }

    /**
     * Whether a slot in host memory says that it is no signal's. The value stands beside that word: a processor that
     * reads it here has it at hand when the signal object has come, instead of going for one after the other.
     */
    private static boolean isFree(long slot) {
        return Words.getLongAcquire((slot & SlotLayout.ADDRESS_BITS) + SlotLayout.KIND) == SlotLayout.KIND_INVALID;
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

    final int slotOf(long at) {
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
}
