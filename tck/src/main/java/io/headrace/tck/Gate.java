package io.headrace.tck;

import io.headrace.Operations;
import io.headrace.kernel.Range;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A gate that kernels and host calls wait at. A kernel before a closed gate keeps its stream bound to its queue, which an
 * operation that the runtime holds back would not.
 */
final class Gate {

    private static final long LIMIT_SECONDS = 50;

    private final CountDownLatch open = new CountDownLatch(1);
    private final AtomicInteger arrived = new AtomicInteger();

    /** Lets through all who wait and who will come. */
    void open() {
        open.countDown();
    }

    boolean isOpen() {
        return open.getCount() == 0;
    }

    /** Waits until the gate is open. */
    void pass() {
        arrived.incrementAndGet();
        boolean interrupted = false;
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        try {
            while (true) {
                try {
                    if (!open.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                        throw new IllegalStateException("nobody opened the gate: limit_s=" + LIMIT_SECONDS);
                    }
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Enqueues a kernel of one item that waits at this gate. */
    <S extends Operations<S>> S hold(S stream) {
        return stream.launch(Range.of(1), i -> pass());
    }

    /** Waits until so many have come to the gate. */
    void awaitArrivals(int count) {
        Eventually.isTrue("arrivals=" + count, () -> arrived.get() >= count);
    }

    int arrivals() {
        return arrived.get();
    }
}
