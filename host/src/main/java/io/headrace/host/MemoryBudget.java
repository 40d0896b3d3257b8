package io.headrace.host;

import io.headrace.error.OutOfDeviceMemoryException;
import java.util.concurrent.atomic.AtomicLong;

/** How much memory buffers may take, and how much they have. Safe for use from any thread. */
final class MemoryBudget {

    private final long limit;
    private final AtomicLong allocated = new AtomicLong();

    MemoryBudget(long limit) {
        this.limit = limit;
    }

    long limit() {
        return limit;
    }

    long allocated() {
        return allocated.get();
    }

    /** Takes bytes from what is left, or throws and takes none. */
    void take(long bytes) {
        long before;
        do {
            before = allocated.get();
            if (bytes > limit - before) {
                throw new OutOfDeviceMemoryException("the host device has not enough memory: bytes=" + bytes
                        + " allocated=" + before + " limit=" + limit
                        + "; close buffers that are no longer needed, or work in smaller parts; a closed one is freed when the"
                        + " kernels enqueued before its close have ended");
            }
        } while (!allocated.compareAndSet(before, before + bytes));
    }

    void giveBack(long bytes) {
        allocated.addAndGet(-bytes);
    }
}
