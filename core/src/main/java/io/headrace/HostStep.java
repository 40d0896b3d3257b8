package io.headrace;

import io.headrace.error.HeadraceException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A host call: a step that runs user code on a thread of its own. */
final class HostStep implements Step {

    private final StreamOrder order;
    private final HostCall call;
    private long sequence;
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

    boolean isStarted() {
        return thread != null;
    }

    /** Whether the calling thread is the one that runs the call. */
    boolean runsHere() {
        return thread == Thread.currentThread();
    }

    /** Starts the call. Called once, under the stream's lock, when its turn has come. */
    void start() {
        Thread started = Thread.ofVirtual().name("headrace-host-call").unstarted(this::run);
        thread = started;
        started.start();
    }

    @Override
    public void abandon() {
        // It was never started and holds nothing.
    }

    private void run() {
        try {
            call.run();
        } catch (Throwable e) {
            order.fail(sequence, new HeadraceException("the host call failed: " + e, e));
        }
        Objects.requireNonNull(order.held()).ended(this);
    }
}
