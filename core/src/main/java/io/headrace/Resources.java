package io.headrace;

import io.headrace.memory.NativeMemory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an operation keeps until it has ended.
 *
 * @param buffers the buffers it uses, counted
 * @param staging host memory that was made for it
 */
record Resources(List<Allocation> buffers, @Nullable NativeMemory staging) {

    /**
     * Counts the buffers; all or none, and then the staging memory is freed too.
     *
     * @return {@code null} if there is nothing to keep
     */
    static @Nullable Resources retain(List<Allocation> buffers, @Nullable NativeMemory staging) {
        if (buffers.isEmpty() && staging == null) {
            return null;
        }
        int retained = 0;
        try {
            for (Allocation buffer : buffers) {
                buffer.retain();
                retained++;
            }
        } catch (RuntimeException e) {
            new Resources(buffers.subList(0, retained), staging).release();
            throw e;
        }
        return new Resources(buffers, staging);
    }

    void release() {
        for (Allocation buffer : buffers) {
            buffer.release();
        }
        if (staging != null) {
            staging.free();
        }
    }
}
