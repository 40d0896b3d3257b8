package io.headrace.signal;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Adopted slots by their exact addresses. A lookup takes no lock and allocates nothing, whatever number it is for: that is what
 * this is for, as a map of the JDK's needs an object for each. Who adds or removes takes a lock.
 */
final class AdoptedTable {

    private static final int INITIAL = 64;

    /** A slot and those behind it in its chain. Never changes: a chain without one of them is another chain. */
    private record Link(AdoptedSlot slot, @Nullable Link next) {}

    private final ReentrantLock changing = new ReentrantLock();
    private volatile AtomicReferenceArray<@Nullable Link> chains = new AtomicReferenceArray<>(INITIAL);

    /** Changed and read by who holds the lock. */
    private int size;

    /** The slot of an address, any number at all; {@code null} if there is none. */
    @Nullable
    AdoptedSlot find(long address) {
        AtomicReferenceArray<@Nullable Link> all = chains;
        for (Link link = all.get(place(address, all.length())); link != null; link = link.next) {
            if (link.slot.address == address) {
                return link.slot;
            }
        }
        return null;
    }

    /** Adds a slot; {@code false}, with nothing changed, if there is one of this address. */
    boolean add(AdoptedSlot slot) {
        changing.lock();
        try {
            if (find(slot.address) != null) {
                return false;
            }
            if (size == chains.length()) {
                grow();
            }
            put(chains, slot);
            size++;
            return true;
        } finally {
            changing.unlock();
        }
    }

    /** Removes a slot that was added. */
    @SuppressWarnings("ReferenceEquality") // the slot itself
    void remove(AdoptedSlot slot) {
        changing.lock();
        try {
            AtomicReferenceArray<@Nullable Link> all = chains;
            int place = place(slot.address, all.length());
            Link kept = null;
            for (Link link = all.get(place); link != null; link = link.next) {
                if (link.slot != slot) {
                    kept = new Link(link.slot, kept);
                }
            }
            all.set(place, kept);
            size--;
        } finally {
            changing.unlock();
        }
    }

    int size() {
        changing.lock();
        try {
            return size;
        } finally {
            changing.unlock();
        }
    }

    private void grow() {
        AtomicReferenceArray<@Nullable Link> before = chains;
        AtomicReferenceArray<@Nullable Link> after = new AtomicReferenceArray<>(2 * before.length());
        for (int i = 0; i < before.length(); i++) {
            for (Link link = before.get(i); link != null; link = link.next) {
                put(after, link.slot);
            }
        }
        chains = after;
    }

    private static void put(AtomicReferenceArray<@Nullable Link> all, AdoptedSlot slot) {
        int place = place(slot.address, all.length());
        all.set(place, new Link(slot, all.get(place)));
    }

    /** Addresses are alike in their low bits, and in their high ones. */
    private static int place(long address, int chains) {
        long mixed = address * 0x9E37_79B9_7F4A_7C15L;
        return (int) (mixed >>> 40) & (chains - 1);
    }
}
