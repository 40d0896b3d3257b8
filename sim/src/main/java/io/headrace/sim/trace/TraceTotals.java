package io.headrace.sim.trace;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The sums of a trace, without flagged operations.
 *
 * @param operations how many operations
 * @param streams how many streams have some
 * @param spanNanos from the first beginning to the last end
 * @param sumNanos the durations of all operations together
 * @param unionNanos for how long at least one operation ran
 * @param longestStream the stream whose operations take longest together; empty if there is none
 * @param longestStreamNanos how long these take
 */
public record TraceTotals(
        int operations,
        int streams,
        long spanNanos,
        long sumNanos,
        long unionNanos,
        Optional<StreamKey> longestStream,
        long longestStreamNanos) {

    /**
     * The sums of a trace.
     *
     * @throws UnreadableTraceException if they are longer than 292 years
     */
    public static TraceTotals of(Trace trace) {
        try {
            return of(trace.valid());
        } catch (ArithmeticException e) {
            throw new UnreadableTraceException(
                    "the times of the trace add up to more than 2^63-1 ns, which is 292 years: path=" + trace.name(),
                    e);
        }
    }

    private static TraceTotals of(List<TracedOperation> byBeginning) {
        if (byBeginning.isEmpty()) {
            return new TraceTotals(0, 0, 0, 0, 0, Optional.empty(), 0);
        }
        long begun = byBeginning.getFirst().started();
        long covered = begun;
        long sum = 0;
        long union = 0;
        Map<StreamKey, Long> streams = new LinkedHashMap<>();
        for (TracedOperation operation : byBeginning) {
            long nanos = operation.nanos();
            sum = Math.addExact(sum, nanos);
            streams.merge(operation.streamKey(), nanos, Math::addExact);
            union += Math.max(0, operation.ended() - Math.max(covered, operation.started()));
            covered = Math.max(covered, operation.ended());
        }
        Map.Entry<StreamKey, Long> longest = streams.entrySet().stream()
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .orElseThrow();
        return new TraceTotals(
                byBeginning.size(),
                streams.size(),
                Math.subtractExact(covered, begun),
                sum,
                union,
                Optional.of(longest.getKey()),
                longest.getValue());
    }
}
