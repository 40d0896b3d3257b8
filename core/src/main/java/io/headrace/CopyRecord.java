package io.headrace;

import io.headrace.copy.CopyRoute;
import io.headrace.copy.Direction;

/**
 * How one copy or fill went.
 *
 * @param direction where the bytes went
 * @param route by what kind of way
 * @param engine the engine's index; {@link CopyCounters#OWN_QUEUE} for the stream's own queue
 * @param bytes how many bytes it had
 * @param startNanos when it began, by {@link Device#time}
 * @param endNanos when it had ended
 * @param failed whether it failed
 */
public record CopyRecord(
        Direction direction,
        CopyRoute.Kind route,
        int engine,
        long bytes,
        long startNanos,
        long endNanos,
        boolean failed) {}
