package io.headrace.opencl;

import io.headrace.error.DeviceFailureException;
import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A device's memory. Each block is zeroed in a command queue of the heap's own, so that nobody waits for that: a queue that is about to
 * use memory which was zeroed since it last looked ({@link #epoch}) lets its commands wait on the device. Safe for use from any thread.
 */
final class ClHeap {

    private static final int CL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010;
    private static final long CL_MEM_READ_WRITE = 1;

    /** A block is so much longer than asked at most, and zeroed by a pattern as wide as OpenCL has them everywhere. */
    private static final long UNIT = 64;

    private static final long PATTERN_BYTES = 16;

    private final ClContext context;
    private final ClApi api;
    private final MemoryTable table;
    private final long mostBytes;
    private final long queue;
    private final AtomicLong allocated = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();

    /** A pattern of zeros, and behind it the word where events go. Guarded by the lock. */
    private final NativeMemory words = NativeMemory.allocate(PATTERN_BYTES + Long.BYTES, PATTERN_BYTES);

    /** The event of the latest zeroing; 0: none so far. Guarded by the lock. */
    private long latest;

    private volatile long epoch;

    ClHeap(ClContext context, MemoryTable table) {
        this.context = context;
        this.api = context.api();
        this.table = table;
        mostBytes = context.number(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
        queue = context.make(
                "clCreateCommandQueue",
                code -> api.createCommandQueue(
                        context.handle(), context.device().handle(), 0, code));
    }

    /** Allocates zeroed memory. */
    ClMemory allocate(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("a block has at least 1 byte: bytes=" + bytes);
        }
        context.loss().throwIfLost();
        if (bytes > mostBytes) {
            throw new OutOfDeviceMemoryException("the device has no buffers of such a size: bytes=" + bytes + " limit="
                    + mostBytes + " device=" + context.id() + "; work in smaller parts");
        }
        long rounded = Math.min((bytes + UNIT - 1) & -UNIT, Math.max(bytes, mostBytes));
        long handle;
        try {
            handle = create(rounded);
        } catch (OutOfDeviceMemoryException e) {
            ClContext.CHORES.await(); // what was freed may not have gone back yet
            handle = create(rounded);
        }
        ClMemory block = new ClMemory(this, handle, MemoryTable.newAddress(rounded), bytes);
        table.add(block);
        allocated.addAndGet(bytes);
        return block;
    }

    private long create(long bytes) {
        String operation = "clCreateBuffer bytes=" + bytes;
        long handle;
        try {
            handle = context.make(
                    operation, code -> api.createBuffer(context.handle(), CL_MEM_READ_WRITE, bytes, 0, code));
            zero(handle, bytes);
        } catch (DeviceFailureException e) {
            if (e.code() == ClErrors.OUT_OF_RESOURCES || e.code() == ClErrors.INVALID_BUFFER_SIZE) {
                throw ClErrors.exception(operation, context.id(), ClErrors.MEM_OBJECT_ALLOCATION_FAILURE);
            }
            throw e;
        }
        return handle;
    }

    /** Many platforms allocate here only, and not when the buffer is made. */
    private void zero(long handle, long bytes) {
        int code = ClErrors.SUCCESS;
        lock.lock();
        try {
            long event = words.address() + PATTERN_BYTES;
            long wide = bytes & -PATTERN_BYTES;
            for (long done = 0; done < wide && code == ClErrors.SUCCESS; done += Fills.MOST_BYTES) {
                long piece = Math.min(Fills.MOST_BYTES, wide - done);
                code = api.enqueueFillBuffer(queue, handle, words.address(), PATTERN_BYTES, done, piece, 0, 0, event);
                took(code, true);
            }
            if (code == ClErrors.SUCCESS && wide < bytes) {
                code = api.enqueueFillBuffer(queue, handle, words.address(), 1, wide, bytes - wide, 0, 0, event);
                took(code, true);
            }
            if (code == ClErrors.SUCCESS) {
                code = api.flush(queue);
            }
        } finally {
            lock.unlock();
        }
        if (code != ClErrors.SUCCESS) {
            api.releaseMemObject(handle);
            context.check("clEnqueueFillBuffer bytes=" + bytes, code);
        }
    }

    /** Under the lock. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void took(int code, boolean some) {
        if (some && code == ClErrors.SUCCESS) {
            if (latest != 0) {
                api.releaseEvent(latest);
            }
            latest = Words.getLongPlain(words.address() + PATTERN_BYTES);
            epoch++;
        }
    }

    /** Changes whenever memory is zeroed. */
    long epoch() {
        return epoch;
    }

    /** The event of the latest zeroing, which is behind all others; 0 if there was none. The caller releases it. */
    long latestZeroing() {
        lock.lock();
        try {
            if (latest != 0) {
                context.check("clRetainEvent", api.retainEvent(latest));
            }
            return latest;
        } finally {
            lock.unlock();
        }
    }

    /** Gives a block back. OpenCL keeps it as long as commands use it; it may wait for them, so that is done on another thread. */
    void free(ClMemory block) {
        table.remove(block);
        allocated.addAndGet(-block.bytes());
        ClContext.CHORES.add(() -> context.check("clReleaseMemObject", api.releaseMemObject(block.handle())));
    }

    /** How many bytes of buffers are allocated and not freed. */
    long allocatedBytes() {
        return allocated.get();
    }

    /** The device is closed. */
    void close() {
        lock.lock();
        try {
            if (latest != 0) {
                api.releaseEvent(latest);
                latest = 0;
            }
        } finally {
            lock.unlock();
        }
        ClContext.CHORES.add(() -> {
            api.releaseCommandQueue(queue);
            words.free();
        });
    }
}
