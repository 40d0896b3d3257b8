package io.headrace.acc;

import io.headrace.Stream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;

/**
 * A queue: a stream under a number. The stream may be exchanged for another while others enqueue.
 *
 * <p>Who enqueues takes no lock. It reads which stream is bound, enqueues, and reads again: if another stream was bound
 * meanwhile, that one may have begun its wait for the first one too early, and is told to wait for it once more. So what one
 * thread enqueues runs in that order, whichever streams it went to. Between the moment that a stream is bound and the moment
 * that it waits for the one before, nobody enqueues on it.
 *
 * <p>A queue that was seen at rest is marked so, which spares those who look at thousands of queues three more objects of each.
 * Who enqueues takes the mark away afterwards. A mark that is about to be set is an object of its own, so that it is set only if
 * nobody has enqueued since. Streams that others know have no mark.
 */
final class NumberedQueue extends AsyncQueue {

    /** What is known of the rest: nothing, that the queue rests, or nothing ever since others know the stream. */
    private static final Object UNKNOWN = new Object();

    private static final Object RESTS = new Object();
    private static final Object SHARED = new Object();

    private static final VarHandle REST;

    static {
        try {
            REST = MethodHandles.lookup().findVarHandle(NumberedQueue.class, "rest", Object.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private volatile Object rest = UNKNOWN;

    /** Both are written under the monitor, which is never held while waiting. */
    private volatile Stream bound;

    /** Whether the stream that is bound waits for the one before it. Read after that. */
    private volatile boolean settled = true;

    NumberedQueue(AsyncQueues owner, int number) {
        super(owner, number);
        this.bound = owner.device().stream();
    }

    /** Puts another stream under the number; what comes next waits for what the one before holds. */
    synchronized void attach(Stream next) {
        Stream before = bound;
        if (before == next) {
            return;
        }
        settled = false;
        // First of all, so that who enqueues on the stream before and does not see this one is seen by it.
        bound = next;
        boolean waits = false;
        try {
            next.waitFor(before);
            waits = true;
        } finally {
            if (!waits) {
                bound = before;
            }
            settled = true;
        }
        rest = SHARED;
    }

    /** The stream that is bound now; it may be closed. */
    Stream current() {
        Stream now = bound;
        return settled ? now : settled();
    }

    private synchronized Stream settled() {
        return bound;
    }

    @Override
    protected Stream route() {
        return current();
    }

    @Override
    protected void routed(Stream used) {
        for (Object known = rest; known != UNKNOWN && known != SHARED; known = rest) {
            REST.compareAndSet(this, known, UNKNOWN);
        }
        if (current() != used) {
            // If a third one is bound meanwhile, it waits for the second one, which waits for the first.
            enqueue(now -> now.waitFor(used));
        }
    }

    @Override
    protected synchronized void closed(Stream stream) {
        if (bound == stream) {
            attach(owner().device().stream());
        }
    }

    @Override
    void after(NumberedQueue other) {
        if (other != this && !other.rests()) {
            enqueue(stream -> stream.waitFor(other.current()));
        }
    }

    /** Whether who waits for this queue now would not notice. */
    boolean rests() {
        Object known = rest;
        if (known == RESTS) {
            return true;
        }
        if (!current().isAtRest()) {
            return false;
        }
        Object mark = new Object();
        if (known == UNKNOWN && REST.compareAndSet(this, UNKNOWN, mark)) {
            REST.compareAndSet(this, mark, current().isAtRest() ? RESTS : UNKNOWN);
        }
        return true;
    }

    @Override
    public Stream stream() {
        rest = SHARED;
        Stream now = current();
        while (now.isClosed()) {
            closed(now);
            now = current();
        }
        return now;
    }

    @Override
    public boolean isDone() {
        return rest == RESTS || current().isDone();
    }

    @Override
    boolean await(long timeoutNanos) throws InterruptedException {
        if (timeoutNanos == Long.MAX_VALUE) {
            current().await();
            return true;
        }
        return current().await(Duration.ofNanos(timeoutNanos));
    }
}
