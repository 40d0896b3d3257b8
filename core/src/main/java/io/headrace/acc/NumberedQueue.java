package io.headrace.acc;

import io.headrace.Stream;
import io.headrace.error.HeadraceException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A queue: a stream under a number. The stream may be exchanged for another while others enqueue.
 *
 * <p>Who enqueues takes no lock. It reads which stream is bound, enqueues, and reads again: if another stream was bound
 * meanwhile, that one may have begun its wait for the first one too early, and is told to wait for it once more. So what one
 * thread enqueues runs in that order, whichever streams it went to. Between the moment that a stream is bound and the moment
 * that it waits for the one before, nobody enqueues on it.
 *
 * <p>A stream that has failed drops what it is told, until a wait has thrown that. What it should have been told then is
 * <em>owed</em>: a stream of its own waits for it, and the one that is bound waits for that as soon as it can be told.
 *
 * <p>A queue that was seen at rest is marked so, which spares those who look at thousands of queues three more objects of each.
 * A mark is the number of calls that had begun by then, while none was in progress: so it counts until the next one begins, which
 * is before what that one enqueues can run. Streams that others know have no mark.
 */
final class NumberedQueue extends AsyncQueue {

    /** Of {@link #calls}: one more call has begun, and is in progress. */
    private static final long BEGUN = (1L << 32) + 1;

    /** A mark that no number of calls equals. */
    private static final long NONE = -1;

    private static final VarHandle CALLS;

    static {
        try {
            CALLS = MethodHandles.lookup()
                    .findVarHandle(NumberedQueue.class, "calls", long.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** How many calls have begun that enqueue; in the low half, how many of them are in progress. */
    private volatile long calls;

    /** The number of calls at which the queue was seen at rest. */
    private volatile long restsAt = NONE;

    /** Whether others know the stream, and may enqueue on it without a call here. */
    private volatile boolean shared;

    /** Both are written under the monitor, which is never held while waiting. */
    private volatile Stream bound;

    /** Whether the stream that is bound waits for the one before it. Read after that. */
    private volatile boolean settled = true;

    /** Waits for what the stream that is bound could not be told to wait for; {@code null} if there is nothing. */
    private volatile @Nullable Stream owed;

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
        throwIfFailed(next);
        shared = true;
        settled = false;
        // First of all, so that who enqueues on the stream before and does not see this one is seen by it.
        bound = next;
        boolean waits = false;
        try {
            next.waitFor(before);
            // One that has failed drops what is enqueued, this wait too.
            throwIfFailed(next);
            waits = true;
        } finally {
            if (!waits) {
                bound = before;
            }
            settled = true;
        }
    }

    private static void throwIfFailed(Stream next) {
        if (next.hasFailed()) {
            throw new HeadraceException(
                    "a stream that has failed cannot be attached, since it drops what is enqueued: stream=" + next.id()
                            + "; wait for it first, which throws its failure");
        }
    }

    /** The stream that is bound now; it may be closed. */
    Stream current() {
        if (owed != null) {
            payOwed();
        }
        Stream now = bound;
        return settled ? now : settled();
    }

    /** Lets the stream that is bound wait for what is owed, unless it has failed. */
    private synchronized void payOwed() {
        Stream join = owed;
        if (join != null && !bound.isClosed() && !bound.hasFailed()) {
            bound.waitFor(join);
            if (!bound.hasFailed()) {
                owed = null;
            }
        }
    }

    private synchronized void owe(Stream used) {
        Stream join = owed;
        if (join == null) {
            join = owner().device().stream();
        }
        join.waitFor(used);
        owed = join;
    }

    /** Whether something is owed that has not ended. */
    boolean isOwing() {
        Stream join = owed;
        return join != null && !join.isAtRest();
    }

    private synchronized Stream settled() {
        return bound;
    }

    @Override
    protected Stream route() {
        return current();
    }

    @Override
    protected void entered() {
        long ignored = (long) CALLS.getAndAdd(this, BEGUN);
    }

    @Override
    protected void left() {
        long ignored = (long) CALLS.getAndAdd(this, -1L);
    }

    @Override
    protected void routed(Stream used) {
        if (current() != used) {
            // If a third one is bound meanwhile, it waits for the second one, which waits for the first.
            enqueue(now -> {
                now.waitFor(used);
                if (now.hasFailed()) {
                    owe(used);
                }
            });
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
            enqueue(stream -> {
                stream.waitFor(other.current());
                Stream join = other.owed;
                if (join != null) {
                    stream.waitFor(join);
                }
            });
        }
    }

    /** Whether who waits for this queue now would not notice. */
    boolean rests() {
        long seen = calls;
        if (isMarked(seen)) {
            return true;
        }
        if (!current().isAtRest() || isOwing()) {
            return false;
        }
        if ((int) seen == 0) {
            restsAt = seen;
        }
        return true;
    }

    private boolean isMarked(long seen) {
        return restsAt == seen && !shared;
    }

    @Override
    public Stream stream() {
        shared = true;
        Stream now = current();
        while (now.isClosed()) {
            closed(now);
            now = current();
        }
        return now;
    }

    @Override
    public boolean isDone() {
        return isMarked(calls) || current().isDone() && !isOwing();
    }

    /** Waits for what is owed; {@code false} if the time ran out. */
    boolean awaitOwed(long timeoutNanos) throws InterruptedException {
        Stream join = owed;
        return join == null || await(join, timeoutNanos);
    }

    @Override
    boolean await(long timeoutNanos) throws InterruptedException {
        long start = owed == null || timeoutNanos == Long.MAX_VALUE ? 0 : System.nanoTime();
        if (!awaitOwed(timeoutNanos)) {
            return false;
        }
        long left = start == 0 ? timeoutNanos : timeoutNanos - (System.nanoTime() - start);
        return await(current(), left);
    }

    private static boolean await(Stream stream, long timeoutNanos) throws InterruptedException {
        if (timeoutNanos == Long.MAX_VALUE) {
            stream.await();
            return true;
        }
        return stream.await(Duration.ofNanos(Math.max(0, timeoutNanos)));
    }
}
