package io.headrace.sim.trace;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One operation that a device ran. Times are nanoseconds of one clock whose origin the trace does not tell.
 *
 * @param id its number in the file, or its place there
 * @param kind what it did
 * @param name what it is called; may be empty
 * @param device the device, {@code ?} if the trace does not tell it
 * @param stream the stream, a number if it is one, {@code -1} if the trace does not tell it. Streams of two devices are two
 *     streams even if they are called alike
 * @param queue the hardware queue or engine, {@code null} if the trace does not tell it
 * @param bytes how many bytes, if that is told
 * @param correlation what connects it with the call that enqueued it; 0 for nothing
 * @param enqueued when it was enqueued, if that is told
 * @param submitted when it was put into its queue, if that is told
 * @param started when it began
 * @param ended when it ended; not after {@code started} if it is flagged
 * @param outcome how it ended; empty if that is not told
 */
public record TracedOperation(
        long id,
        OperationKind kind,
        String name,
        String device,
        String stream,
        @Nullable String queue,
        OptionalLong bytes,
        long correlation,
        OptionalLong enqueued,
        OptionalLong submitted,
        long started,
        long ended,
        String outcome) {

    /** The stream, which may have a namesake on another device. */
    public StreamKey streamKey() {
        return new StreamKey(device, stream);
    }

    /**
     * How long it ran; not positive if it is flagged.
     *
     * @throws ArithmeticException if that is more than 292 years
     */
    public long nanos() {
        return Math.subtractExact(ended, started);
    }

    /** What is wrong with its times, if anything. */
    public Optional<Flag> flag() {
        if (ended > started) {
            return Optional.empty();
        }
        return Optional.of(ended == started ? Flag.ZERO_DURATION : Flag.NEGATIVE_DURATION);
    }
}
