package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.error.Reasons;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A host call: a step that runs user code on a thread of its own. */
final class HostStep implements Step {

    private final StreamOrder order;
    private final HostCall call;
    private long sequence;
    private @Nullable Step behind;
    private boolean started;
    private volatile @Nullable Thread thread;

    HostStep(StreamOrder order, HostCall call) {
        this.order = order;
        this.call = call;
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
        // It was never started and holds nothing.
    }

    private void run() {
        thread = Thread.currentThread();
        try {
            call.run();
        } catch (Throwable e) {
            order.fail(sequence, new HeadraceException("the host call failed: " + Reasons.of(e), e));
        }
        thread = null;
        Objects.requireNonNull(order.held()).ended(this);
    }
}
