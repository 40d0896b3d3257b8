package io.headrace.acc;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Event;
import io.headrace.F32;
import io.headrace.F64;
import io.headrace.I32;
import io.headrace.I64;
import io.headrace.LentMemory;
import io.headrace.U8;
import io.headrace.error.ClosedException;
import io.headrace.error.NotPresentException;
import io.headrace.kernel.GroupKernel;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Kernel2D;
import io.headrace.kernel.Kernel3D;
import io.headrace.kernel.Range;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * What host memory is present on a device, as OpenACC's programs know it: ranges of host memory, each with its counterpart on
 * the device, so that a program names its data by the host's memory everywhere. A range is a {@link MemorySegment} or a slice
 * of one. Native memory is known by its addresses, memory of an array by the array and the place in it; it does not matter by
 * which segment object. Docs: {@code docs/openacc.md}.
 *
 * <p><b>Counting.</b> Entering data ({@link #copyIn}, {@link #create}) makes it present if it is absent, and counts it.
 * Exiting it ({@link #copyOut}, {@link #delete}) takes a count back; with the last one, the data goes. Data that is present is
 * not copied again: a range inside a present range counts on that. A {@link DataRegion} counts too, apart from these: data
 * goes when both counts are zero. Exiting what is absent, or what only regions keep, does nothing. A range that overlaps a
 * present one but is not inside it is a {@link NotPresentException} that names both.
 *
 * <p><b>Order.</b> Each call has an async number ({@link AsyncQueues#NOVAL}, the thread's default queue, if it has none) and
 * may have a wait list: numbers of queues whose work so far comes first. Counts change at the call. Copies are done in the
 * order of the queue; so is the end of memory, which whatever was enqueued before still finds. Host memory that is copied
 * must be left alone until the queue was waited for. Data that is still on its way to the device by another queue is waited
 * for by the queue that counts on it, which costs nothing once it is there; if that copy failed, the other queue fails too.
 * With {@link AsyncQueues#SYNC} the copy has ended when the call returns.
 *
 * <p><b>Failure.</b> A call that throws has changed no count. If a copy on a queue fails, the queue fails and the data is
 * what it is: delete it and copy it in again, or bring all of it by {@link #updateDevice}.
 *
 * <p><b>Limits.</b> An empty range holds nothing: it is not counted nor copied. Memory that is read-only, or of a confined
 * arena, can be copied in but not out. Data of an arena that was closed is not present any more; it can be deleted, and goes
 * by itself if other memory gets its addresses.
 *
 * <p>Safe for use from any thread. Looking up takes no lock; changes wait for others only while those bring or take the same
 * range.
 */
public final class DataEnvironment {

    private final AsyncQueues queues;
    private final Device device;
    private final PresentTable table = new PresentTable();

    /** The counterpart of every empty range. */
    private final Buffer empty;

    private DataEnvironment(AsyncQueues queues, Device device) {
        this.queues = queues;
        this.device = device;
        this.empty = lend(device, 0).buffer();
    }

    /** Memory for data, which goes with the data and not by a close of a buffer. */
    static LentMemory lend(Device device, long bytes) {
        return new LentMemory(device, bytes, "the data environment; delete the host memory's data instead");
    }

    /** Enters data by the thread's default queue; else like {@link #copyIn(MemorySegment, int, int...)}. */
    public Buffer copyIn(MemorySegment host) {
        return copyIn(host, AsyncQueues.NOVAL);
    }

    /**
     * Enters data: counts it if it is present, else allocates memory on the device and copies it there.
     *
     * @param async the queue that copies, {@link AsyncQueues#NOVAL} or {@link AsyncQueues#SYNC}
     * @param waits queues whose work so far comes first
     * @return the memory on the device, like {@link #devicePointerOf}
     * @throws NotPresentException if it overlaps present data without being inside it
     * @throws io.headrace.error.OutOfDeviceMemoryException if the device has no room for it
     */
    public Buffer copyIn(MemorySegment host, int async, int... waits) {
        return enter(host, true, async, waits);
    }

    /** Enters data by the thread's default queue; else like {@link #create(MemorySegment, int, int...)}. */
    public Buffer create(MemorySegment host) {
        return create(host, AsyncQueues.NOVAL);
    }

    /** Enters data without copying it: what was absent is zero on the device. Else like {@link #copyIn(MemorySegment, int, int...)}. */
    public Buffer create(MemorySegment host, int async, int... waits) {
        return enter(host, false, async, waits);
    }

    /** Exits data by the thread's default queue; else like {@link #copyOut(MemorySegment, int, int...)}. */
    public void copyOut(MemorySegment host) {
        copyOut(host, AsyncQueues.NOVAL);
    }

    /**
     * Exits data: takes a count back, and with the last one copies the range to the host and ends its memory on the device.
     * If it is part of a larger present range, only the part is copied, and all of it goes.
     *
     * @param async the queue that copies, {@link AsyncQueues#NOVAL} or {@link AsyncQueues#SYNC}
     * @param waits queues whose work so far comes first
     * @throws NotPresentException if it overlaps present data without being inside it
     * @throws IllegalArgumentException if the host's memory is read-only
     * @throws io.headrace.error.UnsupportedFeatureException if it is of a confined arena
     */
    public void copyOut(MemorySegment host, int async, int... waits) {
        exit(host, false, true, async, waits);
    }

    /** Exits data with all its dynamic counts, by the thread's default queue; else like {@link #copyOut(MemorySegment, int, int...)}. */
    public void copyOutFinalize(MemorySegment host) {
        copyOutFinalize(host, AsyncQueues.NOVAL);
    }

    /** Exits data with all its dynamic counts at once; else like {@link #copyOut(MemorySegment, int, int...)}. */
    public void copyOutFinalize(MemorySegment host, int async, int... waits) {
        exit(host, true, true, async, waits);
    }

    /** Exits data by the thread's default queue; else like {@link #delete(MemorySegment, int, int...)}. */
    public void delete(MemorySegment host) {
        delete(host, AsyncQueues.NOVAL);
    }

    /** Exits data without copying it; else like {@link #copyOut(MemorySegment, int, int...)}. */
    public void delete(MemorySegment host, int async, int... waits) {
        exit(host, false, false, async, waits);
    }

    /** Exits data with all its dynamic counts, by the thread's default queue; else like {@link #delete(MemorySegment, int, int...)}. */
    public void deleteFinalize(MemorySegment host) {
        deleteFinalize(host, AsyncQueues.NOVAL);
    }

    /** Exits data with all its dynamic counts at once, without copying it; else like {@link #delete(MemorySegment, int, int...)}. */
    public void deleteFinalize(MemorySegment host, int async, int... waits) {
        exit(host, true, false, async, waits);
    }

    /** Copies present data to the device by the thread's default queue; else like {@link #updateDevice(MemorySegment, int, int...)}. */
    public void updateDevice(MemorySegment host) {
        updateDevice(host, AsyncQueues.NOVAL);
    }

    /**
     * Copies present data, or a part of it, from the host to the device.
     *
     * @param async the queue that copies, {@link AsyncQueues#NOVAL} or {@link AsyncQueues#SYNC}
     * @param waits queues whose work so far comes first
     * @throws NotPresentException if the range is not present, or only in part
     */
    public void updateDevice(MemorySegment host, int async, int... waits) {
        HostRange range = HostRange.of(host);
        range.checkAlive();
        update(range, async, waits, (queue, buffer) -> queue.copy(host, buffer), true);
    }

    /** Copies present data to the host by the thread's default queue; else like {@link #updateHost(MemorySegment, int, int...)}. */
    public void updateHost(MemorySegment host) {
        updateHost(host, AsyncQueues.NOVAL);
    }

    /**
     * Copies present data, or a part of it, from the device to the host; it stays present. Else like {@link #updateDevice(MemorySegment, int, int...)}.
     *
     * @throws NotPresentException if the range is not present, or only in part
     * @throws IllegalArgumentException if the host's memory is read-only
     * @throws io.headrace.error.UnsupportedFeatureException if it is of a confined arena
     */
    public void updateHost(MemorySegment host, int async, int... waits) {
        HostRange range = HostRange.of(host);
        range.checkWritable();
        update(range, async, waits, (queue, buffer) -> queue.copy(buffer, host), false);
    }

    /** Copies between a range and its counterpart; that may go, and come again, until the copy is enqueued. */
    private void update(
            HostRange range, int async, int[] waits, BiConsumer<AsyncQueue, Buffer> copy, boolean toDevice) {
        queues.checkNumbers(async);
        if (range.isEmpty()) {
            checkOpen();
            copy.accept(queue(async, waits), empty);
            return;
        }
        while (true) {
            checkOpen();
            Present present = found(range);
            Arrival arrival = present.arrival();
            AsyncQueue queue = queue(async, waits);
            try {
                copy.accept(queue, present.slice(range));
            } catch (ClosedException e) {
                if (arrival.own() == null || !arrival.buffer().isClosed()) {
                    throw e;
                }
                // Somebody has deleted the data meanwhile: then it is absent, or there anew.
                continue;
            }
            if (toDevice && arrival.hasFailed() && range.covers(present.range())) {
                Event behind = device.event();
                queue.record(behind);
                present.copiedAgain(arrival, behind);
            }
            return;
        }
    }

    /**
     * Whether the whole of a range is present. Of an empty range: whether the place where it begins is.
     *
     * @throws io.headrace.error.ClosedException if the runtime was closed
     */
    public boolean present(MemorySegment host) {
        checkOpen();
        return table.isPresent(HostRange.of(host));
    }

    /**
     * The memory on the device of a range that is present. It belongs to the data environment: a close of it, or of a view, is an
     * {@link IllegalStateException} and changes nothing. It is there until the data goes, and for what was enqueued before that.
     *
     * @throws NotPresentException if the range is not present, or only in part
     */
    public Buffer devicePointerOf(MemorySegment host) {
        return counterpart(HostRange.of(host));
    }

    /**
     * A present range as 32-bit floats, for kernels: {@code F32 x = data.f32(hostX)}, then
     * {@code queue.launch(range, i -> x.set(i, ...))}. Else like {@link #devicePointerOf}.
     *
     * @throws IllegalArgumentException if the size is not a multiple of 4 bytes
     */
    public F32 f32(MemorySegment host) {
        return devicePointerOf(host).asF32();
    }

    /** A present range as 64-bit floats, for kernels; else like {@link #f32}. */
    public F64 f64(MemorySegment host) {
        return devicePointerOf(host).asF64();
    }

    /** A present range as 32-bit integers, for kernels; else like {@link #f32}. */
    public I32 i32(MemorySegment host) {
        return devicePointerOf(host).asI32();
    }

    /** A present range as 64-bit integers, for kernels; else like {@link #f32}. */
    public I64 i64(MemorySegment host) {
        return devicePointerOf(host).asI64();
    }

    /** A present range as unsigned bytes, for kernels; else like {@link #f32}. */
    public U8 u8(MemorySegment host) {
        return devicePointerOf(host).asU8();
    }

    /** Launches a kernel on present data by the thread's default queue; else like {@link #launch(Range, List, Function, int, int...)}. */
    public void launch(
            Range range, List<MemorySegment> arguments, Function<? super List<Buffer>, ? extends Kernel1D> kernel) {
        launch(range, arguments, kernel, AsyncQueues.NOVAL);
    }

    /**
     * Launches a kernel whose arguments are ranges of host memory, each of them present. It waits for those that another queue
     * is still copying in:
     *
     * <pre>{@code
     * data.launch(Range.of(n), List.of(hostX, hostY), device -> {
     *     F32 x = device.get(0).asF32();
     *     F32 y = device.get(1).asF32();
     *     return i -> y.set(i, a * x.get(i) + y.get(i));
     * }, 2);
     * }</pre>
     *
     * @param arguments ranges that are present
     * @param kernel makes the kernel from the arguments' memory on the device, in the same order; called once, before this returns
     * @param async the queue that runs it, {@link AsyncQueues#NOVAL} or {@link AsyncQueues#SYNC}
     * @param waits queues whose work so far comes first
     * @throws NotPresentException if an argument is not present, or only in part; nothing was enqueued
     */
    public void launch(
            Range range,
            List<MemorySegment> arguments,
            Function<? super List<Buffer>, ? extends Kernel1D> kernel,
            int async,
            int... waits) {
        launchOn(arguments, kernel, (queue, made) -> queue.launch(range, made), async, waits);
    }

    /** Launches a kernel of 2 dimensions on present data by the thread's default queue; else like {@link #launch(Range, List, Function, int, int...)}. */
    public void launch2D(
            Range range, List<MemorySegment> arguments, Function<? super List<Buffer>, ? extends Kernel2D> kernel) {
        launch2D(range, arguments, kernel, AsyncQueues.NOVAL);
    }

    /** Launches a kernel of 2 dimensions on present data; else like {@link #launch(Range, List, Function, int, int...)}. */
    public void launch2D(
            Range range,
            List<MemorySegment> arguments,
            Function<? super List<Buffer>, ? extends Kernel2D> kernel,
            int async,
            int... waits) {
        launchOn(arguments, kernel, (queue, made) -> queue.launch(range, made), async, waits);
    }

    /** Launches a kernel of 3 dimensions on present data by the thread's default queue; else like {@link #launch(Range, List, Function, int, int...)}. */
    public void launch3D(
            Range range, List<MemorySegment> arguments, Function<? super List<Buffer>, ? extends Kernel3D> kernel) {
        launch3D(range, arguments, kernel, AsyncQueues.NOVAL);
    }

    /** Launches a kernel of 3 dimensions on present data; else like {@link #launch(Range, List, Function, int, int...)}. */
    public void launch3D(
            Range range,
            List<MemorySegment> arguments,
            Function<? super List<Buffer>, ? extends Kernel3D> kernel,
            int async,
            int... waits) {
        launchOn(arguments, kernel, (queue, made) -> queue.launch(range, made), async, waits);
    }

    /** Launches a group kernel on present data by the thread's default queue; else like {@link #launch(Range, List, Function, int, int...)}. */
    public void launch(
            GroupedRange range,
            List<MemorySegment> arguments,
            Function<? super List<Buffer>, ? extends GroupKernel> kernel) {
        launch(range, arguments, kernel, AsyncQueues.NOVAL);
    }

    /** Launches a group kernel on present data; else like {@link #launch(Range, List, Function, int, int...)}. */
    public void launch(
            GroupedRange range,
            List<MemorySegment> arguments,
            Function<? super List<Buffer>, ? extends GroupKernel> kernel,
            int async,
            int... waits) {
        launchOn(arguments, kernel, (queue, made) -> queue.launch(range, made), async, waits);
    }

    private <K> void launchOn(
            List<MemorySegment> arguments,
            Function<? super List<Buffer>, ? extends K> kernel,
            BiConsumer<AsyncQueue, K> launch,
            int async,
            int... waits) {
        queues.checkNumbers(async);
        checkOpen();
        List<HostRange> ranges = arguments.stream().map(HostRange::of).toList();
        K made = Objects.requireNonNull(
                kernel.apply(ranges.stream().map(this::counterpart).toList()), "the kernel for the arguments is null");
        List<Present> present = ranges.stream()
                .filter(argument -> !argument.isEmpty())
                .map(this::found)
                .toList();
        AsyncQueue queue = queue(async, waits);
        present.forEach(argument -> argument.arrival().orderBehind(queue));
        launch.accept(queue, made);
    }

    /**
     * Makes a range present in memory on the device that the user owns, which is neither copied nor ever closed. It has one
     * dynamic count, which exits do not take; it goes by {@link #unmap}.
     *
     * @param buffer memory of this device, at least as large; it must stay open while the range is mapped
     * @throws IllegalArgumentException if the buffer is too small, or of another device
     * @throws IllegalStateException if something of the range is present
     */
    public void map(MemorySegment host, Buffer buffer) {
        checkOpen();
        HostRange range = HostRange.of(host);
        range.checkAlive();
        if (buffer.device() != device) {
            throw new IllegalArgumentException("the buffer belongs to another device: buffer="
                    + buffer.device().id() + " device=" + device.id());
        }
        if (buffer.bytes() < range.bytes()) {
            throw new IllegalArgumentException(
                    "the buffer is smaller than the range that it is to be mapped to: range=[" + range
                            + "] bufferBytes=" + buffer.bytes());
        }
        buffer.nativeAddress();
        if (!range.isEmpty()) {
            table.map(range, buffer.slice(0, range.bytes()));
        }
    }

    /**
     * Ends what {@link #map} began, whatever its dynamic count is. What was enqueued before goes on with the buffer.
     *
     * @throws NotPresentException if the range is not present, or only part of what was mapped
     * @throws IllegalStateException if it was not mapped, or a data region keeps it
     */
    public void unmap(MemorySegment host) {
        checkOpen();
        HostRange range = HostRange.of(host);
        if (!range.isEmpty()) {
            table.unmap(range);
        }
    }

    /** Copies to memory on the device by the thread's default queue; else like {@link #copyToDevice(MemorySegment, Buffer, int, int...)}. */
    public void copyToDevice(MemorySegment from, Buffer to) {
        copyToDevice(from, to, AsyncQueues.NOVAL);
    }

    /**
     * Copies host memory to memory on the device, present or not: what {@link #devicePointerOf} gave, a slice of it, or any other
     * buffer.
     *
     * @param async the queue that copies, {@link AsyncQueues#NOVAL} or {@link AsyncQueues#SYNC}
     * @param waits queues whose work so far comes first
     * @throws IllegalArgumentException if the sizes in bytes differ: take slices
     */
    public void copyToDevice(MemorySegment from, Buffer to, int async, int... waits) {
        queue(async, waits).copy(from, to);
    }

    /** Copies from memory on the device by the thread's default queue; else like {@link #copyToDevice(MemorySegment, Buffer, int, int...)}. */
    public void copyFromDevice(Buffer from, MemorySegment to) {
        copyFromDevice(from, to, AsyncQueues.NOVAL);
    }

    /**
     * Copies from memory on the device to host memory; else like {@link #copyToDevice(MemorySegment, Buffer, int, int...)}.
     *
     * @throws IllegalArgumentException if the sizes in bytes differ (take slices), or the host's memory is read-only
     * @throws io.headrace.error.UnsupportedFeatureException if it is of a confined arena
     */
    public void copyFromDevice(Buffer from, MemorySegment to, int async, int... waits) {
        queue(async, waits).copy(from, to);
    }

    /** Copies within the device by the thread's default queue; else like {@link #copyOnDevice(Buffer, Buffer, int, int...)}. */
    public void copyOnDevice(Buffer from, Buffer to) {
        copyOnDevice(from, to, AsyncQueues.NOVAL);
    }

    /** Copies between buffers of the device; else like {@link #copyToDevice(MemorySegment, Buffer, int, int...)}. */
    public void copyOnDevice(Buffer from, Buffer to, int async, int... waits) {
        queue(async, waits).copy(from, to);
    }

    /** A data region on the thread's default queue; else like {@link #region(int, int...)}. */
    public DataClauses region() {
        return region(AsyncQueues.NOVAL);
    }

    /**
     * Begins a data region:
     *
     * <pre>{@code
     * try (DataRegion region = acc.data().region(1).copyIn(x).copy(y).enter()) {
     *     F32 deviceX = acc.data().f32(x);
     *     ...
     * }
     * }</pre>
     *
     * @param async the queue that copies at both ends, {@link AsyncQueues#NOVAL} or {@link AsyncQueues#SYNC}
     * @param waits queues whose work so far comes before the region
     */
    public DataClauses region(int async, int... waits) {
        return new DataClauses(this, async, waits);
    }

    /** The queue of a number, behind those of a wait list. */
    AsyncQueue queue(int async, int... waits) {
        // First, so that a wrong number makes no queue.
        List<NumberedQueue> before = queues.inWaitList(waits);
        AsyncQueue queue = queues.queue(async);
        before.forEach(queue::after);
        return queue;
    }

    private Buffer enter(MemorySegment host, boolean copies, int async, int... waits) {
        checkOpen();
        HostRange range = HostRange.of(host);
        range.checkAlive();
        table.find(range);
        AsyncQueue queue = queue(async, waits);
        return range.isEmpty()
                ? empty
                : enter(range, Hold.DYNAMIC, copies, queue).slice(range);
    }

    /** Counts a range that is not empty. */
    Present enter(HostRange range, Hold hold, boolean copies, AsyncQueue queue) {
        PresentTable.Entered entered = table.enter(range, hold, () -> Arrival.bring(range, copies, queue));
        return entered.brought() ? entered.present() : behindArrival(entered.present(), hold, queue);
    }

    /** Counts a range that is not empty and has to be present. */
    Present hold(HostRange range, AsyncQueue queue) {
        return behindArrival(table.holdPresent(range, Hold.STRUCTURED), Hold.STRUCTURED, queue);
    }

    /** Lets a queue wait for data that another one may be bringing; or the count is taken back. */
    private Present behindArrival(Present present, Hold hold, AsyncQueue queue) {
        boolean done = false;
        try {
            present.arrival().orderBehind(queue);
            done = true;
            return present;
        } finally {
            if (!done) {
                table.takeBack(present, hold);
            }
        }
    }

    private void exit(MemorySegment host, boolean all, boolean copies, int async, int... waits) {
        checkOpen();
        HostRange range = HostRange.of(host);
        if (copies) {
            range.checkWritable();
        }
        table.find(range);
        AsyncQueue queue = queue(async, waits);
        if (!range.isEmpty()) {
            table.exit(range, all, buffer -> take(buffer, range, copies, queue));
        }
    }

    /** Takes back the count of a region that is not to be. */
    void abandon(Present present) {
        table.takeBack(present, Hold.STRUCTURED);
    }

    /** Takes back a region's count. */
    void leave(Present present, HostRange range, boolean copies, AsyncQueue queue) {
        table.exit(present, range, buffer -> take(buffer, range, copies, queue));
    }

    private static void take(Buffer buffer, HostRange range, boolean copies, AsyncQueue queue) {
        if (copies) {
            queue.copy(buffer, range.segment());
        }
    }

    private Buffer counterpart(HostRange range) {
        checkOpen();
        return range.isEmpty() ? empty : found(range).slice(range);
    }

    private Present found(HostRange range) {
        Present present = table.find(range);
        if (present == null) {
            throw PresentTable.notPresent(range);
        }
        return present;
    }

    private void checkOpen() {
        queues.checkOpen();
    }

    /** What the device keeps: with the runtime all ranges go, and the arrays that they keep alive. */
    record Kept(DataEnvironment data) implements AutoCloseable {

        Kept(Device device) {
            this(new DataEnvironment(AsyncQueues.of(device), device));
        }

        @Override
        public void close() {
            data.table.clear();
        }
    }

    @Override
    public String toString() {
        return "DataEnvironment[device=" + device.id() + " present=" + table.size() + "]";
    }
}
