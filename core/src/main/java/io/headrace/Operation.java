package io.headrace;

import io.headrace.spi.Command;
import io.headrace.trace.OperationKind;
import io.headrace.trace.jfr.OperationEvent;
import io.headrace.trace.tape.Tape;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something for a hardware queue, before it has a place in a stream.
 *
 * @param kind what it does, for those who count and record it
 * @param name what records call it: a text, or the class of a kernel
 * @param command what to do
 * @param engine the lane of a copy engine; {@code null} for the stream's own
 * @param mayStay whether the stream's own lane will do as well as the engine's
 * @param buffers what it uses, to be counted while it is enqueued
 * @param host what it holds of the host's memory; {@code null} if it may be enqueued more than once
 * @param transfers what it copies or fills, for those who count it
 * @param task what a thread of the library does instead, with several queues; {@code null} if one queue does it
 */
record Operation(
        OperationKind kind,
        Object name,
        Command command,
        @Nullable Lane engine,
        boolean mayStay,
        List<? extends Counted> buffers,
        @Nullable Lease host,
        List<Transfer> transfers,
        @Nullable CopyTask task) {

    /** One for the stream's own lane that copies nothing. */
    static Operation of(OperationKind kind, Object name, Command command, List<? extends Counted> buffers) {
        return new Operation(kind, name, command, null, false, buffers, null, List.of(), null);
    }

    /** The same, with something else that it holds of the host's memory. */
    Operation with(Lease other) {
        return new Operation(kind, name, command, engine, mayStay, buffers, other, transfers, task);
    }

    /** The same for a recording: on one lane for sure, so that what is next to it can travel in the same packet. */
    Operation recorded() {
        return new Operation(kind, name, command, mayStay ? null : engine, false, buffers, host, transfers, null);
    }

    /** Counts the buffers, and makes a step for each operation, each linked to the one behind it. All or nothing. */
    static LaneStep steps(List<Operation> operations, StreamOrder order) {
        LaneStep next = null;
        Tape tape = order.device().tracer().tape();
        long correlation = tape == null || operations.size() == 1 ? Tape.ITS_OWN : tape.newCorrelation();
        try {
            for (int i = operations.size() - 1; i >= 0; i--) {
                next = operations.get(i).step(order, next, tape, correlation);
            }
        } catch (RuntimeException e) {
            if (next != null) {
                next.abandonUnit();
            }
            throw e;
        }
        return Objects.requireNonNull(next, "operations");
    }

    /** Counts the buffers and makes a step, the only one of its unit. */
    LaneStep step(StreamOrder order) {
        return step(order, null, order.device().tracer().tape(), Tape.ITS_OWN);
    }

    /** Counts the buffers and makes a step; {@code next} is behind it in the same unit. */
    private LaneStep step(StreamOrder order, @Nullable LaneStep next, @Nullable Tape tape, long correlation) {
        StepTimes times = next == null ? order.newTimes() : next.times();
        CopyMeter meter = transfers.isEmpty() ? null : new CopyMeter(order.device(), transfers);
        Resources resources = Resources.retain(buffers, host);
        Lane lane = lane(order);
        OperationEvent event = OperationEvent.ifEnabled();
        if (tape == null && event == null) {
            return new LaneStep(order, kind, command, lane, resources, times, meter, next);
        }
        return order.device().tellsTimes()
                ? new ToldStep(
                        order, kind, command, lane, resources, times, meter, next, tape, event, name, correlation)
                : new RecordedStep(
                        order, kind, command, lane, resources, times, meter, next, tape, event, name, correlation);
    }

    private Lane lane(StreamOrder order) {
        Lane own = order.lane();
        if (engine == null) {
            return own;
        }
        return mayStay ? new Lane.Near(own, engine) : engine;
    }
}
