package io.headrace.acc;

import io.headrace.Device;
import io.headrace.Stream;
import io.headrace.Streams;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.signal.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A device's async queues: streams known by a number, with OpenACC's rules.
 *
 * <pre>{@code
 * AsyncQueues acc = AsyncQueues.of(device);
 * acc.queue(1).copy(hostX, x);
 * acc.queue(2).copy(hostY, y);
 * acc.queue(2).after(1).launch(Range.of(n), i -> y.set(i, a * x.get(i) + y.get(i))).copy(y, hostY);
 * acc.await(2);
 * }</pre>
 *
 * <p>A number is 0 or more, {@link #NOVAL} or {@link #SYNC}. Each number of 0 or more stands for one queue, made when the
 * number is first used and the same until the runtime closes. Numbers are cheap: all of them share the device's few hardware
 * queues, and one that is idle takes none. {@code NOVAL} stands for the calling thread's default queue; until the thread sets
 * one, that is {@link #DEFAULT_QUEUE}. Work on {@code SYNC} has ended when the call returns.
 *
 * <p>Only use makes a queue: {@link #queue(int)}, {@link #stream}, {@link #attach}, and being waited by in {@link #waitAsync}
 * or {@link #waitAllAsync}. Tests and waits take a number that was never used as done.
 *
 * <p>A number below {@code SYNC} is an {@link IllegalArgumentException}, and nothing has changed then. Once the runtime was
 * closed all calls throw {@link ClosedException}, but {@link #device()}; a queue that was got before says what became of its
 * work, as a stream does, and takes no more. Safe for use from any thread; lookups take no lock.
 */
public final class AsyncQueues {

    /** The number of work with no number: the calling thread's default queue. OpenACC's {@code acc_async_noval}. */
    public static final int NOVAL = -1;

    /** The number of work that has ended when the call returns. OpenACC's {@code acc_async_sync}. */
    public static final int SYNC = -2;

    /** The number of the queue that threads share which have set no default. */
    public static final int DEFAULT_QUEUE = Integer.MAX_VALUE - 1;

    private static final VarHandle QUEUE =
            MethodHandles.arrayElementVarHandle(NumberedQueue[].class).withInvokeExactBehavior();

    private static final NumberedQueue[] NONE = {};

    private static final int FOUND_BITS = 10;

    /** 2^32 divided by the golden ratio: numbers times this have highest bits that differ, whatever their distance is. */
    private static final int SPREAD = 0x9E3779B9;

    private final Device device;
    private final NumberTable<NumberedQueue> table;

    /** The table's part of the lowest numbers, read here without a detour; nothing once the runtime was closed. */
    private volatile @Nullable NumberedQueue[] lowest;

    /**
     * Some of the queues that were found in the table, each in the one place that its number has here: a shorter way to queues
     * of larger numbers. What a number stands for never changes, so nothing here is ever wrong; whoever is not here is in the
     * table. Others are put in place of these once the runtime was closed.
     */
    private volatile @Nullable NumberedQueue[] found = new NumberedQueue[1 << FOUND_BITS];

    /** The queue of {@link #DEFAULT_QUEUE}, once it was looked up, so that work with no number need not look in the table. */
    private volatile @Nullable NumberedQueue shared;

    private final SyncQueue sync;
    private final DefaultNumber defaults = new DefaultNumber(DEFAULT_QUEUE);

    AsyncQueues(Device device) {
        this.device = device;
        this.table = new NumberTable<>(number -> new NumberedQueue(this, number), NumberedQueue[]::new);
        this.lowest = table.lowest();
        this.sync = new SyncQueue(this);
    }

    /**
     * The async queues of a device, always the same object.
     *
     * @throws ClosedException if the runtime was closed
     */
    public static AsyncQueues of(Device device) {
        return device.companion(Kept.class, Kept::new).queues;
    }

    /** The device. */
    public Device device() {
        return device;
    }

    /**
     * What host memory is present on the device, always the same object.
     *
     * @throws io.headrace.error.OutOfDeviceMemoryException if there is not even room for nothing
     */
    public DataEnvironment data() {
        return device.companion(DataEnvironment.Kept.class, DataEnvironment.Kept::new)
                .data();
    }

    /** The calling thread's default queue; what stands for {@link #SYNC} if that is its default. */
    public AsyncQueue queue() {
        return queue(NOVAL);
    }

    /** The queue with a number, made if it was never used; what stands for {@link #SYNC} if the number is that. */
    public AsyncQueue queue(int number) {
        @Nullable NumberedQueue[] known = lowest;
        if (number >= 0 && number < known.length) {
            NumberedQueue queue = (NumberedQueue) QUEUE.getAcquire(known, number);
            if (queue != null) {
                return queue;
            }
        }
        return find(number);
    }

    private AsyncQueue find(int number) {
        @Nullable NumberedQueue[] known = found;
        if (number >= 0) {
            NumberedQueue queue = (NumberedQueue) QUEUE.getAcquire(known, placeAmongFound(number));
            if (queue != null && queue.number() == number) {
                return queue;
            }
        }
        return find(number, known);
    }

    private AsyncQueue find(int number, @Nullable NumberedQueue[] known) {
        int resolved = resolve(number);
        if (resolved == SYNC) {
            table.checkOpen();
            return sync;
        }
        if (resolved == DEFAULT_QUEUE) {
            NumberedQueue queue = shared;
            return queue != null ? queue : findShared();
        }
        if (resolved != number) {
            return queue(resolved);
        }
        NumberedQueue queue = table.get(number);
        int place = placeAmongFound(number);
        if ((NumberedQueue) QUEUE.getAcquire(known, place) == null) {
            // The first one stays, so that threads do not pull places from each other.
            QUEUE.setRelease(known, place, queue);
        }
        return queue;
    }

    private static int placeAmongFound(int number) {
        return number * SPREAD >>> -FOUND_BITS;
    }

    private NumberedQueue findShared() {
        NumberedQueue queue = table.get(DEFAULT_QUEUE);
        shared = queue;
        // After it was kept: either this sees that the runtime was closed, or the close sees what was kept.
        try {
            table.checkOpen();
        } catch (ClosedException e) {
            shared = null;
            throw e;
        }
        return queue;
    }

    /** All queues that were made. One that is made meanwhile may be missing. */
    public List<AsyncQueue> queues() {
        return new ArrayList<>(all());
    }

    /**
     * The stream of the queue with a number, made if it was never used; for what goes beyond the operations of
     * {@link AsyncQueue}. The queue may get another one when somebody attaches or closes one, so ask again each time.
     *
     * @throws IllegalStateException if the number is {@link #SYNC}, which has none
     */
    public Stream stream(int number) {
        return queue(number).stream();
    }

    /**
     * Puts a stream under a number. The queue stays the same object; what is enqueued on it from now on goes to this stream,
     * after what the queue holds now, and what others enqueue on the stream comes in between. Closing the stream detaches it: the
     * queue then has one of its own again, after what this one held.
     *
     * @throws IllegalArgumentException if the number is {@link #SYNC}, or the stream belongs to another device; nothing changed
     * @throws ClosedException if the stream was closed; nothing changed
     * @throws HeadraceException if the stream has failed and no wait has thrown that; nothing changed
     */
    public AsyncQueue attach(int number, Stream stream) {
        int resolved = resolve(number);
        checkOpen();
        Objects.requireNonNull(stream, "the stream to attach is null; closing an attached stream detaches it");
        if (resolved == SYNC) {
            throw new IllegalArgumentException(
                    "no stream can be attached to SYNC=" + SYNC + ", which has no queue: stream=" + stream.id());
        }
        if (stream.device() != device) {
            throw new IllegalArgumentException("the stream to attach belongs to another device: stream=" + stream.id()
                    + " streamDevice=" + stream.device().id() + " device=" + device.id());
        }
        if (stream.isClosed()) {
            throw new ClosedException("the stream to attach was closed: stream=" + stream.id() + " number=" + number);
        }
        if (table.find(resolved) == null) {
            // Before the number is made. A queue that is there says so itself, unless it has the stream already.
            NumberedQueue.throwIfFailed(stream);
        }
        NumberedQueue queue = table.get(resolved);
        queue.attach(stream);
        return queue;
    }

    /** The calling thread's default: what {@link #NOVAL} stands for. {@link #DEFAULT_QUEUE} until it sets one. */
    public int getDefault() {
        checkOpen();
        return defaults.get();
    }

    /**
     * Sets the calling thread's default on this device; no other thread has it, also none that this one starts. {@link #NOVAL}
     * sets back what it was at first; {@link #SYNC} makes work with no number synchronous. What a host call sets ends with it.
     */
    public void setDefault(int number) {
        check(number);
        checkOpen();
        defaults.set(number == NOVAL ? DEFAULT_QUEUE : number);
    }

    /**
     * Does something with another default of the calling thread, which then has the one that it had before, also if that throws.
     *
     * @param number like that of {@link #setDefault}
     * @throws X what the work throws
     */
    public <X extends Exception> void withDefault(int number, ScopedWork<X> work) throws X {
        int outer = defaults.get();
        setDefault(number);
        try {
            work.run();
        } finally {
            defaults.set(outer);
        }
    }

    /** Whether everything on a queue has ended, well or not. Never blocks and clears no failure. */
    public boolean test(int number) {
        NumberedQueue queue = used(number);
        return queue == null || queue.isDone();
    }

    /** Whether everything on all queues has ended, well or not. Never blocks and clears no failure. */
    public boolean testAll() {
        table.checkOpen();
        boolean[] allDone = {true};
        table.forEach(queue -> allDone[0] &= queue.isDone());
        return allDone[0];
    }

    /**
     * Waits until everything enqueued on a queue before this call has ended.
     *
     * @throws HeadraceException the failure of an operation, if one failed and no wait has thrown it
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public void await(int number) throws InterruptedException {
        NumberedQueue queue = used(number);
        if (queue != null) {
            queue.await();
        }
    }

    /**
     * Waits until everything enqueued on a queue before this call has ended, but no longer than a given time.
     *
     * @return {@code false} if the time ran out: not done yet, and nothing changed
     * @throws HeadraceException like {@link #await(int)}
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public boolean await(int number, Duration timeout) throws InterruptedException {
        NumberedQueue queue = used(number);
        return queue == null || queue.await(timeout);
    }

    /**
     * Waits until everything enqueued on all queues before this call has ended, also if some of it fails.
     *
     * @throws HeadraceException once, naming each queue that failed, with its failure as a suppressed exception; clears them
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public void awaitAll() throws InterruptedException {
        awaitAll(Long.MAX_VALUE);
    }

    /**
     * Waits until everything enqueued on all queues before this call has ended, but no longer than a given time.
     *
     * @return {@code false} if the time ran out: not done yet, and nothing changed
     * @throws HeadraceException like {@link #awaitAll()}
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public boolean awaitAll(Duration timeout) throws InterruptedException {
        return awaitAll(Waiter.nanos(timeout));
    }

    private boolean awaitAll(long timeoutNanos) throws InterruptedException {
        List<NumberedQueue> all = all();
        long start = timeoutNanos == Long.MAX_VALUE ? 0 : System.nanoTime();
        long left = timeoutNanos;
        for (NumberedQueue queue : all) {
            if (queue.isBehindOthers()) {
                if (!queue.awaitEarlier(left)) {
                    return false;
                }
                left = timeoutNanos == Long.MAX_VALUE ? left : timeoutNanos - (System.nanoTime() - start);
            }
        }
        return Streams.awaitAll(all, NumberedQueue::current, left);
    }

    /**
     * Waits until everything enqueued before this call on one of some queues has ended. Queues that were never used are done.
     *
     * @param numbers entries that are {@link #SYNC} are skipped, so that a caller can cross off those that were done
     * @return the index of the first entry that is done; -1 if all are skipped
     * @throws HeadraceException if that one failed, with its failure as the cause; clears that
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public int awaitAny(int... numbers) throws InterruptedException {
        return awaitAny(Long.MAX_VALUE, numbers);
    }

    /**
     * Like {@link #awaitAny(int...)}, but waits no longer than a given time.
     *
     * @return the index; -1 if the time ran out (nothing changed), or all entries are skipped
     * @throws HeadraceException if that one failed, with its failure as the cause; clears that
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public int awaitAny(Duration timeout, int... numbers) throws InterruptedException {
        return awaitAny(Waiter.nanos(timeout), numbers);
    }

    private int awaitAny(long timeoutNanos, int... numbers) throws InterruptedException {
        check(numbers);
        checkOpen();
        List<NumberedQueue> queues = new ArrayList<>(numbers.length);
        List<Integer> indices = new ArrayList<>(numbers.length);
        int unused = -1;
        for (int i = 0; i < numbers.length && unused < 0; i++) {
            int resolved = resolve(numbers[i]);
            if (resolved == SYNC) {
                continue;
            }
            NumberedQueue queue = table.find(resolved);
            if (queue == null) {
                unused = i;
            } else {
                queues.add(queue);
                indices.add(i);
            }
        }
        // One that was never used is done; but one in front of it may be done too.
        int first = Streams.awaitAny(
                queues, NumberedQueue::current, NumberedQueue::earlierOnes, unused < 0 ? timeoutNanos : 0);
        return first < 0 ? unused : indices.get(first);
    }

    /**
     * Lets what is enqueued on one queue from now on wait for what another holds now. If both are the same, or the other one
     * was never used, nothing is done and nothing made. Never blocks; but if {@code onto} is {@link #SYNC} the caller waits, like
     * in {@link #await(int)}, and an interrupt is a {@link HeadraceException} with the thread still interrupted.
     *
     * @param from the queue that is waited for
     * @param onto the queue that waits
     */
    public void waitAsync(int from, int onto) {
        check(onto);
        NumberedQueue source = used(from);
        if (source != null && source.number() != resolve(onto)) {
            queue(onto).after(source);
        }
    }

    /**
     * Lets what is enqueued on a queue from now on wait for what all others hold now. Never blocks; but if the queue is
     * {@link #SYNC} the caller waits, like in {@link #awaitAll()}, and an interrupt is a {@link HeadraceException} with the
     * thread still interrupted. Looks at each queue, which costs some nanoseconds for each that rests, and some ten if their
     * numbers are far apart.
     *
     * @param onto the queue that waits
     */
    public void waitAllAsync(int onto) {
        AsyncQueue waiting = queue(onto);
        if (waiting instanceof NumberedQueue numbered) {
            table.forEachChunk((queues, taken) -> waitForAll(numbered, queues, taken));
        } else {
            try {
                awaitAll();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new HeadraceException(
                        "the thread was interrupted while it waited for all queues, which go on", e);
            }
        }
    }

    /** A loop without a call that is made for others too: that would take as long again as what it does for a queue that rests. */
    private static void waitForAll(NumberedQueue waiting, @Nullable NumberedQueue[] queues, int taken) {
        if (taken == NumberTable.ALL) {
            for (int place = 0; place < queues.length; place++) {
                waitFor(waiting, queues, place);
            }
        } else {
            for (int left = taken; left != 0; left &= left - 1) {
                waitFor(waiting, queues, Integer.numberOfTrailingZeros(left));
            }
        }
    }

    private static void waitFor(NumberedQueue waiting, @Nullable NumberedQueue[] queues, int place) {
        NumberedQueue queue = (NumberedQueue) QUEUE.getAcquire(queues, place);
        if (queue != null) {
            waiting.after(queue);
        }
    }

    @Override
    public String toString() {
        return "AsyncQueues[device=" + device.id() + "]";
    }

    /** The queues of a wait list that were used. */
    List<NumberedQueue> inWaitList(int... numbers) {
        check(numbers);
        List<NumberedQueue> queues = new ArrayList<>(numbers.length);
        for (int number : numbers) {
            NumberedQueue queue = used(number);
            if (queue != null) {
                queues.add(queue);
            }
        }
        return queues;
    }

    private @Nullable NumberedQueue used(int number) {
        int resolved = resolve(number);
        table.checkOpen();
        return resolved == SYNC ? null : table.find(resolved);
    }

    private List<NumberedQueue> all() {
        table.checkOpen();
        List<NumberedQueue> queues = new ArrayList<>();
        table.forEach(queues::add);
        return queues;
    }

    /** A number of 0 or more, or {@link #SYNC}. */
    private int resolve(int number) {
        check(number);
        return number == NOVAL ? defaults.get() : number;
    }

    /**
     * Checks numbers before anything is done with them.
     *
     * @throws IllegalArgumentException if one is below {@link #SYNC}
     */
    void checkNumbers(int... numbers) {
        check(numbers);
    }

    /**
     * Checks that queues can be used.
     *
     * @throws ClosedException if the runtime was closed
     */
    void checkOpen() {
        table.checkOpen();
    }

    private static void check(int... numbers) {
        for (int number : numbers) {
            check(number);
        }
    }

    private static void check(int number) {
        if (number < SYNC) {
            throw new IllegalArgumentException(
                    "an async number is 0 or more, NOVAL=" + NOVAL + " or SYNC=" + SYNC + ": number=" + number);
        }
    }

    /** What the device keeps, so that users of this class see no close of it. */
    private static final class Kept implements AutoCloseable {

        private final AsyncQueues queues;

        Kept(Device device) {
            this.queues = new AsyncQueues(device);
        }

        /** The runtime ends: says once which queues failed without anybody having waited for them. */
        @Override
        public void close() {
            queues.table.seal();
            queues.lowest = NONE;
            queues.shared = null;
            queues.found = new NumberedQueue[1 << FOUND_BITS];
            List<NumberedQueue> ended = new ArrayList<>();
            queues.table.forEach(queue -> {
                if (queue.isDone()) {
                    ended.add(queue);
                }
            });
            try {
                Streams.awaitAll(ended, NumberedQueue::current, 0);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
