package io.headrace;

import io.headrace.spi.Command;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something for a hardware queue, before it has a place in a stream.
 *
 * @param command what to do
 * @param engine the lane of a copy engine; {@code null} for the stream's own
 * @param buffers what it uses, to be counted while it is enqueued
 * @param host what it holds of the host's memory; {@code null} if it may be enqueued more than once
 */
record Operation(
        Command command,
        @Nullable Lane engine,
        List<? extends Counted> buffers,
        @Nullable Lease host) {

    /** Counts the buffers, and makes a step for each operation, each linked to the one behind it. All or nothing. */
    static LaneStep steps(List<Operation> operations, StreamOrder order) {
        LaneStep next = null;
        try {
            for (int i = operations.size() - 1; i >= 0; i--) {
                next = operations.get(i).step(order, next);
            }
        } catch (RuntimeException e) {
            if (next != null) {
                next.abandonUnit();
            }
            throw e;
        }
        return Objects.requireNonNull(next, "operations");
    }

    /** Counts the buffers and makes a step; {@code next} is behind it in the same unit. */
    LaneStep step(StreamOrder order, @Nullable LaneStep next) {
        StepTimes times = next == null ? order.newTimes(engine != null) : next.times();
        return new LaneStep(
                order, command, engine == null ? order.lane() : engine, Resources.retain(buffers, host), times, next);
    }
}
