package io.headrace;

import io.headrace.spi.DeviceMemory;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** A range of host addresses that a device uses in place. */
interface PinnedRange {

    /** The first address. */
    long address();

    /** The size in bytes. */
    long bytes();

    /** What segments of this range have as scope. Others only happen to have its addresses. */
    MemorySegment.Scope scope();

    /**
     * Counts a use.
     *
     * @return how to give it back; {@code null} if the range is about to be pinned or was unpinned
     * @throws io.headrace.error.ClosedException if it belongs to a buffer that was closed
     */
    @Nullable
    Lease use();

    /** The driver's block. There while the range is in use. */
    DeviceMemory memory();

    /** Whether a range of addresses lies in this one. */
    default boolean covers(long from, long size) {
        return from >= address() && size <= bytes() && from - address() <= bytes() - size;
    }

    /** The range of a {@link HostBuffer}. */
    record OfBuffer(HostBlock block, Allocation allocation) implements PinnedRange {

        @Override
        public long address() {
            return block.address();
        }

        @Override
        public long bytes() {
            return block.bytes();
        }

        @Override
        public MemorySegment.Scope scope() {
            return block.segment().scope();
        }

        @Override
        public Lease use() {
            allocation.retain();
            return allocation;
        }

        @Override
        public DeviceMemory memory() {
            return block.memory();
        }
    }
}
