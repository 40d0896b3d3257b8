package io.headrace.signal;

/**
 * Where arenas of slots come from, and how their slots are written: blocks of whole pages, no page of which holds anything
 * else. They are never unmapped while the process lives, so that a late read hits memory of ours. Safe for use from any
 * thread.
 */
interface ArenaSource {

    /**
     * Takes an arena. Its content is undefined.
     *
     * @param bytes its size, whole pages
     * @return its address
     * @throws io.headrace.error.HeadraceException if there is none; nothing changed
     */
    long take(long bytes);

    /** Gives an arena back, to be taken again. */
    void giveBack(long address, long bytes);

    /** Writes a new signal's slot, for devices and other processes; the value last but for what makes it valid. */
    default void fill(long slot, long initial) {
        SlotLayout.fill(slot, initial);
    }

    /** Marks a slot as no signal's. */
    default void clear(long slot) {
        SlotLayout.clear(slot);
    }

    /** Whether the host reads the arenas as it reads its own memory, and always may: then a lookup of a handle looks at the slot too. */
    default boolean isHostMemory() {
        return false;
    }
}
