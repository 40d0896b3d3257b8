package io.headrace;

import io.headrace.memory.GuardedSegment;
import io.headrace.spi.DeviceMemory;
import java.lang.foreign.MemorySegment;

/** The memory of a {@link HostBuffer}: a driver's block, seen through a guarded segment. */
final class HostBlock implements DeviceMemory {

    private final DeviceMemory memory;
    private final PinnedMemory pinned;
    private final GuardedSegment guarded;

    HostBlock(DeviceMemory memory, PinnedMemory pinned) {
        this.memory = memory;
        this.pinned = pinned;
        this.guarded = new GuardedSegment(memory.address(), memory.bytes(), memory::free);
    }

    MemorySegment segment() {
        return guarded.segment();
    }

    /** The driver's block. */
    DeviceMemory memory() {
        return memory;
    }

    @Override
    public long address() {
        return memory.address();
    }

    @Override
    public long bytes() {
        return memory.bytes();
    }

    @Override
    public boolean hostAccessible() {
        return true;
    }

    @Override
    public void free() {
        // First, since the next block may get the same address.
        pinned.remove(this);
        guarded.close();
    }
}
