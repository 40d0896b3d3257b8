package io.headrace;

import io.headrace.memory.Atomics;
import io.headrace.memory.Words;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * Device memory as signed 32-bit integers. Elements are read and written inside kernels only, whose items may run at the same time
 * and in any order; elsewhere data moves by copies.
 *
 * <p>The atomic operations ({@link #getAndAdd} and the others that change an element and give a value back) are for kernels
 * too, whose items meet at one element. They have the memory effects of volatile reads and writes, as those of
 * {@link java.lang.invoke.VarHandle} with the same names: those on one element happen one after the other, and what an item
 * wrote before one of them is seen by an item after a later one. {@link #get} and {@link #set} are plain. They check as
 * {@code get} does, and throw {@link IllegalArgumentException} if the view does not begin at a multiple of the element's size,
 * as a view of a slice may.
 */
public final class I32 extends Buffer {

    private final Allocation allocation;
    private final long address;
    private final long length;

    I32(Allocation allocation, long offset, long length) {
        super(allocation, offset, length * Integer.BYTES);
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
        return Words.ALL.get(ValueLayout.JAVA_INT_UNALIGNED, address(index));
    }

    /**
     * Writes an element; for kernels.
     *
     * @throws IndexOutOfBoundsException if the index is not from 0 to {@link #length()} - 1
     * @throws io.headrace.error.ClosedException if the buffer was closed before the kernel was enqueued
     */
    public void set(long index, int value) {
        Words.ALL.set(ValueLayout.JAVA_INT_UNALIGNED, address(index), value);
    }

    /**
     * A part of this view.
     *
     * @param from where it begins, in elements
     * @param count its number of elements
     * @throws IndexOutOfBoundsException if it is not inside this view
     */
    public I32 elements(long from, long count) {
        Objects.checkFromIndexSize(from, count, length);
        return slice(from * Integer.BYTES, count * Integer.BYTES).asI32();
    }

    /** Adds to an element, atomically; gives what it was. Overflow wraps. */
    public int getAndAdd(long index, int delta) {
        return Words.getAndAddInt(atomic(index), delta);
    }

    /** Adds to an element, atomically; gives what it is now. Overflow wraps. */
    public int addAndGet(long index, int delta) {
        return getAndAdd(index, delta) + delta;
    }

    /** Takes the smaller value for an element, atomically; gives what it was. */
    public int getAndMin(long index, int value) {
        return Atomics.getAndMinInt(atomic(index), value);
    }

    /** Takes the larger value for an element, atomically; gives what it was. */
    public int getAndMax(long index, int value) {
        return Atomics.getAndMaxInt(atomic(index), value);
    }

    /** Combines an element by bitwise and, atomically; gives what it was. */
    public int getAndBitwiseAnd(long index, int mask) {
        return Words.getAndBitwiseAndInt(atomic(index), mask);
    }

    /** Combines an element by bitwise or, atomically; gives what it was. */
    public int getAndBitwiseOr(long index, int mask) {
        return Words.getAndBitwiseOrInt(atomic(index), mask);
    }

    /** Combines an element by bitwise xor, atomically; gives what it was. */
    public int getAndBitwiseXor(long index, int mask) {
        return Words.getAndBitwiseXorInt(atomic(index), mask);
    }

    /** Replaces an element, atomically; gives what it was. */
    public int getAndSet(long index, int value) {
        return Words.getAndSetInt(atomic(index), value);
    }

    /** Replaces an element if it has the expected value, atomically; gives whether it had. */
    public boolean compareAndSet(long index, int expected, int value) {
        return Words.compareAndSetInt(atomic(index), expected, value);
    }

    /** Replaces an element if it has the expected value, atomically; gives what it was. */
    public int compareAndExchange(long index, int expected, int value) {
        return Words.compareAndExchangeInt(atomic(index), expected, value);
    }

    private long atomic(long index) {
        long at = address(index);
        if ((at & Integer.BYTES - 1) != 0) {
            throw misaligned(Integer.BYTES);
        }
        return at;
    }

    private long address(long index) {
        if (allocation.barred) {
            throw allocation.whyBarred();
        }
        return address + Objects.checkIndex(index, length) * Integer.BYTES;
    }
}
