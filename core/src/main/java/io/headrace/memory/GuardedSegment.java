package io.headrace.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A block that user code sees through a segment: nothing that it kept of the segment reaches the block once that is given
 * back. For blocks that are few and live long, since it takes a shared arena each.
 */
public final class GuardedSegment {

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Arena arena = Arena.ofShared();
    private final MemorySegment segment;

    /**
     * Guards a block.
     *
     * @param address the block's address
     * @param bytes its size
     * @param giveBack gives the block back, once nobody can reach it
     */
    public GuardedSegment(long address, long bytes, Runnable giveBack) {
        segment = MemorySegment.ofAddress(address).reinterpret(bytes, arena, whole -> giveBack.run());
    }

    /** The block; an access after {@link #close} is an {@link IllegalStateException}. */
    public MemorySegment segment() {
        return segment;
    }

    /**
     * Ends all access and gives the block back. Never blocks: if user code is inside a system call or a native call with
     * the segment, the block is given back after that. Called once.
     */
    public void close() {
        if (!tryClose()) {
            Thread.ofVirtual().name("headrace-host-buffer").start(() -> {
                while (!tryClose()) {
                    LockSupport.parkNanos(RETRY_NANOS);
                }
            });
        }
    }

    private boolean tryClose() {
        try {
            arena.close();
            return true;
        } catch (IllegalStateException inUse) {
            return false;
        }
    }
}
