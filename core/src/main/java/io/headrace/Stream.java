package io.headrace;

import io.headrace.copy.Direction;
import io.headrace.error.HeadraceException;
import io.headrace.error.HeadraceTimeoutException;
import io.headrace.error.OperationCancelledException;
import io.headrace.kernel.GroupKernel;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Kernel2D;
import io.headrace.kernel.Kernel3D;
import io.headrace.kernel.Range;
import io.headrace.memory.NativeMemory;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.signal.Waiter;
import io.headrace.spi.Command;
import io.headrace.spi.Region;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of operations that run one after the other, in the order in which they were enqueued.
 *
 * <p>A stream is cheap: it is bound to one of the device's few hardware queues only while something of it is submitted and
 * unfinished. Make as many as there are independent pieces of work. Different streams run in no order, but for events and
 * signals that they wait for.
 *
 * <p>Every call that enqueues returns at once, usually; if the queue's ring is full or the stream holds
 * {@code HEADRACE_MAX_PENDING} operations, it waits for room. If the thread is interrupted meanwhile, it throws a
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
public final class Stream implements AutoCloseable {

    private final Device device;
    private final StreamOrder order;
    private final long roomNanos;

    Stream(Device device, long id, StreamOptions options) {
        this.device = device;
        this.order = new StreamOrder(device, id);
        Duration timeout = options.timeout();
        this.roomNanos = timeout == null ? Long.MAX_VALUE : Waiter.nanos(timeout);
    }

    /** The stream's number, which no other stream of this process has or had. */
    public long id() {
        return order.id();
    }

    /** The device the stream belongs to. */
    public Device device() {
        return device;
    }

    /**
     * Enqueues a Java kernel, run once for each item. An empty range does nothing, in order.
     *
     * @throws IllegalArgumentException if the range does not have 1 dimension
     * @throws io.headrace.error.UnsupportedFeatureException if the device does not run Java kernels
     */
    public Stream launch(Range range, Kernel1D kernel) {
        launch(range, kernel, true);
        return this;
    }

    /**
     * Enqueues a Java kernel over 2 dimensions; else like {@link #launch(Range, Kernel1D)}.
     *
     * @throws IllegalArgumentException if the range does not have 2 dimensions
     */
    public Stream launch(Range range, Kernel2D kernel) {
        launch(range, kernel, true);
        return this;
    }

    /**
     * Enqueues a Java kernel over 3 dimensions; else like {@link #launch(Range, Kernel1D)}.
     *
     * @throws IllegalArgumentException if the range does not have 3 dimensions
     */
    public Stream launch(Range range, Kernel3D kernel) {
        launch(range, kernel, true);
        return this;
    }

    /** Like {@link #launch(Range, Kernel1D)}, but instead of waiting for room gives {@code false} with nothing queued. */
    public boolean offerLaunch(Range range, Kernel1D kernel) {
        return launch(range, kernel, false);
    }

    /** Like {@link #launch(Range, Kernel2D)}, but instead of waiting for room gives {@code false} with nothing queued. */
    public boolean offerLaunch(Range range, Kernel2D kernel) {
        return launch(range, kernel, false);
    }

    /** Like {@link #launch(Range, Kernel3D)}, but instead of waiting for room gives {@code false} with nothing queued. */
    public boolean offerLaunch(Range range, Kernel3D kernel) {
        return launch(range, kernel, false);
    }

    /**
     * Enqueues a Java kernel that runs once for each group of items, in phases. An empty range does nothing, in order.
     *
     * @throws io.headrace.error.UnsupportedFeatureException if the device does not run such kernels
     */
    public Stream launch(GroupedRange range, GroupKernel kernel) {
        launch(range, kernel, true);
        return this;
    }

    /** Like {@link #launch(GroupedRange, GroupKernel)}, but instead of waiting for room gives {@code false}. */
    public boolean offerLaunch(GroupedRange range, GroupKernel kernel) {
        return launch(range, kernel, false);
    }

    private boolean launch(GroupedRange range, GroupKernel kernel, boolean waits) {
        Range items = range.items();
        return launch(new Command.Launch(device.prepare(kernel), kernel, items, range), null, waits);
    }

    private boolean launch(Range range, JavaKernel kernel, boolean waits) {
        if (range.dimensions() != kernel.dimensions()) {
            throw new IllegalArgumentException("the range must have as many dimensions as the kernel: range="
                    + range.dimensions() + " kernel=" + kernel.dimensions());
        }
        return launch(new Command.Launch(device.prepare(kernel), kernel, range), null, waits);
    }

    private boolean launch(Command.Launch command, @Nullable Resources resources, boolean waits) {
        if (command.range().isEmpty()) {
            order.checkOpen();
            return true;
        }
        return submit(new LaneStep(order, command, LaneStep.COMPUTE, resources), waits);
    }

    /**
     * Enqueues a copy from host memory into a buffer. The host memory must not change until the copy has ended; memory of a
     * confined arena is read before this call returns, up to {@code HEADRACE_MAX_STAGED_BYTES}. If a shared arena is closed
     * before the copy has ended, the copy fails.
     *
     * @throws IllegalArgumentException if the sizes in bytes differ: take slices
     */
    public Stream copy(MemorySegment from, Buffer to) {
        checkSizes(from.byteSize(), to.bytes());
        if (to.bytes() == 0) {
            return nothing(to);
        }
        HostMemory source = HostMemory.source(from, device.limits().maxStagedBytes());
        return copy(source.region(), to.region(), to.bytes(), Direction.HOST_TO_DEVICE, to, null, source.staging());
    }

    /**
     * Enqueues a copy from a buffer into host memory, which must not be read or written until the copy has ended.
     *
     * @throws IllegalArgumentException if the sizes in bytes differ (take slices), or the memory is read-only
     * @throws io.headrace.error.UnsupportedFeatureException if the memory belongs to a confined arena
     */
    public Stream copy(Buffer from, MemorySegment to) {
        checkSizes(from.bytes(), to.byteSize());
        if (from.bytes() == 0) {
            return nothing(from);
        }
        HostMemory destination = HostMemory.destination(to);
        return copy(from.region(), destination.region(), from.bytes(), Direction.DEVICE_TO_HOST, from, null, null);
    }

    /**
     * Enqueues a copy between buffers of this stream's device. They may overlap: the result is that of reading the source in
     * full first.
     *
     * @throws IllegalArgumentException if the sizes in bytes differ: take slices
     */
    public Stream copy(Buffer from, Buffer to) {
        checkSizes(from.bytes(), to.bytes());
        if (from.bytes() == 0) {
            return nothing(from).nothing(to);
        }
        return copy(from.region(), to.region(), from.bytes(), Direction.DEVICE_TO_DEVICE, from, to, null);
    }

    /**
     * Enqueues a copy within host memory, in the stream's order; the terms are those of the copies from and to buffers.
     *
     * @throws IllegalArgumentException if the sizes in bytes differ: take slices
     */
    public Stream copy(MemorySegment from, MemorySegment to) {
        checkSizes(from.byteSize(), to.byteSize());
        if (from.byteSize() == 0) {
            order.checkOpen();
            return this;
        }
        HostMemory destination = HostMemory.destination(to);
        HostMemory source = HostMemory.source(from, device.limits().maxStagedBytes());
        return copy(
                source.region(),
                destination.region(),
                from.byteSize(),
                Direction.HOST_TO_HOST,
                null,
                null,
                source.staging());
    }

    /** Enqueues a copy of a whole array, which must not change until the copy has ended, into a view of the same length. */
    public Stream copy(float[] from, F32 to) {
        return copy(MemorySegment.ofArray(from), to);
    }

    /** Enqueues a copy of a whole view into an array of the same length, to be left alone until the copy has ended. */
    public Stream copy(F32 from, float[] to) {
        return copy(from, MemorySegment.ofArray(to));
    }

    /** Enqueues a copy of a whole array, which must not change until the copy has ended, into a view of the same length. */
    public Stream copy(double[] from, F64 to) {
        return copy(MemorySegment.ofArray(from), to);
    }

    /** Enqueues a copy of a whole view into an array of the same length, to be left alone until the copy has ended. */
    public Stream copy(F64 from, double[] to) {
        return copy(from, MemorySegment.ofArray(to));
    }

    /** Enqueues a copy of a whole array, which must not change until the copy has ended, into a view of the same length. */
    public Stream copy(int[] from, I32 to) {
        return copy(MemorySegment.ofArray(from), to);
    }

    /** Enqueues a copy of a whole view into an array of the same length, to be left alone until the copy has ended. */
    public Stream copy(I32 from, int[] to) {
        return copy(from, MemorySegment.ofArray(to));
    }

    /** Enqueues a copy of a whole array, which must not change until the copy has ended, into a view of the same length. */
    public Stream copy(long[] from, I64 to) {
        return copy(MemorySegment.ofArray(from), to);
    }

    /** Enqueues a copy of a whole view into an array of the same length, to be left alone until the copy has ended. */
    public Stream copy(I64 from, long[] to) {
        return copy(from, MemorySegment.ofArray(to));
    }

    /** Enqueues a copy of a whole array, which must not change until the copy has ended, into a view of the same length. */
    public Stream copy(byte[] from, U8 to) {
        return copy(MemorySegment.ofArray(from), to);
    }

    /** Enqueues a copy of a whole view into an array of the same length, to be left alone until the copy has ended. */
    public Stream copy(U8 from, byte[] to) {
        return copy(from, MemorySegment.ofArray(to));
    }

    /** Enqueues setting every byte of a buffer. */
    public Stream fill(Buffer buffer, byte value) {
        return fill(buffer, value, Byte.BYTES);
    }

    /** Enqueues setting every element of a view. */
    public Stream fill(F32 view, float value) {
        return fill(view, Float.floatToRawIntBits(value), Float.BYTES);
    }

    /** Enqueues setting every element of a view. */
    public Stream fill(F64 view, double value) {
        return fill(view, Double.doubleToRawLongBits(value), Double.BYTES);
    }

    /** Enqueues setting every element of a view. */
    public Stream fill(I32 view, int value) {
        return fill(view, value, Integer.BYTES);
    }

    /** Enqueues setting every element of a view. */
    public Stream fill(I64 view, long value) {
        return fill(view, value, Long.BYTES);
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
        Command.Launch command = new Command.Launch(device.prepare(reduction), reduction, reduction.range());
        launch(command, Resources.retain(x.allocation(), result.allocation(), null), true);
        return this;
    }

    /**
     * Enqueues a call of host code, on a virtual thread of its own, never on a queue's. It may block and use the library,
     * other streams included, but not wait for this stream. What it throws fails it.
     */
    public Stream hostCall(HostCall call) {
        HostStep step = new HostStep(order, Objects.requireNonNull(call, "call"));
        Obstacle obstacle = order.tryEnqueue(step);
        if (obstacle != null) {
            new Room(order, roomNanos).enqueue(step, obstacle);
        }
        return this;
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
     * @throws io.headrace.error.InvalidSignalException if the signal was closed
     */
    public Stream set(Signal signal, long value) {
        signal.retain();
        try {
            order.append(target -> new SignalSetting(order.timeline(), target, signal, value));
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
     * @throws IllegalStateException if called by a kernel, or by a host call of this stream
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
     * @throws IllegalStateException if called by a kernel, or by a host call of this stream
     * @throws InterruptedException if the thread was interrupted; nothing changed
     */
    public boolean await(Duration timeout) throws InterruptedException {
        return await(Waiter.nanos(timeout));
    }

    private boolean await(long timeoutNanos) throws InterruptedException {
        Timeline timeline = order.timeline();
        long target = order.enqueued();
        // Failures are linked forward from the one that is the latest now: however late this thread goes on, it finds
        // its own.
        Failure from = timeline.failureOrNone();
        boolean thrown = from.isCleared();
        order.checkMayWait();
        if (!new TimelineWaiter(timeline, target).await(device.limits().busyNanos(), timeoutNanos)) {
            return false;
        }
        Failure failure = from.reportTo(target, thrown);
        if (failure != null) {
            order.clear(failure);
            throw failure.cause().thrownHere();
        }
        return true;
    }

    /** Whether everything enqueued has ended, well or not. Never blocks and clears no failure. */
    public boolean isDone() {
        return order.timeline().hasPassed(order.enqueued());
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
        order.close();
    }

    @Override
    public String toString() {
        return "Stream[id=" + id() + " device=" + device.id() + (isClosed() ? " closed]" : "]");
    }

    private Stream fill(Buffer buffer, long pattern, int patternBytes) {
        if (buffer.bytes() == 0) {
            return nothing(buffer);
        }
        checkDevice("buffer", buffer.device());
        Resources resources = Resources.retain(buffer.allocation(), null, null);
        Command command = new Command.Fill(buffer.region(), buffer.bytes(), pattern, patternBytes);
        submit(new LaneStep(order, command, LaneStep.COMPUTE, resources), true);
        return this;
    }

    private Stream copy(
            Region from,
            Region to,
            long bytes,
            Direction direction,
            @Nullable Buffer first,
            @Nullable Buffer second,
            @Nullable NativeMemory staging) {
        Resources resources;
        try {
            checkBuffer(first);
            checkBuffer(second);
            resources = Resources.retain(allocationOf(first), allocationOf(second), staging);
        } catch (RuntimeException e) {
            if (staging != null) {
                staging.free();
            }
            throw e;
        }
        submit(new LaneStep(order, new Command.Copy(from, to, bytes), device.engineFor(direction), resources), true);
        return this;
    }

    private boolean submit(LaneStep step, boolean waits) {
        try {
            Obstacle obstacle = order.tryEnqueue(step, null);
            if (obstacle == null) {
                return true;
            }
            return new Room(order, roomNanos).enqueue(step, obstacle, waits);
        } catch (RuntimeException e) {
            step.abandon();
            throw e;
        }
    }

    /** An operation of no bytes: nothing is to be done, but a closed buffer or stream is an error all the same. */
    private Stream nothing(Buffer buffer) {
        checkDevice("buffer", buffer.device());
        buffer.allocation().retain();
        buffer.allocation().release();
        order.checkOpen();
        return this;
    }

    private void checkBuffer(@Nullable Buffer buffer) {
        if (buffer != null) {
            checkDevice("buffer", buffer.device());
        }
    }

    private static @Nullable Allocation allocationOf(@Nullable Buffer buffer) {
        return buffer == null ? null : buffer.allocation();
    }

    private void checkDevice(String what, Device other) {
        if (other != device) {
            throw new IllegalArgumentException("the " + what + " belongs to another device than the stream: " + what
                    + "=" + other.id() + " stream=" + device.id());
        }
    }

    private static void checkSizes(long from, long to) {
        if (from != to) {
            throw new IllegalArgumentException("both sides of a copy must have the same size: fromBytes=" + from
                    + " toBytes=" + to + "; take a slice of the larger one");
        }
    }
}
