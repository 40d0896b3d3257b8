package io.headrace.hsa;

import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.memory.Words;
import io.headrace.spi.Chores;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.NativeBlock;

/**
 * Host memory that all GPUs read and write in place, at the host's own address: fine-grained, so that neither side has to wait for the
 * end of a kernel to see what the other one writes. Safe for use from any thread.
 */
final class PinnedHeap {

    private final HsaContext context;
    private final HsaPool pool;
    private final AgentList gpus;
    private final HostRanges reachable;
    private final Chores chores;

    PinnedHeap(HsaContext context, HsaPool pool, AgentList gpus, HostRanges reachable, Chores chores) {
        this.context = context;
        this.pool = pool;
        this.gpus = gpus;
        this.reachable = reachable;
        this.chores = chores;
    }

    /** Allocates zeroed memory. */
    DeviceMemory allocate(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("pinned memory has at least one byte: bytes=" + bytes);
        }
        context.loss().throwIfLost();
        if (bytes > pool.bytes()) {
            throw outOfMemory(bytes);
        }
        long address = take(bytes);
        try {
            gpus.allow(context, address);
        } catch (RuntimeException e) {
            context.api().memoryPoolFree(address);
            throw e;
        }
        Words.ALL.asSlice(address, bytes).fill((byte) 0);
        reachable.add(new HostRanges.Range(address, bytes, address));
        return new Block(address, bytes);
    }

    private long take(long bytes) {
        try (NativeBlock out = new NativeBlock(Long.BYTES)) {
            int code = pool.allocate(context.api(), bytes, out.address());
            if (HsaErrors.isOutOfMemory(code)) {
                throw outOfMemory(bytes);
            }
            context.check("allocate pinned bytes=" + bytes, code);
            return out.getLong(0);
        }
    }

    private OutOfDeviceMemoryException outOfMemory(long bytes) {
        return new OutOfDeviceMemoryException("the host has not enough memory that GPUs could reach: bytes=" + bytes
                + " total=" + pool.bytes()
                + "; close host buffers that are no longer needed, or see the limits of the container");
    }

    private final class Block implements DeviceMemory {

        private final long address;
        private final long bytes;

        Block(long address, long bytes) {
            this.address = address;
            this.bytes = bytes;
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
        public boolean hostAccessible() {
            return true;
        }

        /** On another thread, since it may wait. What a lost device may still write to is kept. */
        @Override
        public void free() {
            reachable.remove(address);
            chores.add(() -> {
                if (context.loss().cause() == null) {
                    context.check("hsa_amd_memory_pool_free", context.api().memoryPoolFree(address));
                }
            });
        }
    }
}
