package io.headrace;

import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.spi.DeviceMemory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A block of device memory and who still needs it: its owner until the close, and each operation that was given it as an
 * argument until that has ended. When nobody is left the {@link Reclaimer} frees it.
 */
final class Allocation implements Counted {

    private final Device device;
    private final DeviceMemory memory;
    private final AtomicInteger uses = new AtomicInteger(1);
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Read by kernels, plainly: whether views may not be read or written from the host. Set when the block is about to be
     * freed, at a moment that the {@link Reclaimer} chooses, so that no kernel that began without seeing it outlives it.
     */
    boolean barred;

    Allocation(Device device, DeviceMemory memory) {
        this.device = device;
        this.memory = memory;
        this.barred = !memory.hostAccessible();
    }

    Device device() {
        return device;
    }

    DeviceMemory memory() {
        return memory;
    }

    boolean isClosed() {
        return closed.get();
    }

    /**
     * Counts an operation that uses the block.
     *
     * @throws ClosedException if it was closed
     */
    @Override
    public void retain() {
        for (int seen = uses.get(); !closed.get() && seen > 0; seen = uses.get()) {
            if (uses.compareAndSet(seen, seen + 1)) {
                return;
            }
        }
        throw closedException();
    }

    /**
     * For uses that are not counted.
     *
     * @throws ClosedException if the block was closed
     */
    void checkOpen() {
        if (closed.get()) {
            throw closedException();
        }
    }

    private ClosedException closedException() {
        return new ClosedException("the buffer was closed: bytes=" + memory.bytes() + " device=" + device.id()
                + "; close a buffer after the last operation on it was enqueued");
    }

    /** An operation that used the block has ended. */
    @Override
    public void release() {
        if (uses.decrementAndGet() == 0) {
            device.reclaimer().reclaim(this);
        }
    }

    void close() {
        if (closed.compareAndSet(false, true)) {
            release();
        }
    }

    /** Why a view of this block cannot be read or written. */
    HeadraceException whyBarred() {
        return memory.hostAccessible()
                ? new ClosedException("a kernel enqueued after the buffer was closed used a view of it: bytes="
                        + memory.bytes() + " device=" + device.id())
                : new UnsupportedFeatureException("views of device=" + device.id()
                        + " cannot be read or written by Java code; copy to the host instead");
    }
}
