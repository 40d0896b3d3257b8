package io.headrace.cuda;

import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import io.headrace.spi.BriefLock;
import io.headrace.spi.NativeBlock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Where a device's buffers come from: a pool of CUDA's, in the order of a stream of its own, so that neither a new buffer nor the
 * end of one waits for what the device is doing. A driver without pools is asked for each block, and blocks go back on the thread
 * for {@link Chores}, since that waits for the device.
 *
 * <p>New memory is zeroed in that stream. Each queue waits in its own stream, once, for all that was zeroed before it submits
 * the next packet ({@link #epoch}). The pool keeps what it has until the device is closed or runs out of memory.
 *
 * <p>Safe for use from any thread.
 */
final class DeviceHeap {

    private static final int CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115;
    private static final int CU_MEM_ALLOCATION_TYPE_PINNED = 1;
    private static final int CU_MEM_LOCATION_TYPE_DEVICE = 1;
    private static final int CU_MEMPOOL_ATTR_RELEASE_THRESHOLD = 4;

    /** Of {@code CUmemPoolProps}. */
    private static final long PROPERTIES_BYTES = 88;

    /** Of {@code CUmemAccessDesc}. */
    private static final long ACCESS_BYTES = 12;

    private static final int CU_MEM_ACCESS_FLAGS_PROT_READWRITE = 3;
    private static final int PEER_ACCESS_ALREADY_ENABLED = 704;
    private static final long NO_POOL = 0;

    private final CudaContext context;
    private final CudaApi api;
    private final long totalBytes;
    private final long stream;
    private final long zeroed;
    private final long pool;
    private final NativeMemory out = NativeMemory.allocate(Long.BYTES, Long.BYTES);
    private final BriefLock lock = new BriefLock();
    private final AtomicLong allocated = new AtomicLong();
    private final ConcurrentLinkedQueue<Long> toFree = new ConcurrentLinkedQueue<>();

    /** The devices that reach this memory, besides its own. */
    private final Set<Integer> reachedBy = ConcurrentHashMap.newKeySet();

    private volatile long epoch;
    private int blocks;
    private boolean closed;

    /** The context is current. */
    DeviceHeap(CudaContext context, long totalBytes) {
        this.context = context;
        this.api = context.api();
        this.totalBytes = totalBytes;
        stream = context.result("cuStreamCreateWithPriority", at -> api.streamCreateWithPriority(at, 1, 0));
        zeroed = context.events().take();
        pool = api.hasMemoryPools() && context.attributeIfKnown(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED) != 0
                ? createPool()
                : NO_POOL;
    }

    private long createPool() {
        NativeMemory memory = NativeMemory.allocate(PROPERTIES_BYTES, Long.BYTES);
        try {
            long properties = memory.address();
            Words.setIntPlain(properties, CU_MEM_ALLOCATION_TYPE_PINNED);
            Words.setIntPlain(properties + 8, CU_MEM_LOCATION_TYPE_DEVICE);
            Words.setIntPlain(properties + 12, context.device());
            long made = context.result("cuMemPoolCreate", at -> api.memPoolCreate(at, properties));
            Words.setLongPlain(properties, -1L);
            context.check(
                    "cuMemPoolSetAttribute",
                    api.memPoolSetAttribute(made, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, properties));
            return made;
        } finally {
            memory.free();
        }
    }

    /** Allocates zeroed memory, which is there for a queue that has seen {@link #epoch} after this call. */
    CudaMemory allocate(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("device memory has at least one byte: bytes=" + bytes);
        }
        if (bytes > totalBytes) {
            throw outOfMemory(bytes);
        }
        context.loss().throwIfLost();
        lock.lock();
        try {
            context.enter();
            long zeroings = epoch;
            long address = take(bytes);
            int code = api.memsetD8Async(address, (byte) 0, bytes, stream);
            if (code == CudaErrors.SUCCESS) {
                code = api.eventRecord(zeroed, stream);
            }
            if (code != CudaErrors.SUCCESS) {
                giveBack(address);
                throw context.exception("zero new memory of bytes=" + bytes, code);
            }
            epoch = zeroings + 1;
            blocks++;
            allocated.addAndGet(bytes);
            return new CudaMemory(this, address, bytes);
        } finally {
            lock.unlock();
        }
    }

    private long take(long bytes) {
        int code = tryTake(bytes);
        if (code == CudaErrors.OUT_OF_MEMORY) {
            // What the pool keeps is in pieces of other sizes, or another library of the process needs the room.
            freeWaiting();
            if (pool != NO_POOL) {
                api.memPoolTrimTo(pool, 0);
            }
            code = tryTake(bytes);
        }
        if (code == CudaErrors.OUT_OF_MEMORY) {
            throw outOfMemory(bytes);
        }
        context.check("allocate bytes=" + bytes, code);
        return Words.getLongPlain(out.address());
    }

    private int tryTake(long bytes) {
        return pool == NO_POOL
                ? api.memAlloc(out.address(), bytes)
                : api.memAllocFromPoolAsync(out.address(), bytes, pool, stream);
    }

    private OutOfDeviceMemoryException outOfMemory(long bytes) {
        return new OutOfDeviceMemoryException("device=" + context.id() + " has not enough memory: bytes=" + bytes
                + " allocated=" + allocated.get() + " total=" + totalBytes
                + "; close buffers that are no longer needed, or work in smaller parts; a closed one is freed when the"
                + " work enqueued before its close has ended");
    }

    /** Gives a block back, which nothing uses any more. */
    void free(CudaMemory memory) {
        allocated.addAndGet(-memory.bytes());
        lock.lock();
        try {
            if (context.loss().cause() == null) {
                context.enter();
                giveBack(memory.address());
            }
            blocks--;
            endIfUnused();
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(long address) {
        if (pool == NO_POOL) {
            toFree.add(address);
            CudaContext.CHORES.add(() -> {
                context.enter();
                freeWaiting();
            });
        } else {
            context.check("cuMemFreeAsync", api.memFreeAsync(address, stream));
        }
    }

    private void freeWaiting() {
        for (Long address = toFree.poll(); address != null; address = toFree.poll()) {
            api.memFree(address);
        }
    }

    CudaContext context() {
        return context;
    }

    /**
     * Lets another device reach this memory, from now on. The first time for a device takes some microseconds, or longer. That
     * device's context is current, before and afterwards.
     */
    void openTo(CudaContext peer) {
        if (reachedBy.contains(peer.device())) {
            return;
        }
        lock.lock();
        try {
            if (pool == NO_POOL) {
                int code = api.ctxEnablePeerAccess(context.handle(), 0);
                if (code != PEER_ACCESS_ALREADY_ENABLED) {
                    peer.check("cuCtxEnablePeerAccess to device=" + context.id(), code);
                }
            } else {
                try (NativeBlock access = new NativeBlock(ACCESS_BYTES)) {
                    access.setInt(0, CU_MEM_LOCATION_TYPE_DEVICE);
                    access.setInt(4, peer.device());
                    access.setInt(8, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
                    peer.check(
                            "cuMemPoolSetAccess of device=" + context.id(),
                            api.memPoolSetAccess(pool, access.address(), 1));
                }
            }
            reachedBy.add(peer.device());
        } finally {
            lock.unlock();
        }
    }

    /** How often memory was zeroed. */
    long epoch() {
        return epoch;
    }

    /** Lets a stream wait for all memory that was zeroed; the context is current. Gives CUDA's result code. */
    int orderBehindZeroing(long other) {
        return api.streamWaitEvent(other, zeroed, 0);
    }

    /** How many bytes are allocated and not freed. */
    long allocatedBytes() {
        return allocated.get();
    }

    /** The device is closed: what is left goes with the last block. */
    void close() {
        lock.lock();
        try {
            closed = true;
            endIfUnused();
        } finally {
            lock.unlock();
        }
    }

    private void endIfUnused() {
        if (closed && blocks == 0 && context.loss().cause() == null) {
            // What is freed in the stream's order may not be free yet, and to destroy the pool waits for that.
            CudaContext.CHORES.add(() -> {
                context.enter();
                freeWaiting();
                context.events().giveBack(zeroed);
                api.streamDestroy(stream);
                if (pool != NO_POOL) {
                    api.memPoolDestroy(pool);
                }
            });
        }
    }
}
