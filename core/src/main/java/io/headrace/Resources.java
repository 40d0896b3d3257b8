package io.headrace;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an operation keeps until it has ended.
 *
 * @param buffers the buffers it uses, counted
 * @param host what it holds of the host's memory
 */
record Resources(List<? extends Counted> buffers, @Nullable Lease host) {

    /**
     * Counts the buffers; all or none, and then what is held of the host's memory is given back too.
     *
     * @return {@code null} if there is nothing to keep
     */
    static @Nullable Resources retain(List<? extends Counted> buffers, @Nullable Lease host) {
        if (buffers.isEmpty() && host == null) {
            return null;
        }
        int retained = 0;
        try {
            for (Counted buffer : buffers) {
                buffer.retain();
                retained++;
            }
        } catch (RuntimeException e) {
            new Resources(buffers.subList(0, retained), host).release();
            throw e;
        }
        return new Resources(buffers, host);
    }

    void release() {
        for (Counted buffer : buffers) {
            buffer.release();
        }
        if (host != null) {
            host.release();
        }
    }
}
