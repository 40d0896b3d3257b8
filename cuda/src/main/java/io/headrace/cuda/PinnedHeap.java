package io.headrace.cuda;

import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.memory.Words;
import io.headrace.spi.DeviceMemory;

/** Host memory that all CUDA devices of the process read and write in place, at the host's own address. Safe for use from any thread. */
final class PinnedHeap {

    private static final int CU_MEMHOSTALLOC_PORTABLE = 1;
    private static final int CU_MEMHOSTALLOC_DEVICEMAP = 2;

    /** To pin more than this at once is refused before the system is asked, which would try it page by page. */
    private static final long MOST_BYTES = 1L << 46;

    private PinnedHeap() {}

    /** Allocates zeroed memory. */
    static DeviceMemory allocate(CudaContext context, HostRanges reachable, long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("pinned memory has at least one byte: bytes=" + bytes);
        }
        if (bytes > MOST_BYTES) {
            throw outOfMemory(bytes);
        }
        context.loss().throwIfLost();
        context.enter();
        long address;
        try {
            address = context.result(
                    "cuMemHostAlloc bytes=" + bytes,
                    at -> context.api().memHostAlloc(at, bytes, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
        } catch (OutOfDeviceMemoryException e) {
            throw outOfMemory(bytes);
        }
        Words.ALL.asSlice(address, bytes).fill((byte) 0);
        reachable.add(address, address + bytes);
        return new Block(context, reachable, address, bytes);
    }

    private static OutOfDeviceMemoryException outOfMemory(long bytes) {
        return new OutOfDeviceMemoryException("the host has not enough memory that could be pinned: bytes=" + bytes
                + "; close host buffers that are no longer needed, or see the limits of the container");
    }

    private record Block(CudaContext context, HostRanges reachable, long address, long bytes) implements DeviceMemory {

        @Override
        public boolean hostAccessible() {
            return true;
        }

        /** On another thread, since it waits for the device. What a lost device has goes with its context. */
        @Override
        public void free() {
            reachable.remove(address);
            CudaContext.CHORES.add(() -> {
                if (context.loss().cause() == null) {
                    context.enter();
                    context.check("cuMemFreeHost", context.api().memFreeHost(address));
                }
            });
        }
    }
}
