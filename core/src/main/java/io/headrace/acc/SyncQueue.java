package io.headrace.acc;

import io.headrace.Stream;
import io.headrace.error.HeadraceException;
import io.headrace.spi.QueueThread;

/** No queue: each operation has a stream of its own, and has ended when the call returns. */
final class SyncQueue extends AsyncQueue {

    SyncQueue(AsyncQueues owner) {
        super(owner, AsyncQueues.SYNC);
    }

    @Override
    protected Stream route() {
        return owner().device().stream();
    }

    @Override
    protected void entered() {
        // Before anything is enqueued: what is enqueued runs, whatever its caller is told then.
        if (Thread.currentThread() instanceof QueueThread) {
            throw new IllegalStateException(
                    "a kernel must not wait for synchronous work, since its queue would wait for" + " itself: number="
                            + number() + "; use a number of 0 or more, or launch it after the kernel");
        }
    }

    @Override
    protected void left() {
        // Each operation has a stream of its own: there is no queue to keep an eye on.
    }

    @Override
    protected void routed(Stream stream) {
        stream.close();
        try {
            stream.await();
        } catch (InterruptedException e) {
            // Nobody else knows the stream: so its end can still be waited for, and its failure is told.
            AsyncQueue keeper = owner().queue(AsyncQueues.DEFAULT_QUEUE);
            keeper.stream().waitFor(stream);
            throw interrupted("the operation goes on, and " + keeper + " waits for it", e);
        }
    }

    @Override
    protected void closed(Stream stream) {
        // Each operation has a stream of its own anyway.
    }

    @Override
    void after(NumberedQueue other) {
        try {
            other.await();
        } catch (InterruptedException e) {
            throw interrupted(other + " goes on", e);
        }
    }

    @Override
    public Stream stream() {
        throw new IllegalStateException("work on SYNC=" + AsyncQueues.SYNC
                + " has no queue, and so no stream: use a number of 0 or more, or NOVAL=" + AsyncQueues.NOVAL);
    }

    @Override
    public boolean isDone() {
        return true;
    }

    @Override
    boolean await(long timeoutNanos) {
        return true;
    }

    private static HeadraceException interrupted(String goesOn, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new HeadraceException("the thread was interrupted while it waited for synchronous work: " + goesOn, e);
    }
}
