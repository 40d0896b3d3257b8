package io.headrace;

import io.headrace.memory.NativeMemory;
import org.jspecify.annotations.Nullable;

/**
 * What an operation keeps until it has ended.
 *
 * @param first a buffer it uses, counted
 * @param second another one, counted
 * @param staging host memory that was made for it
 */
record Resources(
        @Nullable Allocation first,
        @Nullable Allocation second,
        @Nullable NativeMemory staging) {

    /** Counts the buffers; all or none. */
    static Resources retain(@Nullable Allocation first, @Nullable Allocation second, @Nullable NativeMemory staging) {
        if (first != null) {
            first.retain();
        }
        if (second != null) {
            try {
                second.retain();
            } catch (RuntimeException e) {
                if (first != null) {
                    first.release();
                }
                throw e;
            }
        }
        return new Resources(first, second, staging);
    }

    void release() {
        if (first != null) {
            first.release();
        }
        if (second != null) {
            second.release();
        }
        if (staging != null) {
            staging.free();
        }
    }
}
