package io.headrace;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Host memory that a device reads and writes in place until this is closed; see {@link Device#pin}. Copies are told nothing of
 * it: they look at the memory they are given. Safe for use from any thread.
 */
public final class Pin implements AutoCloseable {

    private final MemorySegment memory;
    private final @Nullable Lease lease;
    private final AtomicBoolean closed = new AtomicBoolean();

    Pin(MemorySegment memory, @Nullable Lease lease) {
        this.memory = memory;
        this.lease = lease;
    }

    /** The memory that was pinned. */
    public MemorySegment memory() {
        return memory;
    }

    /** Whether this was closed. */
    public boolean isClosed() {
        return closed.get();
    }

    /**
     * Ends the pinning, once copies enqueued before have ended and nobody else has pinned the same memory. Returns at once.
     * Closing again has no effect.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true) && lease != null) {
            lease.release();
        }
    }

    @Override
    public String toString() {
        return "Pin[bytes=" + memory.byteSize() + (isClosed() ? " closed]" : "]");
    }
}
