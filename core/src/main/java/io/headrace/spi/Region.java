package io.headrace.spi;

import java.lang.foreign.MemorySegment;

/** One side of a copy. */
public sealed interface Region {

    /**
     * Device memory.
     *
     * @param memory the block, alive until the copy has ended
     * @param offset where the region begins in it, in bytes
     */
    record Device(DeviceMemory memory, long offset) implements Region {

        /** The region's first address in the device's address space. */
        public long address() {
            return memory.address() + offset;
        }
    }

    /**
     * Host memory that the device reads and writes in place: from {@link DriverDevice#allocatePinned} or
     * {@link DriverDevice#pin}. No piecewise copies are needed.
     *
     * @param memory the block, pinned until the copy has ended
     * @param offset where the region begins in it, in bytes
     */
    record Pinned(DeviceMemory memory, long offset) implements Region {

        /** The region's first address on the host. */
        public long address() {
            return memory.address() + offset;
        }
    }

    /**
     * Host memory whose life the library does not control. A driver moves it by ordinary Java copies on its own thread,
     * piece by piece ({@code HEADRACE_MAX_ASYNC_COPY_BYTES}); if its arena was closed meanwhile that throws, and the copy
     * fails with what was thrown.
     *
     * @param segment the memory, exactly as long as the copy (or as its rows span), accessible from any thread
     */
    record Host(MemorySegment segment) implements Region {}
}
