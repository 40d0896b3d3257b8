package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.error.Reasons;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A step that runs on a thread of its own and not in a queue: a host call, or a copy that needs several queues. */
final class HostStep implements Step {

    private final StreamOrder order;
    private final HostCall call;
    private final @Nullable CopyTask copy;
    private final @Nullable Resources resources;

    /** Takes when a copy runs, for a stream that is profiled. */
    private final @Nullable StepTimes times;

    private long sequence;
    private @Nullable Step behind;
    private boolean started;
    private volatile @Nullable Thread thread;

    private HostStep(
            StreamOrder order,
            HostCall call,
            @Nullable CopyTask copy,
            @Nullable Resources resources,
            @Nullable StepTimes times) {
        this.order = order;
        this.call = call;
        this.copy = copy;
        this.resources = resources;
        this.times = times;
    }

    /** A user's call. */
    static HostStep of(StreamOrder order, HostCall call) {
        return new HostStep(order, call, null, null, null);
    }

    /** A copy that needs several queues. */
    static HostStep of(StreamOrder order, CopyTask copy, @Nullable Resources resources) {
        return new HostStep(order, () -> copy.run(order), copy, resources, order.newTimes());
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

    /** Starts the call. Called once, under the stream's lock, when its turn has come. */
    void start() {
        started = true;
        order.device().runtime().hostCalls().start(this::run);
    }

    @Override
    public void abandon() {
        releaseResources();
    }

    private void run() {
        thread = Thread.currentThread();
        if (times != null) {
            times.begin(true);
        }
        try {
            call.run();
        } catch (Throwable e) {
            order.fail(sequence, describe(e));
        }
        if (times != null) {
            times.end();
        }
        thread = null;
        releaseResources();
        Objects.requireNonNull(order.held()).ended(this);
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
