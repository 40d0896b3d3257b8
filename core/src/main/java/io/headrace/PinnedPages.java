package io.headrace;

import io.headrace.spi.DeviceMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Memory of the global scope that was pinned, and who still needs that: each open {@link Pin} of a part of it, and each copy
 * in flight. Whoever is last unpins it. It is one of three things: about to be pinned (no memory yet), in use, or unpinned
 * (no uses), and goes from each to the next only.
 */
final class PinnedPages implements PinnedRange, Lease {

    private final PinnedMemory pinned;
    private final long address;
    private final long bytes;
    private final AtomicInteger uses = new AtomicInteger(1);
    private final AtomicBoolean unpinned = new AtomicBoolean();
    private volatile @Nullable DeviceMemory memory;

    /** The first use is the caller's. */
    PinnedPages(PinnedMemory pinned, long address, long bytes) {
        this.pinned = pinned;
        this.address = address;
        this.bytes = bytes;
    }

    /** The driver has pinned it. */
    void memory(DeviceMemory block) {
        memory = block;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public MemorySegment.Scope scope() {
        return Arena.global().scope();
    }

    @Override
    public DeviceMemory memory() {
        return Objects.requireNonNull(memory);
    }

    @Override
    public @Nullable Lease use() {
        if (memory == null) {
            return null;
        }
        for (int seen = uses.get(); seen > 0; seen = uses.get()) {
            if (uses.compareAndSet(seen, seen + 1)) {
                return this;
            }
        }
        return null;
    }

    @Override
    public void release() {
        if (uses.decrementAndGet() == 0) {
            unpin();
        }
    }

    /** Ends the pinning, whoever uses it. */
    void unpin() {
        DeviceMemory block = memory;
        if (block != null && unpinned.compareAndSet(false, true)) {
            try {
                block.free();
            } finally {
                // Not before: the driver is never asked to pin what it has pinned.
                pinned.remove(this);
            }
        }
    }
}
