package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.error.HeadraceTimeoutException;
import io.headrace.error.OperationCancelledException;
import io.headrace.kernel.GroupKernel;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Kernel2D;
import io.headrace.kernel.Kernel3D;
import io.headrace.kernel.LaunchOptions;
import io.headrace.kernel.NativeCall;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.signal.Waiter;
import io.headrace.spi.Command;
import io.headrace.trace.OperationKind;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of operations that run one after the other, in the order in which they were enqueued.
 *
 * <p>A stream is cheap: it is bound to one of the device's few hardware queues only while something of it is submitted and
 * unfinished. Make as many as there are independent pieces of work. Different streams run in no order, but for events and
 * signals that they wait for.
 *
 * <p>Every call that enqueues returns at once, usually; if the queue's ring is full or the stream holds
 * {@code HEADRACE_MAX_PENDING} operations, it waits for room: until a quarter of the ring, at most 128 slots, is free, so that
 * it is not woken for each slot. If the thread is interrupted meanwhile, it throws a
 * {@link HeadraceException} with nothing queued and the thread still interrupted; on a stream made with a timeout it throws
 * {@link HeadraceTimeoutException} when that has passed.
 *
 * <p><b>Failure.</b> An operation that fails takes with it those behind it in its stream, and those of other streams that wait
 * for an event recorded behind it; they do not run. Each wait for the stream that is in progress throws the failure, and so
 * does the first wait that begins later, which clears it. What was enqueued before the failure was cleared fails with it;
 * what is enqueued later runs.
 *
 * <p>Safe for use from any thread; each call is one atomic step in the stream's order.
 */
public final class Stream extends Operations<Stream> implements AutoCloseable {

    private final StreamOrder order;

    private final StreamOptions options;

    Stream(Device device, long id, StreamOptions options) {
        super(device);
        this.options = options;
        Lane lane = options.exclusive()
                ? device.lanes().takeExclusive()
                : device.lanes().of(options.priority());
        this.order = new StreamOrder(device, id, lane, options.profiled());
    }

    /** The stream's number, which no other stream of this process has or had. */
    public long id() {
        return order.id();
    }

    /** Like {@link #launch(Range, Kernel1D)}, but instead of waiting for room gives {@code false} with nothing queued. */
    public boolean offerLaunch(Range range, Kernel1D kernel) {
        return offer(launch(device(), range, kernel));
    }

    /** Like {@link #launch(Range, Kernel2D)}, but instead of waiting for room gives {@code false} with nothing queued. */
    public boolean offerLaunch(Range range, Kernel2D kernel) {
        return offer(launch(device(), range, kernel));
    }

    /** Like {@link #launch(Range, Kernel3D)}, but instead of waiting for room gives {@code false} with nothing queued. */
    public boolean offerLaunch(Range range, Kernel3D kernel) {
        return offer(launch(device(), range, kernel));
    }

    /** Like {@link #launch(GroupedRange, GroupKernel)}, but instead of waiting for room gives {@code false}. */
    public boolean offerLaunch(GroupedRange range, GroupKernel kernel) {
        return offer(launch(device(), range, kernel));
    }

    /** Like {@link #launch(Kernel, Range, Object...)}, but instead of waiting for room gives {@code false} with nothing queued. */
    public boolean offerLaunch(Kernel kernel, Range range, Object... arguments) {
        return offer(launch(device(), kernel, range, null, LaunchOptions.defaults(), arguments));
    }

    /** Like {@link #launch(Kernel, GroupedRange, Object...)}, but instead of waiting for room gives {@code false}. */
    public boolean offerLaunch(Kernel kernel, GroupedRange range, Object... arguments) {
        return offer(launch(device(), kernel, range.items(), range, LaunchOptions.defaults(), arguments));
    }

    private boolean offer(@Nullable Operation operation) {
        if (operation == null) {
            order.checkOpen();
            return true;
        }
        return submit(operation.step(order), false);
    }

    /**
     * Enqueues all operations of a recording as one unit: nothing else that is enqueued on this stream comes between them, and
     * the first that fails takes the others with it. Counts as one operation against {@code HEADRACE_MAX_PENDING}.
     *
     * @throws IllegalArgumentException if the recording belongs to another device
     * @throws ClosedException if a buffer that it uses was closed; nothing was queued
     */
    public Stream replay(Recording recording) {
        replay(recording, true);
        return this;
    }

    /** Like {@link #replay}, but instead of waiting for room gives {@code false} with nothing queued. */
    public boolean offerReplay(Recording recording) {
        return replay(recording, false);
    }

    /**
     * Enqueues operations as one unit if there is room at once, else gives {@code false} with nothing queued. They are
     * recorded first, with a {@link Recorder}'s terms.
     */
    public boolean offer(Consumer<Recorder> operations) {
        return offerReplay(device().record(operations));
    }

    private boolean replay(Recording recording, boolean waits) {
        checkDevice("recording", recording.device());
        List<Operation> parts = recording.parts();
        if (parts.isEmpty()) {
            order.checkOpen();
            return true;
        }
        return submit(Operation.steps(parts, order), waits);
    }

    /**
     * Enqueues adding up a view into a view of one element. Sums of fixed blocks of the view are added pairwise, so that the
     * result is the same bit for bit however many threads the device has. Floats are added as doubles and rounded once. The sum
     * of nothing is 0. The result may be an element of {@code x}.
     *
     * @throws IllegalArgumentException if the result does not have 1 element, or belongs to another device
     * @throws io.headrace.error.UnsupportedFeatureException if the device does not run Java kernels
     */
    public Stream sum(F32 x, F32 result) {
        return reduce(
                FloatReduction.of(Reduction.Kind.SUM, x, sum -> result.set(0, (float) sum)),
                x,
                result,
                result.length());
    }

    /** Enqueues adding up a view; the terms are those of {@link #sum(F32, F32)}. */
    public Stream sum(F64 x, F64 result) {
        return reduce(FloatReduction.of(Reduction.Kind.SUM, x, sum -> result.set(0, sum)), x, result, result.length());
    }

    /** Enqueues adding up a view as 64-bit integers, so that no view of fewer than 2^32 elements overflows; else like {@link #sum(F32, F32)}. */
    public Stream sum(I32 x, I64 result) {
        return reduce(
                IntegerReduction.of(Reduction.Kind.SUM, x, sum -> result.set(0, sum)), x, result, result.length());
    }

    /** Enqueues adding up a view; overflow wraps. Else the terms are those of {@link #sum(F32, F32)}. */
    public Stream sum(I64 x, I64 result) {
        return reduce(
                IntegerReduction.of(Reduction.Kind.SUM, x, sum -> result.set(0, sum)), x, result, result.length());
    }

    /**
     * Enqueues finding the smallest element by {@link Math#min(float, float)}: NaN if there is one, and -0.0 is less than 0.0.
     * That of nothing is positive infinity. Else the terms are those of {@link #sum(F32, F32)}.
     */
    public Stream min(F32 x, F32 result) {
        return reduce(
                FloatReduction.of(Reduction.Kind.MIN, x, min -> result.set(0, (float) min)),
                x,
                result,
                result.length());
    }

    /** Enqueues finding the smallest element; the terms are those of {@link #min(F32, F32)}. */
    public Stream min(F64 x, F64 result) {
        return reduce(FloatReduction.of(Reduction.Kind.MIN, x, min -> result.set(0, min)), x, result, result.length());
    }

    /** Enqueues finding the smallest element; that of nothing is {@link Integer#MAX_VALUE}. Else like {@link #sum(F32, F32)}. */
    public Stream min(I32 x, I32 result) {
        return reduce(
                IntegerReduction.of(Reduction.Kind.MIN, x, min -> result.set(0, (int) min)),
                x,
                result,
                result.length());
    }

    /** Enqueues finding the smallest element; that of nothing is {@link Long#MAX_VALUE}. Else like {@link #sum(F32, F32)}. */
    public Stream min(I64 x, I64 result) {
        return reduce(
                IntegerReduction.of(Reduction.Kind.MIN, x, min -> result.set(0, min)), x, result, result.length());
    }

    /**
     * Enqueues finding the largest element by {@link Math#max(float, float)}: NaN if there is one, and -0.0 is less than 0.0.
     * That of nothing is negative infinity. Else the terms are those of {@link #sum(F32, F32)}.
     */
    public Stream max(F32 x, F32 result) {
        return reduce(
                FloatReduction.of(Reduction.Kind.MAX, x, max -> result.set(0, (float) max)),
                x,
                result,
                result.length());
    }

    /** Enqueues finding the largest element; the terms are those of {@link #max(F32, F32)}. */
    public Stream max(F64 x, F64 result) {
        return reduce(FloatReduction.of(Reduction.Kind.MAX, x, max -> result.set(0, max)), x, result, result.length());
    }

    /** Enqueues finding the largest element; that of nothing is {@link Integer#MIN_VALUE}. Else like {@link #sum(F32, F32)}. */
    public Stream max(I32 x, I32 result) {
        return reduce(
                IntegerReduction.of(Reduction.Kind.MAX, x, max -> result.set(0, (int) max)),
                x,
                result,
                result.length());
    }

    /** Enqueues finding the largest element; that of nothing is {@link Long#MIN_VALUE}. Else like {@link #sum(F32, F32)}. */
    public Stream max(I64 x, I64 result) {
        return reduce(
                IntegerReduction.of(Reduction.Kind.MAX, x, max -> result.set(0, max)), x, result, result.length());
    }

    private Stream reduce(Reduction reduction, Buffer x, Buffer result, long results) {
        if (results != 1) {
            throw new IllegalArgumentException(
                    "the result of a reduction is a view of 1 element: length=" + results + "; take elements(i, 1)");
        }
        checkDevice("buffer", x.device());
        checkDevice("buffer", result.device());
        Command command = new Command.Launch(device().prepare(reduction), reduction, reduction.range());
        return add(Operation.of(
                OperationKind.KERNEL, reduction.name(), command, List.of(x.allocation(), result.allocation())));
    }

    /**
     * Enqueues a call of host code, on a thread of its own, never on a queue's. It may block, poll and use the library, other
     * streams included, but not wait for this stream. What it throws fails it. On a device that runs everything inline it has
     * run when this returns, unless the stream holds something.
     */
    public Stream hostCall(HostCall call) {
        submit(HostStep.of(order, Objects.requireNonNull(call, "call")));
        return this;
    }

    /** Like {@link #hostCall}, but instead of waiting for room gives {@code false} with nothing queued. */
    public boolean offerHostCall(HostCall call) {
        boolean taken = order.tryEnqueue(HostStep.of(order, Objects.requireNonNull(call, "call"))) == null;
        runInline();
        return taken;
    }

    private void runInline() {
        if (device().runsInline()) {
            HostStep.runThoseLeftToCaller();
        }
    }

    /**
     * Enqueues a call of code that works with the device's native queue, such as a native library that enqueues there. What it
     * enqueues comes in the stream's order. On the host device, which has no native queue, the code does its work itself, on
     * the queue's thread like a kernel. It must not wait for a stream; what it throws fails this one.
     */
    public Stream nativeCall(NativeCall call) {
        Command command = new Command.Native(Objects.requireNonNull(call, "call"));
        return add(Operation.of(OperationKind.NATIVE_CALL, call.getClass(), command, List.of()));
    }

    /**
     * Records an event behind everything enqueued so far. It needs no packet.
     *
     * @throws IllegalArgumentException if the event belongs to another device
     */
    public Stream record(Event event) {
        checkDevice("event", event.device());
        order.record(event);
        return this;
    }

    /**
     * Lets what is enqueued from now on wait for an event: for the record that was made last before this call. An event that
     * was never recorded, or is done, costs nothing; one that failed fails what is enqueued from now on. Never blocks.
     */
    public Stream waitFor(Event event) {
        EventRecord record = event.latest();
        boolean inOrderAnyway = record != null && record.order() == order && record.failure() == null;
        if (record == null || inOrderAnyway) {
            order.checkOpen();
        } else {
            order.enqueue(new WaitStep.ForEvent(record));
        }
        return this;
    }

    /**
     * Lets what is enqueued from now on wait for everything that another stream holds now, of this device or another. It costs
     * nothing if that has ended; if it failed, and no wait has thrown that, what is enqueued from now on fails too. The other
     * stream may be closed. Never blocks.
     *
     * @throws IllegalArgumentException if the other stream is one of a runtime that was closed before this one was opened
     */
    public Stream waitFor(Stream other) {
        if (other.device().runtime() != device().runtime()) {
            throw new IllegalArgumentException("the stream to wait for belongs to a runtime that was closed: stream="
                    + other.id() + " waitedForBy=" + id());
        }
        EventRecord record = other.order == order ? null : other.order.end();
        if (record == null) {
            order.checkOpen();
        } else {
            order.enqueue(new WaitStep.ForEvent(record));
        }
        return this;
    }

    /**
     * Lets what is enqueued from now on wait until a signal's value meets a condition, once everything enqueued before has
     * ended. It is enough that the condition holds once. The wait is on the host side and holds up no other stream. If the
     * signal is closed meanwhile, the stream fails. Never blocks.
     *
     * @throws io.headrace.error.InvalidSignalException if the signal was closed
     */
    public Stream waitFor(Signal signal, Condition condition, long value) {
        order.enqueue(new WaitStep.ForSignal(signal, condition, value));
        return this;
    }

    /**
     * Sets a signal once everything enqueued so far has ended well. It needs no packet. The signal may be closed before: it
     * stays usable for this. Never blocks.
     *
     * <p>On a stream made with {@link StreamOptions#withProfiling} the signal also gets the times of the last launch, copy or
     * fill before it, as {@link Signal#dispatchTimes} and {@link Signal#copyTimes} give them, on the host's clock
     * ({@link io.headrace.signal.DeviceClock#host}); it has them when its value is set. If there was none, it has no times then.
     *
     * @throws io.headrace.error.InvalidSignalException if the signal was closed
     */
    public Stream set(Signal signal, long value) {
        signal.retain();
        try {
            order.append(target -> new SignalSetting(order.timeline(), target, signal, value, lastTimes()));
        } catch (RuntimeException e) {
            signal.release();
            throw e;
        }
        return this;
    }

    /**
     * Waits until everything enqueued before this call has ended.
     *
     * @throws HeadraceException the failure of an operation, if one failed and no wait that began later has thrown it
     * @throws IllegalStateException if called by a kernel, or by a host call of this stream or of one that it waits for
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public void await() throws InterruptedException {
        await(Long.MAX_VALUE);
    }

    /**
     * Waits until everything enqueued before this call has ended, but no longer than a given time.
     *
     * @return {@code false} if the time ran out: not done yet, and nothing changed
     * @throws HeadraceException like {@link #await()}
     * @throws IllegalStateException if called by a kernel, or by a host call of this stream or of one that it waits for
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public boolean await(Duration timeout) throws InterruptedException {
        return await(Waiter.nanos(timeout));
    }

    private boolean await(long timeoutNanos) throws InterruptedException {
        StreamWait wait = StreamWait.begin(order);
        if (wait == null) {
            return true;
        }
        if (!wait.await(timeoutNanos)) {
            return false;
        }
        HeadraceException failure = wait.takeFailure();
        if (failure != null) {
            throw failure;
        }
        return true;
    }

    /** Whether everything enqueued has ended, well or not. Never blocks and clears no failure. */
    public boolean isDone() {
        return order.isSeenToHavePassed(order.enqueued());
    }

    /**
     * Whether everything enqueued has ended, and no failure is left for a wait to throw: who waited for this stream now would
     * not notice. Never blocks.
     */
    public boolean isAtRest() {
        return order.isAtRest();
    }

    /**
     * Whether an operation has failed and no wait has thrown that yet: what is enqueued meanwhile fails with it. Never blocks
     * and clears no failure.
     */
    public boolean hasFailed() {
        order.isSeenToHavePassed(order.enqueued());
        Failure failure = order.timeline().failure();
        return failure != null && !failure.isCleared();
    }

    /**
     * A future of everything enqueued so far. It fails with the stream's failure, which it does not clear; cancelling it
     * cancels the future alone. What depends on it runs on a virtual thread unless it names an executor.
     */
    public CompletableFuture<Void> whenDone() {
        StreamFuture future = new StreamFuture();
        order.watch(target -> new Tail(order.timeline(), target) {
            @Override
            void passed() {
                future.settle(null);
            }

            @Override
            void failed(HeadraceException cause) {
                future.settle(cause);
            }
        });
        return future;
    }

    /**
     * Gives up what the stream still holds on the host side: it does not run, and those who wait get an
     * {@link OperationCancelledException} by the rules of a failure. What a device has runs to its end, as does a host call
     * that has begun.
     */
    public void cancel() {
        order.cancel(new OperationCancelledException("the stream was cancelled: stream=" + id()));
    }

    /**
     * How the last copy or fill went that has ended; empty if there was none, or the stream is not profiled
     * ({@link StreamOptions#withProfiling}). Of copies that travelled as one packet of a recording it is the last one, with the
     * packet's times. Never blocks.
     */
    public Optional<CopyRecord> lastCopy() {
        StreamProfile profile = order.profile();
        return profile == null ? Optional.empty() : Optional.ofNullable(profile.lastCopy());
    }

    /** The index of the hardware queue the stream is bound to at this moment; -1 if there is none. */
    public int queueIndex() {
        return order.queueIndex();
    }

    /** Whether the stream was closed. */
    public boolean isClosed() {
        return order.isClosed();
    }

    /**
     * Closes the stream: nothing more can be enqueued. Returns at once; what was enqueued goes on to its end and can still be
     * waited for. Closing again has no effect.
     */
    @Override
    public void close() {
        if (order.close() && options.exclusive() && order.lane() instanceof Lane.Single queue) {
            whenEnded(() -> device().lanes().giveBackExclusive(queue));
        }
    }

    /** Calls back once everything enqueued has ended, well or not; on a thread of the library or this one. */
    private void whenEnded(Runnable told) {
        order.watch(target -> new Tail(order.timeline(), target) {
            @Override
            void passed() {
                told.run();
            }

            @Override
            void failed(HeadraceException cause) {
                told.run();
            }
        });
    }

    @Override
    public String toString() {
        return "Stream[id=" + id() + " device=" + device().id() + (isClosed() ? " closed]" : "]");
    }

    StreamOrder order() {
        return order;
    }

    @Override
    Stream add(Operation operation) {
        CopyTask task = operation.task();
        if (task == null) {
            submit(operation.step(order), true);
        } else {
            submit(HostStep.of(order, task, Resources.retain(operation.buffers(), operation.host())));
        }
        return this;
    }

    /** When the last operation ran; {@code null} if the stream is not profiled. Called under the order's monitor. */
    private @Nullable StepTimes lastTimes() {
        StreamProfile profile = order.profile();
        return profile == null ? null : profile.lastTimes();
    }

    private Room room() {
        Duration timeout = options.timeout();
        return new Room(order, timeout == null ? Long.MAX_VALUE : Waiter.nanos(timeout));
    }

    private void submit(HostStep step) {
        boolean taken = false;
        try {
            Obstacle obstacle = order.tryEnqueue(step);
            if (obstacle != null) {
                room().enqueue(step, obstacle);
            }
            taken = true;
        } finally {
            if (!taken) {
                step.abandon();
            }
        }
        runInline();
    }

    @Override
    Stream addNothing() {
        order.checkOpen();
        return this;
    }

    @Override
    HostMemory source(MemorySegment memory, long pitch, Rows rows) {
        return HostMemory.source(memory, pitch, rows, device());
    }

    @Override
    HostMemory destination(MemorySegment memory, long pitch, Rows rows) {
        return HostMemory.destination(memory, pitch, rows, device());
    }

    /** Enqueues a step and those behind it of the same unit, as soon as there is room for the first one; or nothing. */
    private boolean submit(LaneStep first, boolean waits) {
        boolean taken = false;
        try {
            Obstacle obstacle = order.tryEnqueue(first, null);
            taken = obstacle == null || room().enqueue(first, obstacle, waits);
        } finally {
            if (!taken) {
                first.abandonUnit();
            }
        }
        return taken;
    }
}
