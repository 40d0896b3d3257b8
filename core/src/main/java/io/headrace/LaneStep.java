package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.queue.QueueSlot;
import io.headrace.spi.Command;
import io.headrace.spi.Packet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A launch, copy or fill: a step that a hardware queue runs, and the packet it is while it is there. */
final class LaneStep extends Packet implements Step {

    /** The target of a step that any compute queue can run; others name a copy engine by its index. */
    static final int COMPUTE = -1;

    private static final int NOT_HELD = -1;

    private final StreamOrder order;

    /** The stream's, kept here so that the queue's thread need not read what callers write to the stream. */
    private final Timeline timeline;

    private final Command command;
    private final int target;
    private final @Nullable Resources resources;
    private List<EventRecord> dependencies = List.of();
    private int heldGeneration = NOT_HELD;
    private @Nullable QueueSlot slot;
    private long sequence;

    /** How many packets of the stream ended right before this one without being counted; the queue's own. */
    private int uncounted;

    /**
     * @param order the stream
     * @param command what to do
     * @param target {@link #COMPUTE}, or the copy engine's index
     * @param resources what to give back when it has ended
     */
    LaneStep(StreamOrder order, Command command, int target, @Nullable Resources resources) {
        this.order = order;
        this.timeline = order.timeline();
        this.command = command;
        this.target = target;
        this.resources = resources;
    }

    int target() {
        return target;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public void sequence(long number) {
        sequence = number;
    }

    /** The step is about to be offered to this slot's queue. */
    void slot(QueueSlot chosen) {
        slot = chosen;
    }

    /** Events that fail the step if they have failed when it is about to run. */
    void dependencies(List<EventRecord> events) {
        dependencies = events;
    }

    /** The stream holds the step on the host side. */
    void held(KernelGrace grace) {
        if (command instanceof Command.Launch) {
            heldGeneration = grace.enter();
        }
    }

    /** The step is in a queue now. */
    void submitted(KernelGrace grace) {
        if (heldGeneration != NOT_HELD) {
            grace.leave(heldGeneration);
            heldGeneration = NOT_HELD;
        }
    }

    @Override
    public void abandon() {
        submitted(order.device().reclaimer().grace());
        releaseResources();
    }

    @Override
    public Command command() {
        return command;
    }

    @Override
    public boolean begin() {
        Failure failure = timeline.failure();
        if (failure != null && failure.covers(sequence)) {
            return false;
        }
        for (EventRecord event : dependencies) {
            HeadraceException cause = event.failureAtEnd();
            if (cause != null) {
                order.fail(sequence, cause);
                return false;
            }
        }
        return true;
    }

    @Override
    public void end(@Nullable Throwable failure, @Nullable Packet next) {
        if (failure != null) {
            order.fail(sequence, describe(failure));
        }
        releaseResources();
        if (next instanceof LaneStep behind && behind.order == order) {
            behind.uncounted = uncounted + 1;
        } else {
            order.ended(Objects.requireNonNull(slot), uncounted + 1);
        }
        timeline.advance(sequence);
    }

    private HeadraceException describe(Throwable failure) {
        if (failure instanceof HeadraceException described) {
            return described;
        }
        String what = switch (command) {
            case Command.Launch launch -> "launch over " + launch.range();
            case Command.Copy copy -> "copy of bytes=" + copy.bytes();
            case Command.Copy2D copy -> "copy of rows=" + copy.rows() + " rowBytes=" + copy.rowBytes();
            case Command.Fill fill -> "fill of bytes=" + fill.bytes();
            case Command.Barrier barrier ->
                "barrier of positions=" + barrier.positions().size();
        };
        return new HeadraceException("the " + what + " failed: " + failure, failure);
    }

    private void releaseResources() {
        if (resources != null) {
            resources.release();
        }
    }
}
