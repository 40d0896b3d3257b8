package io.headrace.signal;

/** How a thread waits until what it waits for is so. No hint changes what a wait returns. */
public enum WaitHint {
    /** As all other waits: spins for as long as {@code HEADRACE_STREAM_BUSYWAIT} says, then parks. */
    ADAPTIVE,
    /**
     * Does not park: the quickest to see a store, at the price of a processor. It yields the processor to others between
     * looks. For platform threads; a virtual thread that never parks would keep its carrier from others, perhaps from the
     * one that is to store, so virtual threads wait as with {@link #ADAPTIVE}.
     */
    SPIN,
    /** Parks after the first look. */
    BLOCK;

    /** How long the calling thread spins where it would spin so long without a hint. */
    long busyNanos(long configured) {
        return switch (this) {
            case ADAPTIVE -> configured;
            case SPIN -> Thread.currentThread().isVirtual() ? configured : Long.MAX_VALUE;
            case BLOCK -> 0;
        };
    }
}
