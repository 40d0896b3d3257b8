package io.headrace;

import java.lang.foreign.MemorySegment;

/**
 * Pinned host memory that the library owns. The host reads and writes it through {@link #segment()}; copies from and to that
 * segment, or slices of it, by streams of the same device are done in place, without staging. While an operation uses a
 * part, leave that part alone (or only read what it reads).
 *
 * <p>Closing never waits: operations that were enqueued before still find the memory, and it is freed after them. From then
 * on, an access to the segment is an {@link IllegalStateException}; it never reaches memory that is gone. Safe for use from
 * any thread.
 */
public final class HostBuffer implements AutoCloseable {

    private final Allocation allocation;
    private final MemorySegment segment;

    HostBuffer(Allocation allocation, MemorySegment segment) {
        this.allocation = allocation;
        this.segment = segment;
    }

    /** The size in bytes. */
    public long bytes() {
        return segment.byteSize();
    }

    /** The device that uses the memory in place. */
    public Device device() {
        return allocation.device();
    }

    /**
     * The memory.
     *
     * @throws io.headrace.error.ClosedException if the buffer was closed
     */
    public MemorySegment segment() {
        allocation.checkOpen();
        return segment;
    }

    /** Whether the buffer was closed. */
    public boolean isClosed() {
        return allocation.isClosed();
    }

    /** Closes the memory. Returns at once; work in flight still finds it. Closing again has no effect. */
    @Override
    public void close() {
        allocation.close();
    }

    Allocation allocation() {
        return allocation;
    }

    @Override
    public String toString() {
        return "HostBuffer[bytes=" + bytes() + " device=" + device().id() + (isClosed() ? " closed]" : "]");
    }
}
