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
 * @param mayStay whether the stream's own lane will do as well as the engine's
 * @param buffers what it uses, to be counted while it is enqueued
 * @param host what it holds of the host's memory; {@code null} if it may be enqueued more than once
 * @param transfers what it copies or fills, for those who count it
 * @param task what a thread of the library does instead, with several queues; {@code null} if one queue does it
 */
record Operation(
        Command command,
        @Nullable Lane engine,
        boolean mayStay,
        List<? extends Counted> buffers,
        @Nullable Lease host,
        List<Transfer> transfers,
        @Nullable CopyTask task) {

    /** One for the stream's own lane that copies nothing. */
    static Operation of(Command command, List<? extends Counted> buffers) {
        return new Operation(command, null, false, buffers, null, List.of(), null);
    }

    /** The same, with something else that it holds of the host's memory. */
    Operation with(Lease other) {
        return new Operation(command, engine, mayStay, buffers, other, transfers, task);
    }

    /** The same for a recording: on one lane for sure, so that what is next to it can travel in the same packet. */
    Operation recorded() {
        return new Operation(command, mayStay ? null : engine, false, buffers, host, transfers, null);
    }

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
        StepTimes times = next == null ? order.newTimes() : next.times();
        CopyMeter meter = transfers.isEmpty() ? null : new CopyMeter(order.device(), transfers);
        return new LaneStep(order, command, lane(order), Resources.retain(buffers, host), times, meter, next);
    }

    private Lane lane(StreamOrder order) {
        Lane own = order.lane();
        if (engine == null) {
            return own;
        }
        return mayStay ? new Lane.Near(own, engine) : engine;
    }
}
