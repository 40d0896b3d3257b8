package io.headrace;

import io.headrace.memory.Atomics;
import io.headrace.memory.Words;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * Device memory as 32-bit floats. Elements are read and written inside kernels only, whose items may run at the same time
 * and in any order; elsewhere data moves by copies.
 *
 * <p>The atomic operations ({@link #getAndAdd} and the others that change an element and give a value back) are for kernels
 * too, whose items meet at one element. They have the memory effects of volatile reads and writes, as those of
 * {@link java.lang.invoke.VarHandle} with the same names: those on one element happen one after the other, and what an item
 * wrote before one of them is seen by an item after a later one. {@link #get} and {@link #set} are plain. They check as
 * {@code get} does, and throw {@link IllegalArgumentException} if the view does not begin at a multiple of the element's size,
 * as a view of a slice may.
 */
public final class F32 extends Buffer {

    private final Allocation allocation;
    private final long address;
    private final long length;

    F32(Allocation allocation, long offset, long length) {
        super(allocation, offset, length * Float.BYTES);
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
    public float get(long index) {
        return Words.ALL.get(ValueLayout.JAVA_FLOAT_UNALIGNED, address(index));
    }

    /**
     * Writes an element; for kernels.
     *
     * @throws IndexOutOfBoundsException if the index is not from 0 to {@link #length()} - 1
     * @throws io.headrace.error.ClosedException if the buffer was closed before the kernel was enqueued
     */
    public void set(long index, float value) {
        Words.ALL.set(ValueLayout.JAVA_FLOAT_UNALIGNED, address(index), value);
    }

    /**
     * A part of this view.
     *
     * @param from where it begins, in elements
     * @param count its number of elements
     * @throws IndexOutOfBoundsException if it is not inside this view
     */
    public F32 elements(long from, long count) {
        Objects.checkFromIndexSize(from, count, length);
        return slice(from * Float.BYTES, count * Float.BYTES).asF32();
    }

    /** Adds to an element, atomically; gives what it was. What many add up to depends on their order, by rounding. */
    public float getAndAdd(long index, float delta) {
        return Atomics.getAndAddFloat(atomic(index), delta);
    }

    /** Adds to an element, atomically; gives what it is now. Else like {@link #getAndAdd}. */
    public float addAndGet(long index, float delta) {
        return getAndAdd(index, delta) + delta;
    }

    /** Takes the smaller value by {@link Math#min(float, float)} for an element, atomically; gives what it was. */
    public float getAndMin(long index, float value) {
        return Atomics.getAndMinFloat(atomic(index), value);
    }

    /** Takes the larger value by {@link Math#max(float, float)} for an element, atomically; gives what it was. */
    public float getAndMax(long index, float value) {
        return Atomics.getAndMaxFloat(atomic(index), value);
    }

    /** Replaces an element, atomically; gives what it was. */
    public float getAndSet(long index, float value) {
        return Float.intBitsToFloat(Words.getAndSetInt(atomic(index), Float.floatToRawIntBits(value)));
    }

    /** Replaces an element if it has the bits of the expected value, atomically; gives whether it had. */
    public boolean compareAndSet(long index, float expected, float value) {
        return Words.compareAndSetInt(atomic(index), Float.floatToRawIntBits(expected), Float.floatToRawIntBits(value));
    }

    /** Replaces an element if it has the bits of the expected value, atomically; gives what it was. */
    public float compareAndExchange(long index, float expected, float value) {
        return Float.intBitsToFloat(Words.compareAndExchangeInt(
                atomic(index), Float.floatToRawIntBits(expected), Float.floatToRawIntBits(value)));
    }

    private long atomic(long index) {
        long at = address(index);
        if ((at & Float.BYTES - 1) != 0) {
            throw misaligned(Float.BYTES);
        }
        return at;
    }

    private long address(long index) {
        if (allocation.barred) {
            throw allocation.whyBarred();
        }
        return address + Objects.checkIndex(index, length) * Float.BYTES;
    }
}
