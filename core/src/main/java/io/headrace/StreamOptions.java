package io.headrace;

import io.headrace.spi.QueuePriority;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a stream is made.
 *
 * @param timeout how long a call on the stream waits for room at most before it throws
 *     {@link io.headrace.error.HeadraceTimeoutException} with nothing queued; {@code null} for as long as it takes
 * @param priority streams of another priority than {@code NORMAL} share one queue apart from all others, so that they are never
 *     behind them in a queue; a device that knows priorities also takes packets of higher priority first
 * @param exclusive whether the stream has a compute queue of its own until it is closed and all of it has ended; its
 *     priority then has no meaning. Queues are few: most devices have room for some tens.
 * @param profiled whether a signal that the stream sets tells when the operation before it ran ({@link Stream#set})
 */
public record StreamOptions(@Nullable Duration timeout, QueuePriority priority, boolean exclusive, boolean profiled) {

    private static final StreamOptions DEFAULTS = new StreamOptions(null, QueuePriority.NORMAL, false, false);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if the timeout is negative
     */
    public StreamOptions {
        Objects.requireNonNull(priority, "priority");
        if (timeout != null && timeout.isNegative()) {
            throw new IllegalArgumentException("a timeout must not be negative: timeout=" + timeout);
        }
    }

    /** No timeout, normal priority, shared queues, no profiling. */
    public static StreamOptions defaults() {
        return DEFAULTS;
    }

    /** These options with a timeout for room. */
    public StreamOptions withTimeout(Duration limit) {
        return new StreamOptions(Objects.requireNonNull(limit, "timeout"), priority, exclusive, profiled);
    }

    /** These options with a priority. */
    public StreamOptions withPriority(QueuePriority wanted) {
        return new StreamOptions(timeout, wanted, exclusive, profiled);
    }

    /** These options with a queue for the stream alone. */
    public StreamOptions withExclusiveQueue() {
        return new StreamOptions(timeout, priority, true, profiled);
    }

    /** These options with times on the signals that the stream sets. */
    public StreamOptions withProfiling() {
        return new StreamOptions(timeout, priority, exclusive, true);
    }
}
