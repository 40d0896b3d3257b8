package io.headrace;

import io.headrace.memory.Words;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * Device memory as unsigned bytes, given as {@code int} from 0 to 255. Elements are read and written inside kernels only,
 * whose items may run at the same time and in any order; elsewhere data moves by copies.
 */
public final class U8 extends Buffer {

    private final Allocation allocation;
    private final long address;
    private final long length;

    U8(Allocation allocation, long offset, long length) {
        super(allocation, offset, length);
        this.allocation = allocation;
        this.address = address();
        this.length = length;
    }

    /** The number of elements. */
    public long length() {
        return length;
    }

    /**
     * Reads an element; for kernels.
     *
     * @throws IndexOutOfBoundsException if the index is not from 0 to {@link #length()} - 1
     * @throws io.headrace.error.ClosedException if the buffer was closed before the kernel was enqueued
     */
    public int get(long index) {
        return Byte.toUnsignedInt(Words.ALL.get(ValueLayout.JAVA_BYTE, address(index)));
    }

    /**
     * Writes an element; for kernels.
     *
     * @throws IndexOutOfBoundsException if the index is not from 0 to {@link #length()} - 1
     * @throws io.headrace.error.ClosedException if the buffer was closed before the kernel was enqueued
     */
    public void set(long index, int value) {
        Words.ALL.set(ValueLayout.JAVA_BYTE, address(index), (byte) value);
    }

    /**
     * A part of this view.
     *
     * @param from where it begins, in elements
     * @param count its number of elements
     * @throws IndexOutOfBoundsException if it is not inside this view
     */
    public U8 elements(long from, long count) {
        Objects.checkFromIndexSize(from, count, length);
        return slice(from, count).asU8();
    }

    private long address(long index) {
        if (allocation.barred) {
            throw allocation.whyBarred();
        }
        return address + Objects.checkIndex(index, length);
    }
}
