package io.headrace.hsa;

import io.headrace.memory.Words;

/**
 * A signal of ROCr that has no event: who waits for it looks at its value, which costs a read of memory, so no operation makes an
 * interrupt and none of the kernel's few events is used. Operations lower it by one when they end, or make it negative if they fail.
 *
 * @param handle ROCr's handle
 * @param address where the value is
 */
record HsaSignal(long handle, long address) {

    long value() {
        return Words.getLongAcquire(address);
    }

    void set(long value) {
        Words.setLongRelease(address, value);
    }

    /** Whether the operation that was to lower it from 1 has ended, well or not. */
    boolean hasEnded() {
        return value() <= 0;
    }

    boolean hasFailed() {
        return value() < 0;
    }
}
