package io.headrace.signal;

import org.jspecify.annotations.Nullable;

/**
 * Where arenas of slots come from, and how their slots are written: blocks of whole pages, no page of which holds anything
 * else. Unless they are reached in a way of their own ({@link #access}) they are never unmapped while the process lives, so
 * that a late read hits memory of ours. Safe for use from any thread.
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

    /** Gives an arena back, to be taken again. Does not throw. */
    void giveBack(long address, long bytes);

    /** How slots are reached; {@code null}: they are read and written in place, and stay so for good. */
    default @Nullable SlotAccess access() {
        return null;
    }

    /** Writes a new signal's slot, for devices and other processes; the value last but for what makes it valid. */
    default void fill(long slot, long initial) {
        SlotLayout.fill(slot, initial);
    }

    /** All slots of an arena are filled in, before anybody learns of it. */
    default void filled() {}

    /** Marks a slot as no signal's. Does not throw. */
    default void clear(long slot) {
        SlotLayout.clear(slot);
    }

    /** Whether the host reads the arenas as it reads its own memory, and always may: then a lookup of a handle looks at the slot too. */
    default boolean isHostMemory() {
        return false;
    }
}
