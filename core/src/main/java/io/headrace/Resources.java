package io.headrace;

import org.jspecify.annotations.Nullable;

/**
 * What an operation keeps until it has ended.
 *
 * @param first a buffer it uses, counted
 * @param second another one, counted
 * @param host what it holds of the host's memory
 */
record Resources(
        @Nullable Allocation first,
        @Nullable Allocation second,
        @Nullable Lease host) {

    /** Counts the buffers; all or none. */
    static Resources retain(@Nullable Allocation first, @Nullable Allocation second, @Nullable Lease host) {
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
        return new Resources(first, second, host);
    }

    void release() {
        if (first != null) {
            first.release();
        }
        if (second != null) {
            second.release();
        }
        if (host != null) {
            host.release();
        }
    }
}
