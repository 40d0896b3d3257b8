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

    /** For each page the signals in it: what a lookup needs, with nothing in between. */
    private static final PageMap<@Nullable Signal[]> ALL = new PageMap<>(Signal[].class);

    private static final Object[][][] ROOT = ALL.root();

    private static final VarHandle MEMBER =
            MethodHandles.arrayElementVarHandle(Signal[].class).withInvokeExactBehavior();
    private static final int SLOT_SHIFT = Integer.numberOfTrailingZeros(SLOT_BYTES);
    private static final int PAGE_SLOTS = PageMap.PAGE_BYTES / SLOT_BYTES;
    private static final int PAGE_SHIFT = Integer.numberOfTrailingZeros(PAGE_SLOTS);

    /** Places of a page whose slots a lookup must not read: one more than there are slots, so that the length tells. */
    private static final int UNREAD_PAGE_PLACES = PAGE_SLOTS + 1;

    final long address;

    private final int slots;

    private final @Nullable Signal[][] pages;

    /**
     * Makes a home without members that no handle leads to.
     *
     * @param inHostMemory as {@link ArenaSource#isHostMemory}
     */
    SlotHome(long address, int slots, boolean inHostMemory) {
        this.address = address;
        this.slots = slots;
        this.pages = new Signal[Math.ceilDiv(slots, PAGE_SLOTS)][inHostMemory ? PAGE_SLOTS : UNREAD_PAGE_PLACES];
    }

    /** The living signal that has a handle, any number at all; {@code null} if there is none. */
    static @Nullable Signal find(long handle) {
        @Nullable Signal[] page = (Signal[]) PageMap.find(ROOT, handle);
        if (page == null) {
            return AdoptedSlot.findAdopted(handle);
        }
        if ((handle & (SLOT_BYTES - 1)) != 0) {
            return null;
        }
        int place = (int) (handle >>> SLOT_SHIFT) & (PAGE_SLOTS - 1);
        if (page.length == PAGE_SLOTS && isFree(handle)) {
            return null;
        }
        return living((Signal) MEMBER.getAcquire(page, place));
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
        int shown = 0;
        try {
            for (; shown < pages.length; shown++) {
                ALL.add(pageAddress(shown), PageMap.PAGE_BYTES, pages[shown]);
            }
        } catch (RuntimeException | Error failure) {
            hide(shown);
            throw failure;
        }
    }

    /** No handle leads here any more. To be called before the memory goes back. */
    final void hide() {
        hide(pages.length);
    }

    private void hide(int count) {
        for (int page = 0; page < count; page++) {
            ALL.remove(pageAddress(page), PageMap.PAGE_BYTES, pages[page]);
        }
    }

    private long pageAddress(int page) {
        return address + (long) page * PageMap.PAGE_BYTES;
    }

    final int slots() {
        return slots;
    }

    final int slotOf(long at) {
        return (int) ((at - address) >>> SLOT_SHIFT);
    }

    final long slotAddress(int slot) {
        return address + ((long) slot << SLOT_SHIFT);
    }

    final @Nullable Signal member(int slot) {
        return (Signal) MEMBER.getAcquire(pages[slot >> PAGE_SHIFT], slot & (PAGE_SLOTS - 1));
    }

    final void setMember(int slot, @Nullable Signal signal) {
        MEMBER.setVolatile(pages[slot >> PAGE_SHIFT], slot & (PAGE_SLOTS - 1), signal);
    }

    /** Closes each signal that lives here. */
    final void closeMembers() {
        for (int slot = 0; slot < slots; slot++) {
            Signal signal = member(slot);
            if (signal != null) {
                signal.close();
            }
        }
    }
}
