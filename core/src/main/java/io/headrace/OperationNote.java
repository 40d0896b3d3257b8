package io.headrace;

import io.headrace.config.TimeSource;
import io.headrace.trace.OperationKind;
import io.headrace.trace.Outcome;
import io.headrace.trace.jfr.OperationEvent;
import io.headrace.trace.tape.RecordCode;
import io.headrace.trace.tape.Tape;
import org.jspecify.annotations.Nullable;

/**
 * What is known so far of an operation that is recorded and is no {@link RecordedStep}: a host call, or a piece of a copy that needs several
 * queues. Used by one thread at a time.
 */
final class OperationNote {

    /** {@code null} if there is no trace, but an event for it. */
    private final @Nullable Tape tape;

    /** {@code null} if nobody wants events. */
    private final @Nullable OperationEvent event;

    private final StreamOrder order;
    private final TimeSource time;
    private final long correlation;
    private final long enqueued;
    private long submitted;
    private long started;
    private long toldEnd;
    private boolean told;
    private long startTicks;
    private long endTicks;

    private OperationNote(
            @Nullable Tape tape, @Nullable OperationEvent event, StreamOrder order, long correlation, long enqueued) {
        this.tape = tape;
        this.event = event;
        this.order = order;
        this.time = order.device().runtime().time();
        this.correlation = correlation;
        this.enqueued = enqueued;
    }

    /**
     * An operation that is enqueued now.
     *
     * @param pieces whether it is made in pieces, each of which has a note of its own
     * @return {@code null} if there is no trace, and nobody wants events
     */
    static @Nullable OperationNote of(StreamOrder order, boolean pieces) {
        Tape tape = order.device().tracer().tape();
        OperationEvent event = OperationEvent.ifEnabled();
        if (tape == null && event == null) {
            return null;
        }
        long correlation = pieces && tape != null ? tape.newCorrelation() : Tape.ITS_OWN;
        return new OperationNote(
                tape, event, order, correlation, order.device().runtime().time().nanos());
    }

    /** The note of a piece. */
    OperationNote piece() {
        OperationEvent own = event == null ? null : OperationEvent.ifEnabled();
        return new OperationNote(tape, own, order, correlation, enqueued);
    }

    /** It goes to where it will run. */
    void submitted() {
        submitted = time.nanos();
    }

    /** It begins. */
    void begun() {
        if (event != null) {
            event.begin();
        }
        started = time.nanos();
    }

    /** When it ran, as its device says. */
    void ran(long startNanos, long endNanos, long firstTick, long lastTick) {
        told = true;
        started = startNanos;
        toldEnd = endNanos;
        startTicks = firstTick;
        endTicks = lastTick;
    }

    /** It has ended. Called before that is published. */
    void ended(OperationKind kind, Object name, long bytes, Device device, int place, Outcome outcome) {
        write(kind, name, bytes, device, place, outcome, submitted, started, told ? toldEnd : time.nanos());
    }

    /** It has ended without having run. Called before that is published. */
    void skipped(OperationKind kind, Object name, long bytes, Outcome outcome) {
        long now = time.nanos();
        write(kind, name, bytes, order.device(), RecordCode.HOST, outcome, now, now, now);
    }

    private void write(
            OperationKind kind,
            Object name,
            long bytes,
            Device device,
            int place,
            Outcome outcome,
            long submittedThen,
            long startedThen,
            long ended) {
        long code = RecordCode.of(RecordCode.number(kind), outcome, device.number(), place);
        if (tape != null) {
            tape.write(
                    code,
                    name,
                    order.id(),
                    bytes,
                    correlation,
                    enqueued,
                    submittedThen,
                    startedThen,
                    ended,
                    startTicks,
                    endTicks);
        }
        if (event != null) {
            event.commit(code, name, device.id(), order.id(), bytes, enqueued, startedThen, ended);
        }
    }
}
