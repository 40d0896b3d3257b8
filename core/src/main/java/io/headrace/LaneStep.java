package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.error.Reasons;
import io.headrace.queue.QueueSlot;
import io.headrace.spi.Command;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import io.headrace.trace.OperationKind;
import io.headrace.trace.Outcome;
import io.headrace.trace.tape.RecordCode;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A launch, copy or fill: a step that a hardware queue runs, and the packet it is while it is there. */
sealed class LaneStep extends Packet implements Step permits RecordedStep {

    private static final int NOT_HELD = -1;

    private final StreamOrder order;

    /** The stream's, kept here so that the queue's thread need not read what callers write to the stream. */
    private final Timeline timeline;

    private final Command command;
    private final Lane lane;
    private final @Nullable Resources resources;

    /** Takes when the unit runs, for a stream that is profiled. */
    private final @Nullable StepTimes times;

    /** Counts what it copies. */
    private final @Nullable CopyMeter meter;

    /** The step behind it: of its unit, until it is enqueued; then where it is held. */
    private @Nullable Step behind;

    private int heldGeneration = NOT_HELD;
    private @Nullable Binding binding;

    /** What it went in front of, into its queue; {@code null} if nothing. */
    private @Nullable GoneAhead ahead;

    /** Whether its queue begins it before those in front of it have ended. */
    private boolean late;

    /** Whether the device told when it ran. */
    private boolean timesTold;

    /** Whether it began to run. */
    private boolean begun;

    /** What it does, by its {@linkplain RecordCode#number(OperationKind) number}. */
    private final byte kind;

    private long sequence;

    /** How many packets of the stream ended right before this one without being counted; the queue's own. */
    private int uncounted;

    /**
     * @param order the stream
     * @param kind what it does
     * @param command what to do
     * @param lane where it may go
     * @param resources what to give back when it has ended
     * @param times takes when it runs; {@code null} if nobody asks
     * @param meter counts what it copies; {@code null} if it copies nothing
     * @param next the step behind it of the same unit, if it is part of one
     */
    LaneStep(
            StreamOrder order,
            OperationKind kind,
            Command command,
            Lane lane,
            @Nullable Resources resources,
            @Nullable StepTimes times,
            @Nullable CopyMeter meter,
            @Nullable LaneStep next) {
        this.order = order;
        this.timeline = order.timeline();
        this.kind = (byte) RecordCode.number(kind);
        this.command = command;
        this.lane = lane;
        this.resources = resources;
        this.times = times;
        this.meter = meter;
        this.behind = next;
    }

    final Lane lane() {
        return lane;
    }

    final StreamOrder order() {
        return order;
    }

    /** What it does, by its {@linkplain RecordCode#number(OperationKind) number}. */
    final int kind() {
        return kind;
    }

    /** How many bytes it copies or sets. */
    final long bytes() {
        return meter == null ? 0 : meter.bytes();
    }

    /** What takes the times of its unit; {@code null} if nobody asks. */
    @Nullable
    final StepTimes times() {
        return times;
    }

    /** The step behind it of the same unit, which is to be enqueued with it; given away by this. */
    @Nullable
    final LaneStep takeNext() {
        LaneStep next = (LaneStep) behind;
        behind = null;
        return next;
    }

    @Override
    public final @Nullable Step behind() {
        return behind;
    }

    @Override
    public final void behind(@Nullable Step step) {
        behind = step;
    }

    /** The whole unit will never run. */
    final void abandonUnit() {
        for (LaneStep step = this; step != null; step = step.takeNext()) {
            step.abandon();
        }
    }

    @Override
    public final long sequence() {
        return sequence;
    }

    @Override
    public final void sequence(long number) {
        sequence = number;
    }

    /**
     * The step is about to be offered to a queue.
     *
     * @param where its stream's binding there
     * @param reportsLate whether the queue does
     */
    void placed(Binding where, boolean reportsLate) {
        binding = where;
        late = reportsLate;
    }

    /**
     * Lets the step go into its queue though what is before it has not ended.
     *
     * @param what what it goes in front of; {@code null} if it does not after all
     */
    final void goAhead(@Nullable GoneAhead what) {
        ahead = what;
    }

    /** The stream holds the step on the host side. */
    void held(KernelGrace grace) {
        if (command.runsKernels()) {
            heldGeneration = grace.enter();
        }
    }

    /** The step is in a queue now. */
    final void submitted(KernelGrace grace) {
        if (heldGeneration != NOT_HELD) {
            grace.leave(heldGeneration);
            heldGeneration = NOT_HELD;
        }
    }

    @Override
    public final void abandon() {
        submitted(order.device().reclaimer().grace());
        releaseResources();
    }

    @Override
    public void skip(Outcome outcome) {
        order.device().operationCounts().add(kind, outcome);
        abandon();
    }

    /** Its call met an obstacle, so that it will be submitted later than enqueued. */
    void delayed() {}

    @Override
    public final Command command() {
        return command;
    }

    @Override
    public final List<DriverQueue.Position> awaited() {
        return ahead == null ? List.of() : ahead.places();
    }

    @Override
    public boolean begin() {
        Failure failure = timeline.failure();
        if (failure != null && failure.covers(sequence)) {
            return false;
        }
        if (ahead != null && !ahead.endWaits(order, sequence, !late)) {
            return false;
        }
        if (times != null) {
            times.begin(engine() != CopyCounters.OWN_QUEUE);
        }
        if (meter != null) {
            meter.begin();
        }
        begun = true;
        return true;
    }

    @Override
    public boolean isTimed() {
        return times != null;
    }

    @Override
    public void ran(long startNanos, long endNanos) {
        if (times != null) {
            timesTold = true;
            times.ran(startNanos, endNanos);
            if (meter != null) {
                meter.ran(startNanos, endNanos);
            }
        }
    }

    @Override
    public void end(@Nullable Throwable failure, @Nullable Packet next) {
        Binding bound = Objects.requireNonNull(binding);
        Objects.requireNonNull(bound.slot()).counts().add(kind, outcome(failure));
        if (times != null && !timesTold) {
            times.end();
        }
        if (late && ahead != null) {
            ahead.endWaits(order, sequence, true);
        }
        if (meter != null) {
            meter.end(order, engine(), failure != null);
        }
        if (failure != null) {
            order.fail(sequence, describe(failure));
        }
        releaseResources();
        // Bindings are equal only to themselves.
        if (next instanceof LaneStep behind && Objects.equals(behind.binding, bound)) {
            behind.uncounted = uncounted + 1;
        } else {
            order.ended(bound, uncounted + 1);
        }
        timeline.advance(sequence);
    }

    /** What became of it, which has ended in its queue. */
    final Outcome outcome(@Nullable Throwable failure) {
        if (failure != null) {
            return Outcome.FAILED;
        }
        return begun ? Outcome.DONE : Outcome.SKIPPED;
    }

    /** Where it is or was, as a {@link RecordCode} has it. */
    final int place() {
        QueueSlot current =
                Objects.requireNonNull(Objects.requireNonNull(binding).slot());
        return lane.of(current).isCompute() ? RecordCode.queue(current.index()) : RecordCode.engine(current.index());
    }

    /** The engine whose queue it is in, or {@link CopyCounters#OWN_QUEUE}. */
    private int engine() {
        QueueSlot slot = Objects.requireNonNull(Objects.requireNonNull(binding).slot());
        return lane.of(slot).isCompute() ? CopyCounters.OWN_QUEUE : slot.index();
    }

    private HeadraceException describe(Throwable failure) {
        if (failure instanceof HeadraceException described) {
            return described;
        }
        String what = switch (command) {
            case Command.Launch launch -> "launch over " + launch.range();
            case Command.NativeLaunch launch ->
                "launch of kernel=" + launch.kernel().name() + " over " + launch.range();
            case Command.Copy copy -> "copy of bytes=" + copy.bytes();
            case Command.Copy2D copy -> "copy of rows=" + copy.rows() + " rowBytes=" + copy.rowBytes();
            case Command.Fill fill -> "fill of bytes=" + fill.bytes();
            case Command.Sequence sequence ->
                "recording of operations=" + sequence.commands().size();
            case Command.Native call -> "native call";
            case Command.Barrier barrier ->
                "barrier of positions=" + barrier.positions().size();
        };
        return new HeadraceException("the " + what + " failed: " + Reasons.of(failure), failure);
    }

    private void releaseResources() {
        if (resources != null) {
            resources.release();
        }
    }
}
