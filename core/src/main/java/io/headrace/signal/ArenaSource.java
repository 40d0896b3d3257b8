package io.headrace.signal;

/**
 * Where arenas of slots come from: blocks of {@link SlotArena#BYTES} bytes, aligned to a page, no page of which holds
 * anything else. They are never unmapped while the process lives, so that a late read hits memory of ours. Safe for use
 * from any thread.
 */
interface ArenaSource {

    /**
     * Takes an arena. Its content is undefined.
     *
     * @return its address
     * @throws io.headrace.error.HeadraceException if there is none; nothing changed
     */
    long take();

    /** Gives an arena back, to be taken again. */
    void giveBack(long address);
}
