package io.headrace.signal;

/** The arena of one batch, in a mapping that ends when the last member has gone. */
abstract class SharedSlots implements ArenaSource {

    private static final SlotAccess ACCESS = new SlotAccess();

    final SharedMapping mapping;
    final ShareHeader header;

    SharedSlots(SharedMapping mapping, ShareHeader header) {
        this.mapping = mapping;
        this.header = header;
    }

    @Override
    public final long take(long bytes) {
        return mapping.slots();
    }

    /** Reads count as uses too: the memory goes. */
    @Override
    public final SlotAccess access() {
        return ACCESS;
    }

    /** Whether who made the signals has no more to do with them. */
    abstract boolean isOwnerGone();
}
