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
 * object more, and a step that is not recorded is no larger than it has to be.
 *
 * <p>It goes the way of any other step. The clock is read when it is made, when it begins and when it ends; and once more when it is
 * submitted, if it had to be held or to wait for room: else that is when it was made.
 */
final class RecordedStep extends LaneStep {

    /** {@code null} if there is no trace, but an event for it. */
    private final @Nullable Tape tape;

    /** {@code null} if nobody wants events. */
    private final @Nullable OperationEvent event;

    private final Object name;
    private final long correlation;
    private final long enqueued;
    private long submitted;
    private long started;

    /** When the device says it ended; meaningful if it told. */
    private long toldEnd;

    private long startTicks;
    private long endTicks;
    private boolean delayed;
    private boolean told;

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
        this.name = name;
        this.correlation = correlation;
        this.enqueued = time().nanos();
    }

    private TimeSource time() {
        return order().device().runtime().time();
    }

    @Override
    void delayed() {
        delayed = true;
    }

    @Override
    void held(KernelGrace grace) {
        delayed = true;
        super.held(grace);
    }

    @Override
    void placed(Binding where, boolean reportsLate) {
        super.placed(where, reportsLate);
        submitted = delayed ? time().nanos() : enqueued;
    }

    @Override
    public boolean begin() {
        boolean runs = super.begin();
        if (event != null) {
            event.begin();
        }
        started = time().nanos();
        return runs;
    }

    @Override
    public boolean isTimed() {
        return true;
    }

    @Override
    public void ran(long startNanos, long endNanos) {
        started = startNanos;
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
        long ended = told ? toldEnd : time().nanos();
        Outcome outcome = outcome(failure);
        write(outcome, place(), submitted, outcome == Outcome.SKIPPED ? ended : started, ended);
        super.end(failure, next);
    }

    @Override
    public void skip(Outcome outcome) {
        long now = time().nanos();
        write(outcome, RecordCode.HOST, now, now, now);
        super.skip(outcome);
    }

    private void write(Outcome outcome, int place, long submittedThen, long startedThen, long ended) {
        long code = RecordCode.of(kind(), outcome, order().device().number(), place);
        if (tape != null) {
            tape.write(
                    code,
                    name,
                    order().id(),
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
            event.commit(code, name, order().device().id(), order().id(), bytes(), enqueued, startedThen, ended);
        }
    }
}
