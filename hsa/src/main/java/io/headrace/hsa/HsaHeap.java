package io.headrace.hsa;

import io.headrace.spi.Chores;
import io.headrace.spi.NativeBlock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Where a device's buffers come from: the GPU's coarse-grained pool. Blocks go back on the thread for chores, since that may wait. Safe
 * for use from any thread.
 */
final class HsaHeap {

    private static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final HsaContext context;
    private final HsaApi api;
    private final HsaPool pool;
    private final Chores chores;
    private final Zeroing zeroing;
    private final AgentList reachedBy;
    private final AtomicLong allocated = new AtomicLong();

    /**
     * The heap.
     *
     * @param reachedBy the GPUs that may use its blocks, its own one first
     */
    HsaHeap(HsaContext context, HsaPool pool, Chores chores, Zeroing zeroing, AgentList reachedBy) {
        this.context = context;
        this.api = context.api();
        this.pool = pool;
        this.chores = chores;
        this.zeroing = zeroing;
        this.reachedBy = reachedBy;
    }

    /** Allocates memory, which is zeroed once {@link #isZeroed}. */
    HsaMemory allocate(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("device memory has at least one byte: bytes=" + bytes);
        }
        context.loss().throwIfLost();
        if (bytes > pool.bytes()) {
            throw outOfMemory(bytes);
        }
        long address = take(bytes);
        try {
            if (reachedBy.count() > 1) {
                reachedBy.allow(context, address);
            }
            zeroing.zero(address, bytes);
        } catch (RuntimeException e) {
            api.memoryPoolFree(address);
            throw e;
        }
        allocated.addAndGet(bytes);
        return new HsaMemory(this, address, bytes);
    }

    private long take(long bytes) {
        try (NativeBlock out = new NativeBlock(Long.BYTES)) {
            int code = pool.allocate(api, bytes, out.address());
            if (HsaErrors.isOutOfMemory(code)) {
                chores.await(); // what was closed is freed there
                code = pool.allocate(api, bytes, out.address());
            }
            if (HsaErrors.isOutOfMemory(code)) {
                throw outOfMemory(bytes);
            }
            context.check("allocate bytes=" + bytes, code);
            return out.getLong(0);
        }
    }

    private RuntimeException outOfMemory(long bytes) {
        return HsaErrors.outOfMemory("device=" + context.id(), bytes, allocated.get(), pool.bytes());
    }

    /** Gives a block back, which nothing uses any more. */
    void free(HsaMemory memory) {
        allocated.addAndGet(-memory.bytes());
        chores.add(() -> {
            // A block that was never used may not be zero yet. What a lost device still writes to is kept.
            while (!zeroing.hasEnded() && context.loss().cause() == null) {
                LockSupport.parkNanos(NAP_NANOS);
            }
            if (zeroing.hasEnded()) {
                context.check("hsa_amd_memory_pool_free", api.memoryPoolFree(memory.address()));
            }
        });
    }

    HsaContext context() {
        return context;
    }

    HsaPool pool() {
        return pool;
    }

    /** Whether all blocks that were allocated are zero, or were. */
    boolean isZeroed() {
        return zeroing.hasEnded();
    }

    /** How many bytes are allocated and not freed. */
    long allocatedBytes() {
        return allocated.get();
    }
}
