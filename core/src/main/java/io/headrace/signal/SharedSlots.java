package io.headrace.signal;

import java.nio.file.Path;

/** The arena of one batch, in a mapping that ends when the last member has gone. */
abstract class SharedSlots implements ArenaSource {

    final Path file;
    final SharedMapping mapping;
    final ShareHeader header;
    private final SharedAccess access;

    SharedSlots(Path file, SharedMapping mapping, ShareHeader header) {
        this.file = file;
        this.access = new SharedAccess(file);
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
        return access;
    }

    /** Whether who made the signals has no more to do with them. */
    abstract boolean isOwnerGone();
}
