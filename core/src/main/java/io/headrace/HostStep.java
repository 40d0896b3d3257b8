package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.error.Reasons;
import io.headrace.trace.OperationKind;
import io.headrace.trace.Outcome;
import io.headrace.trace.tape.RecordCode;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A step that runs on a thread of its own and not in a queue: a host call, or a copy that needs several queues. On the caller's
 * thread, if the device runs everything there and the step's turn has come when it is enqueued.
 */
final class HostStep implements Step {

    /** What each thread runs; of calls that run inside each other the innermost. */
    private static final ThreadLocal<@Nullable HostStep> RUNNING = new ThreadLocal<>();

    /** What each thread is to run itself, whose turn has come. */
    private static final ThreadLocal<@Nullable ArrayDeque<HostStep>> LEFT_TO_CALLER = new ThreadLocal<>();

    private final StreamOrder order;

    /** A user's call; {@code null} if it is a copy. */
    private final @Nullable HostCall call;

    /** A copy; {@code null} if it is a user's call. */
    private final @Nullable CopyTask copy;

    private final @Nullable Resources resources;

    /** Takes when a copy runs, for a stream that is profiled. */
    private final @Nullable StepTimes times;

    /** {@code null} if nothing is recorded. */
    private final @Nullable OperationNote note;

    private long sequence;
    private @Nullable Step behind;
    private boolean started;

    /** Who enqueues it on a device that runs everything inline; {@code null} on others. */
    private final @Nullable Thread caller;

    private volatile @Nullable Thread thread;

    /** What the call waits for, without a limit; {@code null} if it does not. */
    private volatile CallersCall.@Nullable Place awaited;

    /** What is to be done on the thread when the call has ended; made by the first who asks for it. */
    private @Nullable Map<Object, Runnable> afterwards;

    private HostStep(
            StreamOrder order,
            @Nullable HostCall call,
            @Nullable CopyTask copy,
            @Nullable Resources resources,
            @Nullable StepTimes times) {
        this.order = order;
        this.call = call;
        this.copy = copy;
        this.resources = resources;
        this.times = times;
        this.note = OperationNote.of(order, copy != null);
        this.caller = order.device().runsInline() ? Thread.currentThread() : null;
    }

    /** A user's call. */
    static HostStep of(StreamOrder order, HostCall call) {
        return new HostStep(order, call, null, null, null);
    }

    /** A copy that needs several queues. */
    static HostStep of(StreamOrder order, CopyTask copy, @Nullable Resources resources) {
        return new HostStep(order, null, copy, resources, order.newTimes());
    }

    /** Whether the calling thread runs a host call. */
    static boolean isRunningOne() {
        return RUNNING.get() != null;
    }

    /** The host call that the calling thread runs; {@code null} if it runs none. */
    static @Nullable HostStep running() {
        return RUNNING.get();
    }

    /** Does something on the calling thread when the host call that it runs has ended: the first thing that was asked for by a key. */
    static void afterwards(Object key, Runnable action) {
        HostStep running = RUNNING.get();
        if (running != null) {
            if (running.afterwards == null) {
                running.afterwards = new LinkedHashMap<>();
            }
            running.afterwards.putIfAbsent(key, action);
        }
    }

    /** What takes its times; {@code null} if nobody asks, or it is a user's call. */
    @Nullable
    StepTimes times() {
        return times;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public void sequence(long number) {
        sequence = number;
    }

    @Override
    public @Nullable Step behind() {
        return behind;
    }

    @Override
    public void behind(@Nullable Step step) {
        behind = step;
    }

    /** Asked under the stream's lock. */
    boolean isStarted() {
        return started;
    }

    /** Whether the calling thread is the one that runs the call. */
    boolean runsHere() {
        return thread == Thread.currentThread();
    }

    /** The call waits for something without a limit; {@code null}: not any more. */
    void awaits(CallersCall.@Nullable Place place) {
        awaited = place;
    }

    /** What the call waits for, without a limit; {@code null} if it does not. */
    CallersCall.@Nullable Place awaited() {
        return awaited;
    }

    /** Starts the call. Called once, under the stream's lock, when its turn has come. */
    void start() {
        started = true;
        if (note != null) {
            note.submitted();
        }
        if (caller == Thread.currentThread()) {
            ArrayDeque<HostStep> left = LEFT_TO_CALLER.get();
            if (left == null) {
                left = new ArrayDeque<>();
                LEFT_TO_CALLER.set(left);
            }
            left.add(this);
        } else {
            order.device().runtime().hostCalls().start(this::run);
        }
    }

    /**
     * Runs the calls that were left to the calling thread, which has enqueued one and holds no lock; also one that a call has put
     * behind itself.
     */
    static void runThoseLeftToCaller() {
        ArrayDeque<HostStep> left = LEFT_TO_CALLER.get();
        if (left == null) {
            LEFT_TO_CALLER.remove();
            return;
        }
        for (HostStep step = left.poll(); step != null; step = left.poll()) {
            step.run();
        }
    }

    @Override
    public void abandon() {
        releaseResources();
    }

    @Override
    public void skip(Outcome outcome) {
        order.device().operationCounts().add(RecordCode.number(kind()), outcome);
        if (note != null) {
            note.skipped(kind(), name(), bytes(), outcome);
        }
        abandon();
    }

    private void run() {
        HostStep outer = RUNNING.get();
        RUNNING.set(this);
        thread = Thread.currentThread();
        if (times != null) {
            times.begin(true);
        }
        perform();
        if (times != null) {
            times.end();
        }
        thread = null;
        if (afterwards != null) {
            afterwards.values().forEach(Runnable::run);
        }
        if (outer == null) {
            RUNNING.remove();
        } else {
            RUNNING.set(outer);
        }
        releaseResources();
        Objects.requireNonNull(order.held()).ended(this);
    }

    private void perform() {
        CopyPackets packets = new CopyPackets(note);
        if (note != null) {
            note.begun();
        }
        Outcome outcome = Outcome.DONE;
        try {
            if (copy != null) {
                copy.run(order, packets);
            } else {
                Objects.requireNonNull(call).run();
            }
        } catch (Throwable e) {
            order.fail(sequence, describe(e));
            outcome = Outcome.FAILED;
        }
        // The packets of a copy count, and are recorded, themselves.
        if (copy == null || (outcome == Outcome.FAILED && !packets.hasFailed())) {
            order.device().operationCounts().add(RecordCode.number(kind()), outcome);
            if (note != null) {
                note.ended(kind(), name(), bytes(), order.device(), RecordCode.HOST, outcome);
            }
        }
    }

    private OperationKind kind() {
        return copy == null ? OperationKind.HOST_CALL : OperationKind.COPY;
    }

    private Object name() {
        return copy == null
                ? Objects.requireNonNull(call).getClass()
                : CopyNames.of(copy.direction(order.device()), false);
    }

    private long bytes() {
        return copy == null ? 0 : copy.bytes();
    }

    private HeadraceException describe(Throwable cause) {
        return copy != null && cause instanceof HeadraceException described
                ? described
                : new HeadraceException(
                        "the " + (copy == null ? "host call" : copy) + " failed: " + Reasons.of(cause), cause);
    }

    private void releaseResources() {
        if (resources != null) {
            resources.release();
        }
    }
}
