package io.headrace.signal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Who owns the page that an address is in. Three levels of 12 bits each, of the 36 that a page's number has where addresses
 * have 48; whatever an address beyond that looks like, nobody owns it.
 *
 * <p>Readers take no lock and write nothing that is shared. Writers take a lock; they add nodes on first use and never
 * remove them, so that no reader ever holds one that is no longer part of the map. Safe for use from any thread.
 *
 * @param <T> the owners
 */
final class PageMap<T> {

    /** The unit of the map, whatever the page size of the system. */
    static final int PAGE_BYTES = 4096;

    private static final int PAGE_BITS = 12;
    private static final int LEVEL_BITS = 12;
    private static final int ADDRESS_BITS = PAGE_BITS + 3 * LEVEL_BITS;
    private static final int ENTRIES = 1 << LEVEL_BITS;
    private static final int LEAF_SHIFT = PAGE_BITS;
    private static final int MIDDLE_SHIFT = LEAF_SHIFT + LEVEL_BITS;
    private static final int ROOT_SHIFT = MIDDLE_SHIFT + LEVEL_BITS;

    private static final VarHandle ROOT = entries(Object[][][].class);
    private static final VarHandle MIDDLE = entries(Object[][].class);
    private static final VarHandle LEAF = entries(Object[].class);

    /** Nodes are arrays of the owners' class, so that a compiler knows it from the root. */
    private final Object[][][] root;

    private final ReentrantLock writing = new ReentrantLock();

    /**
     * Makes a map without owners.
     *
     * @param owners their class
     */
    PageMap(Class<?> owners) {
        root = (Object[][][]) Array.newInstance(owners.arrayType().arrayType(), ENTRIES);
    }

    /** The owner of the page that an address, any number at all, is in; {@code null} if it has none. */
    @Nullable
    T find(long address) {
        int first = (int) (address >>> ROOT_SHIFT);
        if (first >= ENTRIES) {
            return null;
        }
        Object[][] middle = (Object[][]) ROOT.getAcquire(root, first);
        if (middle == null) {
            return null;
        }
        Object[] leaf = (Object[]) MIDDLE.getAcquire(middle, index(address, MIDDLE_SHIFT));
        if (leaf == null) {
            return null;
        }
        return owner(LEAF.getAcquire(leaf, index(address, LEAF_SHIFT)));
    }

    /**
     * Makes somebody the owner of pages.
     *
     * @param address of the first page
     * @param bytes a multiple of a page's
     * @throws IllegalArgumentException if these are not whole pages below 2^48
     * @throws IllegalStateException if one of them has an owner; nothing changed
     */
    void add(long address, long bytes, T owner) {
        check(address, bytes);
        writing.lock();
        try {
            // All that can fail comes first.
            for (long page = address; page < address + bytes; page += PAGE_BYTES) {
                Object has = LEAF.getAcquire(leaf(page), index(page, LEAF_SHIFT));
                if (has != null) {
                    throw new IllegalStateException("the page has an owner: page=" + hex(page) + " owner=" + has
                            + "; a page belongs to one at a time: address=" + hex(address) + " bytes=" + bytes);
                }
            }
            set(address, bytes, owner);
        } finally {
            writing.unlock();
        }
    }

    /**
     * Ends the ownership of pages that {@link #add} began.
     *
     * @throws IllegalStateException if one of them is not the owner's; nothing changed
     */
    @SuppressWarnings("ReferenceEquality") // the owner itself, not one that equals it
    void remove(long address, long bytes, T owner) {
        check(address, bytes);
        writing.lock();
        try {
            for (long page = address; page < address + bytes; page += PAGE_BYTES) {
                T has = find(page);
                if (has != owner) {
                    throw new IllegalStateException(
                            "the page is somebody else's: page=" + hex(page) + " owner=" + has + " asked=" + owner);
                }
            }
            set(address, bytes, null);
        } finally {
            writing.unlock();
        }
    }

    private void set(long address, long bytes, @Nullable T owner) {
        for (long page = address; page < address + bytes; page += PAGE_BYTES) {
            LEAF.setVolatile(leaf(page), index(page, LEAF_SHIFT), (Object) owner);
        }
    }

    /** The node on the lowest level that a page belongs to; made, as is the one above it, on first use. */
    private Object[] leaf(long page) {
        int first = index(page, ROOT_SHIFT);
        Object[][] middle = (Object[][]) ROOT.getAcquire(root, first);
        if (middle == null) {
            middle = (Object[][]) below(root);
            ROOT.setRelease(root, first, middle);
        }
        int second = index(page, MIDDLE_SHIFT);
        Object[] leaf = (Object[]) MIDDLE.getAcquire(middle, second);
        if (leaf == null) {
            leaf = (Object[]) below(middle);
            MIDDLE.setRelease(middle, second, leaf);
        }
        return leaf;
    }

    private static Object below(Object[][] node) {
        return Array.newInstance(node.getClass().componentType().componentType(), ENTRIES);
    }

    private static VarHandle entries(Class<?> nodes) {
        return MethodHandles.arrayElementVarHandle(nodes).withInvokeExactBehavior();
    }

    private static int index(long address, int shift) {
        return (int) (address >>> shift) & (ENTRIES - 1);
    }

    /** Whether these are whole pages that can have an owner. */
    static boolean arePages(long address, long bytes) {
        long end = 1L << ADDRESS_BITS;
        return ((address | bytes) & (PAGE_BYTES - 1)) == 0 && address >= 0 && bytes >= 1 && bytes <= end - address;
    }

    private static void check(long address, long bytes) {
        if (!arePages(address, bytes)) {
            throw new IllegalArgumentException("only whole pages of " + PAGE_BYTES + " bytes below 2^" + ADDRESS_BITS
                    + " can have an owner: address=" + hex(address) + " bytes=" + bytes);
        }
    }

    private static String hex(long address) {
        return "0x" + Long.toHexString(address);
    }

    @SuppressWarnings("unchecked")
    private @Nullable T owner(@Nullable Object entry) {
        return (T) entry;
    }
}
