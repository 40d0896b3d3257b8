package io.headrace;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a stream is made.
 *
 * @param timeout how long a call on the stream waits for room at most before it throws
 *     {@link io.headrace.error.HeadraceTimeoutException} with nothing queued; {@code null} for as long as it takes
 */
public record StreamOptions(@Nullable Duration timeout) {

    private static final StreamOptions DEFAULTS = new StreamOptions(null);

    /**
     * Checks the timeout.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public StreamOptions {
        if (timeout != null && timeout.isNegative()) {
            throw new IllegalArgumentException("a timeout must not be negative: timeout=" + timeout);
        }
    }

    /** No timeout. */
    public static StreamOptions defaults() {
        return DEFAULTS;
    }

    /** These options with a timeout for room. */
    public StreamOptions withTimeout(Duration limit) {
        return new StreamOptions(Objects.requireNonNull(limit, "timeout"));
    }
}
