package io.headrace.opencl;

import io.headrace.error.DeviceFailureException;
import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.memory.Words;
import io.headrace.spi.DeviceMemory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Host memory that a device copies to and from without a detour: buffers that OpenCL allocates where its device reaches them, mapped as
 * long as they live. Kernels cannot be given such memory. Safe for use from any thread.
 */
final class PinnedHeap {

    private static final int CL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010;
    private static final long CL_MEM_READ_WRITE = 1;
    private static final long CL_MEM_ALLOC_HOST_PTR = 1 << 4;
    private static final long CL_MAP_READ_AND_WRITE = 3;
    private static final long UNIT = 64;

    private final ClContext context;
    private final ClApi api;
    private final MemoryTable table;
    private final long mostBytes;

    /** Where memory is mapped, in no other work's way. */
    private final long queue;

    private final ReentrantLock lock = new ReentrantLock();

    /** The blocks that are mapped, and the heap itself until it is closed: queues that end late free theirs after that. */
    private final AtomicLong users = new AtomicLong(1);

    PinnedHeap(ClContext context, MemoryTable table) {
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
    DeviceMemory allocate(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("pinned memory has at least one byte: bytes=" + bytes);
        }
        if (bytes > mostBytes) {
            throw outOfMemory(bytes);
        }
        context.loss().throwIfLost();
        Block block;
        try {
            block = map(bytes, Math.min((bytes + UNIT - 1) & -UNIT, Math.max(bytes, mostBytes)));
        } catch (OutOfDeviceMemoryException e) {
            throw outOfMemory(bytes);
        } catch (DeviceFailureException e) {
            if (e.sticky()) {
                throw e;
            }
            throw outOfMemory(bytes);
        }
        Words.ALL.asSlice(block.address, bytes).fill((byte) 0);
        table.add(block);
        return block;
    }

    private Block map(long bytes, long rounded) {
        long handle = context.make(
                "clCreateBuffer bytes=" + rounded,
                code -> api.createBuffer(
                        context.handle(), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR, rounded, 0, code));
        lock.lock();
        try {
            long address = context.make(
                    "clEnqueueMapBuffer bytes=" + rounded,
                    code -> api.enqueueMapBuffer(queue, handle, 1, CL_MAP_READ_AND_WRITE, 0, rounded, 0, 0, 0, code));
            users.incrementAndGet();
            return new Block(this, handle, address, bytes);
        } catch (RuntimeException e) {
            api.releaseMemObject(handle);
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private OutOfDeviceMemoryException outOfMemory(long bytes) {
        return new OutOfDeviceMemoryException(
                "OpenCL has not enough host memory that the device reaches: bytes=" + bytes + " limit=" + mostBytes
                        + " device=" + context.id() + "; close host buffers that are no longer needed");
    }

    private void unmap(Block block) {
        lock.lock();
        try {
            context.check(
                    "clEnqueueUnmapMemObject", api.enqueueUnmapMemObject(queue, block.handle, block.address, 0, 0, 0));
            context.check("clFlush", api.flush(queue));
        } finally {
            lock.unlock();
            api.releaseMemObject(block.handle);
            release();
        }
    }

    private void release() {
        if (users.decrementAndGet() == 0) {
            api.releaseCommandQueue(queue);
        }
    }

    /** Whether the heap is closed and all its memory was given back, so that nothing of OpenCL's is left. */
    boolean isReleased() {
        return users.get() == 0;
    }

    /** The device is closed. */
    void close() {
        ClContext.CHORES.add(this::release);
    }

    private record Block(PinnedHeap heap, long handle, long address, long bytes) implements DeviceMemory {

        @Override
        public boolean hostAccessible() {
            return true;
        }

        /** On another thread, since OpenCL may wait for the device. */
        @Override
        public void free() {
            heap.table.remove(this);
            ClContext.CHORES.add(() -> heap.unmap(this));
        }
    }
}
