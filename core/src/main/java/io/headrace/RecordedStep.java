package io.headrace;

import io.headrace.config.TimeSource;
import io.headrace.spi.Command;
import io.headrace.spi.Packet;
import io.headrace.trace.OperationKind;
import io.headrace.trace.Outcome;
import io.headrace.trace.jfr.OperationEvent;
import io.headrace.trace.tape.RecordCode;
import io.headrace.trace.tape.Tape;
import org.jspecify.annotations.Nullable;

/**
 * A launch, copy or fill that writes to a tape, and to JFR, what became of it. It keeps its times in itself until it has ended, so that a record costs no
 * object more, and a step that is not recorded is no larger than it has to be. Also what it says of its stream: that is what callers
 * write to all the time, so that for the queue's thread each look there would cost more than the record.
 *
 * <p>It goes the way of any other step. The clock is read when it is made, when it begins and when it ends; and once more when it is
 * submitted, if it had to be held or to wait for room: else that is when it was made.
 */
sealed class RecordedStep extends LaneStep permits ToldStep {

    /** {@code null} if there is no trace, but an event for it. */
    private final @Nullable Tape tape;

    /** {@code null} if nobody wants events. */
    private final @Nullable OperationEvent event;

    private final TimeSource time;
    private final Object name;
    private final int device;
    private final long stream;
    private final long correlation;
    private final long enqueued;
    private long submitted;
    private long started;
    private boolean delayed;

    /**
     * @param tape what it writes to, if there is a trace
     * @param event is committed at its end, if somebody wants it
     * @param name what it is called
     * @param correlation what the steps of its unit have in common
     */
    RecordedStep(
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
        super(order, kind, command, lane, resources, times, meter, next);
        this.tape = tape;
        this.event = event;
        this.time = order.device().runtime().time();
        this.name = name;
        this.device = order.device().number();
        this.stream = order.id();
        this.correlation = correlation;
        this.enqueued = time.nanos();
    }

    @Override
    final void delayed() {
        delayed = true;
    }

    @Override
    final void held(KernelGrace grace) {
        delayed = true;
        super.held(grace);
    }

    @Override
    final void placed(Binding where, boolean reportsLate) {
        super.placed(where, reportsLate);
        submitted = delayed ? time.nanos() : enqueued;
    }

    @Override
    public final boolean begin() {
        boolean runs = super.begin();
        if (event != null) {
            event.begin();
        }
        started = time.nanos();
        return runs;
    }

    @Override
    public final boolean isTimed() {
        return true;
    }

    /** The device says when it began. */
    final void started(long nanos) {
        started = nanos;
    }

    @Override
    public void end(@Nullable Throwable failure, @Nullable Packet next) {
        end(failure, next, time.nanos(), 0, 0);
    }

    /** It has ended at a time; with the ticks of the device's clock, or zeros. */
    final void end(@Nullable Throwable failure, @Nullable Packet next, long ended, long startTicks, long endTicks) {
        Outcome outcome = outcome(failure);
        write(outcome, place(), submitted, outcome == Outcome.SKIPPED ? ended : started, ended, startTicks, endTicks);
        super.end(failure, next);
    }

    @Override
    public final void skip(Outcome outcome) {
        long now = time.nanos();
        write(outcome, RecordCode.HOST, now, now, now, 0, 0);
        super.skip(outcome);
    }

    private void write(
            Outcome outcome,
            int place,
            long submittedThen,
            long startedThen,
            long ended,
            long startTicks,
            long endTicks) {
        long code = RecordCode.of(kind(), outcome, device, place);
        if (tape != null) {
            tape.write(
                    code,
                    name,
                    stream,
                    bytes(),
                    correlation,
                    enqueued,
                    submittedThen,
                    startedThen,
                    ended,
                    startTicks,
                    endTicks);
        }
        if (event != null) {
            event.commit(code, name, order().device().id(), stream, bytes(), enqueued, startedThen, ended);
        }
    }
}
