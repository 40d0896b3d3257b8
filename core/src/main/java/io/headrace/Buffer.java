package io.headrace;

import io.headrace.spi.Region;
import java.util.Objects;

/**
 * Device memory. Data gets in and out by {@link Stream#copy copies}; Java kernels read and write it through the typed views
 * {@link F32}, {@link F64}, {@link I32}, {@link I64} and {@link U8}, which are buffers too.
 *
 * <p>A new buffer holds zeros. Slices and views look at the same memory and share its life: closing any of them closes the
 * memory for all. Closing never waits: operations that were enqueued before still find the memory, and it is freed after
 * them; enqueuing another operation is a {@link io.headrace.error.ClosedException}. Safe for use from any thread; what is
 * in the memory is ordered by streams and events alone.
 */
public sealed class Buffer implements AutoCloseable permits F32, F64, I32, I64, U8 {

    private final Allocation allocation;
    private final long offset;
    private final long bytes;

    Buffer(Allocation allocation, long offset, long bytes) {
        this.allocation = allocation;
        this.offset = offset;
        this.bytes = bytes;
    }

    /** The size in bytes. */
    public final long bytes() {
        return bytes;
    }

    /** The device whose memory this is. */
    public final Device device() {
        return allocation.device();
    }

    /**
     * A part of this buffer.
     *
     * @param from where it begins, in bytes
     * @param size its size in bytes
     * @throws IndexOutOfBoundsException if it is not inside this buffer
     */
    public final Buffer slice(long from, long size) {
        Objects.checkFromIndexSize(from, size, bytes);
        return new Buffer(allocation, offset + from, size);
    }

    /**
     * This memory as 32-bit floats in native byte order.
     *
     * @throws IllegalArgumentException if the size is not a multiple of 4 bytes
     */
    public final F32 asF32() {
        return new F32(allocation, offset, wholeElements(Float.BYTES));
    }

    /**
     * This memory as 64-bit floats in native byte order.
     *
     * @throws IllegalArgumentException if the size is not a multiple of 8 bytes
     */
    public final F64 asF64() {
        return new F64(allocation, offset, wholeElements(Double.BYTES));
    }

    /**
     * This memory as signed 32-bit integers in native byte order.
     *
     * @throws IllegalArgumentException if the size is not a multiple of 4 bytes
     */
    public final I32 asI32() {
        return new I32(allocation, offset, wholeElements(Integer.BYTES));
    }

    /**
     * This memory as signed 64-bit integers in native byte order.
     *
     * @throws IllegalArgumentException if the size is not a multiple of 8 bytes
     */
    public final I64 asI64() {
        return new I64(allocation, offset, wholeElements(Long.BYTES));
    }

    /** This memory as unsigned bytes. */
    public final U8 asU8() {
        return new U8(allocation, offset, bytes);
    }

    /**
     * The address of the first byte in the device's address space, for native code that works on the same memory. It is
     * valid until the buffer is closed, and is not counted as a use: keep the buffer open, and the runtime too, until that
     * code has ended, and let streams and events order it with other work.
     *
     * @throws io.headrace.error.ClosedException if the buffer was closed
     */
    public final long nativeAddress() {
        allocation.checkOpen();
        allocation.device().runtime().checkOpen();
        return address();
    }

    /** Whether this buffer, a slice or a view of it was closed. */
    public final boolean isClosed() {
        return allocation.isClosed();
    }

    /**
     * Closes the memory. Returns at once; work in flight still finds it. Closing again has no effect.
     *
     * @throws IllegalStateException if it is {@link LentMemory}, which its lender ends; nothing changed
     */
    @Override
    public final void close() {
        allocation.closeByUser();
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + "[bytes=" + bytes + " device=" + device().id()
                + (isClosed() ? " closed]" : "]");
    }

    final Allocation allocation() {
        return allocation;
    }

    final Region.Device region() {
        return new Region.Device(allocation.memory(), offset);
    }

    /** The absolute address of the first byte. */
    final long address() {
        return allocation.memory().address() + offset;
    }

    /** Why a view that begins here has no atomic operations. */
    final IllegalArgumentException misaligned(int elementBytes) {
        return new IllegalArgumentException(
                "atomic operations need a view that begins at a multiple of its element's size: " + "elementBytes="
                        + elementBytes + " offset=" + offset + "; slice at such a multiple");
    }

    private long wholeElements(int elementBytes) {
        if (bytes % elementBytes != 0) {
            throw new IllegalArgumentException("the buffer's size must be a multiple of the element's: bytes=" + bytes
                    + " elementBytes=" + elementBytes + "; take a slice first");
        }
        return bytes / elementBytes;
    }
}
