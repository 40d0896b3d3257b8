package io.headrace;

import io.headrace.spi.Command;
import io.headrace.spi.Packet;
import io.headrace.trace.OperationKind;
import io.headrace.trace.jfr.OperationEvent;
import io.headrace.trace.tape.Tape;
import org.jspecify.annotations.Nullable;

/**
 * A recorded step whose device may tell when it ran, and has room for that. Of those of other devices there may be a ring full that wait, so
 * that what they do not need is not in them: each line of the cache that they are shorter is one less to fetch for a launch.
 */
final class ToldStep extends RecordedStep {

    /** When the device says it ended; meaningful if it told. */
    private long toldEnd;

    private long startTicks;
    private long endTicks;
    private boolean told;

    /** See {@link RecordedStep}. */
    ToldStep(
            StreamOrder order,
            OperationKind kind,
            Command command,
            Lane lane,
            @Nullable Resources resources,
            @Nullable StepTimes times,
            @Nullable CopyMeter meter,
            @Nullable LaneStep next,
            @Nullable Tape tape,
            @Nullable OperationEvent event,
            Object name,
            long correlation) {
        super(order, kind, command, lane, resources, times, meter, next, tape, event, name, correlation);
    }

    @Override
    public void ran(long startNanos, long endNanos) {
        started(startNanos);
        toldEnd = endNanos;
        told = true;
        super.ran(startNanos, endNanos);
    }

    @Override
    public void ran(long startNanos, long endNanos, long firstTick, long lastTick) {
        startTicks = firstTick;
        endTicks = lastTick;
        ran(startNanos, endNanos);
    }

    @Override
    public void end(@Nullable Throwable failure, @Nullable Packet next) {
        if (told) {
            end(failure, next, toldEnd, startTicks, endTicks);
        } else {
            super.end(failure, next);
        }
    }
}
