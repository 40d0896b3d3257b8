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

    /** Whose each page is. */
    private static final PageMap<SlotHome> OWNERS = new PageMap<>(SlotHome.class);

    /** The signals in host memory, which may always be read. */
    private static final SlotMap IN_HOST_MEMORY = new SlotMap();

    /** The signals whose slots a lookup must not read. */
    private static final SlotMap ELSEWHERE = new SlotMap();

    private static final @Nullable Signal[][][] HOST_ROOT = IN_HOST_MEMORY.root();
    private static final @Nullable Signal[][][] ELSEWHERE_ROOT = ELSEWHERE.root();

    private static final VarHandle MEMBER =
            MethodHandles.arrayElementVarHandle(Signal[].class).withInvokeExactBehavior();
    private static final int SLOT_SHIFT = Integer.numberOfTrailingZeros(SLOT_BYTES);

    final long address;

    private final SlotMap map;

    private final @Nullable Signal[] members;

    /** Whether handles lead here. Changed before others learn of the home, and after the last member has gone. */
    private boolean shown;

    /**
     * Makes a home without members that no handle leads to.
     *
     * @param inHostMemory as {@link ArenaSource#isHostMemory}
     */
    SlotHome(long address, int slots, boolean inHostMemory) {
        this.address = address;
        this.members = new Signal[slots];
        this.map = inHostMemory ? IN_HOST_MEMORY : ELSEWHERE;
    }

    /** The living signal that has a handle, any number at all; {@code null} if there is none. */
    static @Nullable Signal find(long handle) {
        Signal member = SlotMap.find(HOST_ROOT, handle);
        if (member == null) {
            return findElsewhere(handle);
        }
        // Only where there is a member is the memory known to be ours.
        return isFree(handle) ? null : living(member);
    }

    private static @Nullable Signal findElsewhere(long handle) {
        Signal member = SlotMap.find(ELSEWHERE_ROOT, handle);
        return member == null ? AdoptedSlot.findAdopted(handle) : living(member);
    }

    /** A member, unless it is closed. The page may have another owner by now: those of this one are closed then. */
    private static @Nullable Signal living(Signal member) {
        return member.isClosed() ? null : member;
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
        return OWNERS.find(address) != null;
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
        long bytes = bytes(members.length);
        // All that can fail comes first.
        map.prepare(address, bytes);
        OWNERS.add(address, bytes, this);
        shown = true;
        for (int slot = 0; slot < members.length; slot++) {
            Signal member = member(slot);
            if (member != null) {
                map.putRelease(slotAddress(slot), member);
            }
        }
        VarHandle.fullFence();
    }

    /** No handle leads here any more. To be called before the memory goes back. */
    final void hide() {
        for (int slot = 0; slot < members.length; slot++) {
            if (member(slot) != null) {
                map.putRelease(slotAddress(slot), null);
            }
        }
        VarHandle.fullFence();
        OWNERS.remove(address, bytes(members.length), this);
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
        if (shown) {
            map.put(slotAddress(slot), signal);
        }
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
