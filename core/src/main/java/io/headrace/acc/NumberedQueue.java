package io.headrace.acc;

import io.headrace.Stream;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue: a stream under a number. The stream may be exchanged for another while others enqueue.
 *
 * <p>Who enqueues takes no lock. It reads which stream is bound, enqueues, and reads again: if another stream was bound
 * meanwhile, that one may have begun its wait for the first one too early, and is told to wait for it once more. So what one
 * thread enqueues runs in that order, whichever streams it went to. Between the moment that a stream is bound and the moment
 * that it waits for the one before, nobody enqueues on it.
 *
 * <p>A stream that fails drops what it holds, its waits too, and what it is told until a wait has thrown that. So the streams
 * that had the number's work before it are kept in mind until they have ended, and the one that is bound is told to wait for
 * them once more if it has failed since it was told.
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

    /** What no stream has failed with: it was not told. */
    private static final Object UNTOLD = new Object();

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

    /** Streams that had work of this number and may still have some; never changed, and {@code null} if there are none. */
    private volatile @Nullable List<Stream> earlier;

    /** What the stream that is bound had failed with last when it was told to wait for those. Under the monitor. */
    private @Nullable Object toldAt = UNTOLD;

    NumberedQueue(AsyncQueues owner, int number) {
        super(owner, number);
        this.bound = owner.device().stream();
    }

    /** Puts another stream under the number; what comes next waits for what the one before holds. */
    @SuppressWarnings("ReferenceEquality") // the failure itself
    synchronized void attach(Stream next) {
        Stream before = bound;
        if (before == next) {
            return;
        }
        throwIfFailed(next);
        Object failure = latestFailure(next);
        shared = true;
        settled = false;
        // First of all, so that who enqueues on the stream before and does not see this one is seen by it.
        bound = next;
        boolean waits = false;
        try {
            next.waitFor(before);
            // One that has failed drops what is enqueued, this wait too.
            throwIfFailed(next);
            // What the one before waits for is waited for by way of that.
            toldAt = earlier == null || toldAt == latestFailure(before) ? failure : UNTOLD;
            keepInMind(before);
            waits = true;
        } finally {
            if (!waits) {
                bound = before;
            }
            settled = true;
        }
    }

    /** Refuses a stream that has failed. */
    static void throwIfFailed(Stream next) {
        if (next.hasFailed()) {
            throw new HeadraceException(
                    "a stream that has failed cannot be attached, since it drops what is enqueued: stream=" + next.id()
                            + "; wait for it first, which throws its failure");
        }
    }

    /** The stream that is bound now; it may be closed. */
    Stream current() {
        if (earlier != null) {
            tellOfEarlier();
        }
        Stream now = bound;
        return settled ? now : settled();
    }

    private synchronized void keepInMind(Stream stream) {
        List<Stream> known = earlier == null ? List.of() : earlier;
        if (!stream.isAtRest() && !known.contains(stream)) {
            List<Stream> more = new ArrayList<>(known);
            more.add(stream);
            earlier = more;
        }
    }

    /** Forgets those that have ended, and lets the stream that is bound wait for the others, unless it does or has failed. */
    @SuppressWarnings("ReferenceEquality") // the failure itself
    private synchronized void tellOfEarlier() {
        Stream now = bound;
        boolean hasFailed = now.hasFailed();
        HeadraceException failure = latestFailure(now);
        List<Stream> left = new ArrayList<>();
        for (Stream stream : earlierOnes()) {
            // A failure of theirs is told by the stream that is bound: now, if it has not been.
            boolean isOver = stream == now
                    || stream.isAtRest()
                    || failure != null && stream.isDone() && latestFailure(stream) == failure;
            if (!isOver) {
                left.add(stream);
            }
        }
        earlier = left.isEmpty() ? null : left;
        if (toldAt != failure && !hasFailed && !now.isClosed()) {
            try {
                left.forEach(now::waitFor);
            } catch (ClosedException e) {
                return; // a moment ago: the next one that is bound will be told
            }
            if (!now.hasFailed()) {
                toldAt = failure;
            }
        }
    }

    /** Streams that were bound before and may not have ended, which the one that is bound need not wait for. Ask for that one first. */
    List<Stream> earlierOnes() {
        List<Stream> known = earlier;
        return known == null ? List.of() : known;
    }

    /** Whether a stream that was bound before has not ended. */
    boolean isBehindOthers() {
        for (Stream stream : earlierOnes()) {
            if (!stream.isDone()) {
                return true;
            }
        }
        return false;
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
            cameLate(used);
        }
    }

    /** Something was enqueued on a stream that is not the one that is bound, which may not wait for that yet. */
    private synchronized void cameLate(Stream used) {
        keepInMind(used);
        toldAt = UNTOLD;
        tellOfEarlier();
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
                Stream current = other.current();
                other.earlierOnes().forEach(stream::waitFor);
                stream.waitFor(current);
            });
        }
    }

    /** Whether who waits for this queue now would not notice. */
    boolean rests() {
        long seen = calls;
        if (isMarked(seen)) {
            return true;
        }
        if (!current().isAtRest() || isBehindOthers()) {
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
        return isMarked(calls) || current().isDone() && !isBehindOthers();
    }

    /**
     * Waits until the streams that were bound before have ended, which the one that is bound may not wait for since it failed; what
     * they failed with that one tells. {@code false} if the time ran out.
     */
    boolean awaitEarlier(long timeoutNanos) throws InterruptedException {
        if (!isBehindOthers()) {
            return true;
        }
        long start = System.nanoTime();
        for (Stream stream : earlierOnes()) {
            try (Stream end = owner().device().stream()) {
                end.waitFor(stream);
                if (!await(end, left(timeoutNanos, start))) {
                    return false;
                }
            } catch (HeadraceException e) {
                // It has ended.
            }
        }
        return true;
    }

    private static long left(long timeoutNanos, long start) {
        return timeoutNanos == Long.MAX_VALUE ? timeoutNanos : timeoutNanos - (System.nanoTime() - start);
    }

    @Override
    boolean await(long timeoutNanos) throws InterruptedException {
        long start = earlier == null ? 0 : System.nanoTime();
        if (!awaitEarlier(timeoutNanos)) {
            return false;
        }
        return await(current(), start == 0 ? timeoutNanos : left(timeoutNanos, start));
    }

    private static boolean await(Stream stream, long timeoutNanos) throws InterruptedException {
        if (timeoutNanos == Long.MAX_VALUE) {
            stream.await();
            return true;
        }
        return stream.await(Duration.ofNanos(Math.max(0, timeoutNanos)));
    }
}
