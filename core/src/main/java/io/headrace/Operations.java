package io.headrace;

import io.headrace.copy.Direction;
import io.headrace.kernel.GroupKernel;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Kernel2D;
import io.headrace.kernel.Kernel3D;
import io.headrace.kernel.LaunchOptions;
import io.headrace.kernel.Range;
import io.headrace.spi.Command;
import io.headrace.trace.OperationKind;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a device does: launches, copies and fills. A {@link Stream} enqueues them, a {@link Recorder} notes them for later, and
 * {@link RoutedOperations} go to streams.
 *
 * @param <S> which of them
 */
public abstract sealed class Operations<S extends Operations<S>> permits Stream, Recorder, RoutedOperations {

    private final Device device;

    Operations(Device device) {
        this.device = device;
    }

    /** The device that the operations are for. */
    public final Device device() {
        return device;
    }

    /** Takes the next operation. */
    abstract S add(Operation operation);

    /** Takes an operation that does nothing. */
    abstract S addNothing();

    /** Rows of host memory that a copy reads. */
    abstract HostMemory source(MemorySegment memory, long pitch, Rows rows);

    /** Rows of host memory that a copy writes. */
    abstract HostMemory destination(MemorySegment memory, long pitch, Rows rows);

    /**
     * Enqueues a Java kernel, run once for each item. An empty range does nothing, in order.
     *
     * @throws IllegalArgumentException if the range does not have 1 dimension
     * @throws io.headrace.error.UnsupportedFeatureException if the device does not run Java kernels
     */
    public final S launch(Range range, Kernel1D kernel) {
        return addLaunch(launch(device, range, kernel));
    }

    /**
     * Enqueues a Java kernel over 2 dimensions; else like {@link #launch(Range, Kernel1D)}.
     *
     * @throws IllegalArgumentException if the range does not have 2 dimensions
     */
    public final S launch(Range range, Kernel2D kernel) {
        return addLaunch(launch(device, range, kernel));
    }

    /**
     * Enqueues a Java kernel over 3 dimensions; else like {@link #launch(Range, Kernel1D)}.
     *
     * @throws IllegalArgumentException if the range does not have 3 dimensions
     */
    public final S launch(Range range, Kernel3D kernel) {
        return addLaunch(launch(device, range, kernel));
    }

    /**
     * Enqueues a Java kernel that runs once for each group of items, in phases. An empty range does nothing, in order.
     *
     * @throws io.headrace.error.UnsupportedFeatureException if the device does not run such kernels
     */
    public final S launch(GroupedRange range, GroupKernel kernel) {
        return addLaunch(launch(device, range, kernel));
    }

    /**
     * Enqueues a source kernel, in groups as large as the device's driver chooses. It is run for whole groups, so it has to leave
     * those items out that are not in the range. An empty range does nothing, in order.
     *
     * <p>Arguments are read before this call returns: numbers and booleans, each of exactly the parameter's size (an {@code int} for
     * an {@code int}); the bytes of a struct as a {@link MemorySegment} or {@code byte[]}; buffers and views of this device, and host
     * buffers and signals where its kernels reach them, for a pointer to their memory or value. Those may be closed once this has
     * returned.
     *
     * @throws IllegalArgumentException if an argument is not what the kernel wants, as far as the driver knows its parameters, or
     *     the kernel or a buffer belongs to another device, or the range is too large
     * @throws io.headrace.error.ClosedException if the program or a buffer was closed
     */
    public final S launch(Kernel kernel, Range range, Object... arguments) {
        return addLaunch(launch(device, kernel, range, null, LaunchOptions.defaults(), arguments));
    }

    /**
     * Enqueues a source kernel in groups of a given size; else like {@link #launch(Kernel, Range, Object...)}.
     *
     * @throws IllegalArgumentException if a group has more items than {@link Kernel#maxGroupItems}
     */
    public final S launch(Kernel kernel, GroupedRange range, Object... arguments) {
        return addLaunch(launch(device, kernel, range.items(), range, LaunchOptions.defaults(), arguments));
    }

    /**
     * Enqueues a source kernel in groups of a given size, with options; else like {@link #launch(Kernel, Range, Object...)}.
     *
     * @throws io.headrace.error.UnsupportedFeatureException if the device does not know one of the options
     */
    public final S launch(Kernel kernel, GroupedRange range, LaunchOptions options, Object... arguments) {
        return addLaunch(launch(device, kernel, range.items(), range, options, arguments));
    }

    /**
     * Enqueues a copy from host memory into a buffer. The host memory must not change until the copy has ended; memory of a
     * confined arena is read before this call returns, up to {@code HEADRACE_MAX_STAGED_BYTES}. If a shared arena is closed
     * before the copy has ended, the copy fails. Memory of a {@link HostBuffer}, or that a {@link Pin} covers, is used in
     * place.
     *
     * @throws IllegalArgumentException if the sizes in bytes differ: take slices
     */
    public final S copy(MemorySegment from, Buffer to) {
        checkSizes(from.byteSize(), to.bytes());
        return copy2D(from, to.bytes(), to, to.bytes(), to.bytes(), 1);
    }

    /**
     * Enqueues a copy from a buffer into host memory, which must not be read or written until the copy has ended.
     *
     * @throws IllegalArgumentException if the sizes in bytes differ (take slices), or the memory is read-only
     * @throws io.headrace.error.UnsupportedFeatureException if the memory belongs to a confined arena
     */
    public final S copy(Buffer from, MemorySegment to) {
        checkSizes(from.bytes(), to.byteSize());
        return copy2D(from, from.bytes(), to, from.bytes(), from.bytes(), 1);
    }

    /**
     * Enqueues a copy between buffers of this stream's device. They may overlap: the result is that of reading the source in
     * full first. One of them may be a buffer of another device of the runtime: if the two devices do not reach each other's
     * memory, the copy is staged through the host, which is told once in the log, and shown by {@link Device#copyCounters}.
     *
     * @throws IllegalArgumentException if the sizes in bytes differ (take slices), or neither buffer is of this device
     * @throws io.headrace.error.UnsupportedFeatureException if it would be staged and this is a {@link Recorder}
     */
    public final S copy(Buffer from, Buffer to) {
        checkSizes(from.bytes(), to.bytes());
        return copy2D(from, from.bytes(), to, from.bytes(), from.bytes(), 1);
    }

    /**
     * Enqueues a copy within host memory, in the stream's order; the terms are those of the copies from and to buffers.
     *
     * @throws IllegalArgumentException if the sizes in bytes differ: take slices
     */
    public final S copy(MemorySegment from, MemorySegment to) {
        checkSizes(from.byteSize(), to.byteSize());
        return copy2D(from, from.byteSize(), to, from.byteSize(), from.byteSize(), 1);
    }

    /** Enqueues a copy of a whole array, which must not change until the copy has ended, into a view of the same length. */
    public final S copy(float[] from, F32 to) {
        return copy(MemorySegment.ofArray(from), to);
    }

    /** Enqueues a copy of a whole view into an array of the same length, to be left alone until the copy has ended. */
    public final S copy(F32 from, float[] to) {
        return copy(from, MemorySegment.ofArray(to));
    }

    /** Enqueues a copy of a whole array, which must not change until the copy has ended, into a view of the same length. */
    public final S copy(double[] from, F64 to) {
        return copy(MemorySegment.ofArray(from), to);
    }

    /** Enqueues a copy of a whole view into an array of the same length, to be left alone until the copy has ended. */
    public final S copy(F64 from, double[] to) {
        return copy(from, MemorySegment.ofArray(to));
    }

    /** Enqueues a copy of a whole array, which must not change until the copy has ended, into a view of the same length. */
    public final S copy(int[] from, I32 to) {
        return copy(MemorySegment.ofArray(from), to);
    }

    /** Enqueues a copy of a whole view into an array of the same length, to be left alone until the copy has ended. */
    public final S copy(I32 from, int[] to) {
        return copy(from, MemorySegment.ofArray(to));
    }

    /** Enqueues a copy of a whole array, which must not change until the copy has ended, into a view of the same length. */
    public final S copy(long[] from, I64 to) {
        return copy(MemorySegment.ofArray(from), to);
    }

    /** Enqueues a copy of a whole view into an array of the same length, to be left alone until the copy has ended. */
    public final S copy(I64 from, long[] to) {
        return copy(from, MemorySegment.ofArray(to));
    }

    /** Enqueues a copy of a whole array, which must not change until the copy has ended, into a view of the same length. */
    public final S copy(byte[] from, U8 to) {
        return copy(MemorySegment.ofArray(from), to);
    }

    /** Enqueues a copy of a whole view into an array of the same length, to be left alone until the copy has ended. */
    public final S copy(U8 from, byte[] to) {
        return copy(from, MemorySegment.ofArray(to));
    }

    /**
     * Enqueues a copy of rows of bytes from host memory into a buffer, as one operation however many rows there are. Row
     * {@code r} is the {@code rowBytes} bytes from {@code r * pitch} on in each side: to begin elsewhere, take slices. Bytes
     * between rows are not touched. No rows, or rows of no bytes, do nothing, in order. Memory of a confined arena is read
     * before this call returns, up to {@code HEADRACE_MAX_STAGED_BYTES} of rows. Else the terms are those of
     * {@link #copy(MemorySegment, Buffer)}.
     *
     * @param fromPitch bytes from the beginning of one row of the source to that of the next, at least {@code rowBytes}
     * @param toPitch the same for the destination
     * @param rowBytes bytes in a row, 0 or more
     * @param rows how many rows, 0 or more
     * @throws IllegalArgumentException if a number is negative, or a pitch is less than {@code rowBytes}
     * @throws IndexOutOfBoundsException if the last row ends outside one side
     */
    public final S copy2D(MemorySegment from, long fromPitch, Buffer to, long toPitch, long rowBytes, long rows) {
        Rows area = new Rows(rowBytes, rows)
                .checkIn("from", from.byteSize(), fromPitch)
                .checkIn("to", to.bytes(), toPitch);
        check(to);
        if (area.isEmpty()) {
            return nothing(to);
        }
        HostMemory source = source(from, fromPitch, area);
        Command command = area.copy(source.region(), source.pitch(), to.region(), toPitch);
        return copy(command, Direction.HOST_TO_DEVICE, area, buffers(to, source), source.lease());
    }

    /**
     * Enqueues a copy of rows of bytes from a buffer into host memory. The terms are those of
     * {@link #copy2D(MemorySegment, long, Buffer, long, long, long)} and {@link #copy(Buffer, MemorySegment)}.
     */
    public final S copy2D(Buffer from, long fromPitch, MemorySegment to, long toPitch, long rowBytes, long rows) {
        Rows area = new Rows(rowBytes, rows)
                .checkIn("from", from.bytes(), fromPitch)
                .checkIn("to", to.byteSize(), toPitch);
        check(from);
        if (area.isEmpty()) {
            return nothing(from);
        }
        HostMemory destination = destination(to, toPitch, area);
        Command command = area.copy(from.region(), fromPitch, destination.region(), toPitch);
        return copy(command, Direction.DEVICE_TO_HOST, area, buffers(from, destination), destination.lease());
    }

    /**
     * Enqueues a copy of rows of bytes between buffers of this stream's device. They may overlap in any way, their rows
     * interleaved or not: the result is that of reading the source in full first. The terms are those of
     * {@link #copy2D(MemorySegment, long, Buffer, long, long, long)}.
     */
    public final S copy2D(Buffer from, long fromPitch, Buffer to, long toPitch, long rowBytes, long rows) {
        Rows area = new Rows(rowBytes, rows)
                .checkIn("from", from.bytes(), fromPitch)
                .checkIn("to", to.bytes(), toPitch);
        boolean within = from.device() == device && to.device() == device;
        if (!within) {
            checkPeer(from, to);
        }
        if (area.isEmpty()) {
            nothing(from);
            return nothing(to);
        }
        if (!within) {
            return add(device.runtime().peers().copy(device, from, fromPitch, to, toPitch, area));
        }
        Command command = area.copy(from.region(), fromPitch, to.region(), toPitch);
        return copy(command, Direction.DEVICE_TO_DEVICE, area, List.of(from.allocation(), to.allocation()), null);
    }

    /**
     * Enqueues a copy of rows of bytes within host memory, in the stream's order. The terms are those of
     * {@link #copy2D(MemorySegment, long, Buffer, long, long, long)} and {@link #copy(MemorySegment, MemorySegment)}.
     */
    public final S copy2D(
            MemorySegment from, long fromPitch, MemorySegment to, long toPitch, long rowBytes, long rows) {
        Rows area = new Rows(rowBytes, rows)
                .checkIn("from", from.byteSize(), fromPitch)
                .checkIn("to", to.byteSize(), toPitch);
        if (area.isEmpty()) {
            return addNothing();
        }
        HostMemory destination = destination(to, toPitch, area);
        HostMemory source;
        try {
            source = source(from, fromPitch, area);
        } catch (RuntimeException e) {
            destination.release();
            throw e;
        }
        Command command = area.copy(source.region(), source.pitch(), destination.region(), toPitch);
        return copy(
                command,
                Direction.HOST_TO_HOST,
                area,
                hostBuffers(source, destination),
                Lease.both(source.lease(), destination.lease()));
    }

    /** Enqueues setting every byte of a buffer, whatever its type. */
    public final S fillBytes(Buffer buffer, byte value) {
        return fill(buffer, value, Byte.BYTES);
    }

    /** Enqueues setting every element of a view. */
    public final S fill(F32 view, float value) {
        return fill(view, Float.floatToRawIntBits(value), Float.BYTES);
    }

    /** Enqueues setting every element of a view. */
    public final S fill(F64 view, double value) {
        return fill(view, Double.doubleToRawLongBits(value), Double.BYTES);
    }

    /** Enqueues setting every element of a view. */
    public final S fill(I32 view, int value) {
        return fill(view, value, Integer.BYTES);
    }

    /** Enqueues setting every element of a view. */
    public final S fill(I64 view, long value) {
        return fill(view, value, Long.BYTES);
    }

    private S addLaunch(@Nullable Operation launch) {
        return launch == null ? addNothing() : add(launch);
    }

    /** A launch; {@code null} if there is nothing to run. */
    static @Nullable Operation launch(Device device, Range range, JavaKernel kernel) {
        if (range.dimensions() != kernel.dimensions()) {
            throw new IllegalArgumentException("the range must have as many dimensions as the kernel: range="
                    + range.dimensions() + " kernel=" + kernel.dimensions());
        }
        return launch(new Command.Launch(device.prepare(kernel), kernel, range));
    }

    /** A launch of a group kernel; {@code null} if there is nothing to run. */
    static @Nullable Operation launch(Device device, GroupedRange range, GroupKernel kernel) {
        return launch(new Command.Launch(device.prepare(kernel), kernel, range.items(), range));
    }

    private static @Nullable Operation launch(Command.Launch command) {
        return command.range().isEmpty()
                ? null
                : Operation.of(OperationKind.KERNEL, command.kernel().getClass(), command, List.of());
    }

    /** A launch of a source kernel; {@code null} if there is nothing to run. */
    static @Nullable Operation launch(
            Device device,
            Kernel kernel,
            Range range,
            @Nullable GroupedRange groups,
            LaunchOptions options,
            Object... values) {
        Device owner = kernel.program().device();
        if (owner != device) {
            throw new IllegalArgumentException("the kernel belongs to another device: kernel=" + kernel.name()
                    + " of device=" + owner.id() + " device=" + device.id());
        }
        Arguments arguments = Arguments.of(kernel, values);
        if (groups != null && groups.x() * groups.y() * groups.z() > kernel.maxGroupItems()) {
            throw new IllegalArgumentException("a group has more items than the kernel can run: kernel=" + kernel.name()
                    + " group=" + groups.x() + "x" + groups.y() + "x" + groups.z() + " maxItems="
                    + kernel.maxGroupItems());
        }
        if (range.isEmpty()) {
            // Nothing is to be done, but a closed buffer or program is an error all the same.
            Objects.requireNonNull(Resources.retain(arguments.counted(), null)).release();
            return null;
        }
        kernel.code().check(range, groups, options);
        Command command = new Command.NativeLaunch(kernel.code(), range, groups, arguments.packed(), options);
        return Operation.of(OperationKind.KERNEL, kernel.name(), command, arguments.counted());
    }

    private static List<Allocation> hostBuffers(HostMemory source, HostMemory destination) {
        List<Allocation> buffers = new ArrayList<>(2);
        addTo(buffers, source.buffer());
        addTo(buffers, destination.buffer());
        return buffers;
    }

    private static void addTo(List<Allocation> buffers, @Nullable Allocation buffer) {
        if (buffer != null) {
            buffers.add(buffer);
        }
    }

    private static List<Allocation> buffers(Buffer buffer, HostMemory host) {
        Allocation hostBuffer = host.buffer();
        return hostBuffer == null ? List.of(buffer.allocation()) : List.of(buffer.allocation(), hostBuffer);
    }

    private S copy(Command command, Direction direction, Rows area, List<Allocation> buffers, @Nullable Lease host) {
        return add(device.lanes().copy(command, direction, area.packedBytes(), buffers, host, device));
    }

    private S fill(Buffer buffer, long pattern, int patternBytes) {
        check(buffer);
        if (buffer.bytes() == 0) {
            return nothing(buffer);
        }
        Command command = new Command.Fill(buffer.region(), buffer.bytes(), pattern, patternBytes);
        List<Allocation> buffers = List.of(buffer.allocation());
        return add(device.lanes().copy(command, Direction.FILL, buffer.bytes(), buffers, null, device));
    }

    /** An operation of no bytes: nothing is to be done, but a closed buffer or stream is an error all the same. */
    private S nothing(Buffer buffer) {
        buffer.allocation().retain();
        buffer.allocation().release();
        return addNothing();
    }

    private void check(Buffer buffer) {
        checkDevice("buffer", buffer.device());
    }

    /** One of the buffers belongs to this device, and the other to another one of the same runtime. */
    private void checkPeer(Buffer from, Buffer to) {
        if (from.device() != device) {
            check(to);
        }
        if (from.device().runtime() != to.device().runtime()) {
            throw new IllegalArgumentException(
                    "the buffers belong to different runtimes, one of which was closed: from="
                            + from.device().id() + " to=" + to.device().id());
        }
    }

    final void checkDevice(String what, Device other) {
        if (other != device) {
            throw new IllegalArgumentException("the " + what + " belongs to another device: " + what + "=" + other.id()
                    + " device=" + device.id());
        }
    }

    private static void checkSizes(long from, long to) {
        if (from != to) {
            throw new IllegalArgumentException("both sides of a copy must have the same size: fromBytes=" + from
                    + " toBytes=" + to + "; take a slice of the larger one");
        }
    }
}
