package io.headrace;

import io.headrace.memory.Atomics;
import io.headrace.memory.Words;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * Device memory as signed 64-bit integers. Elements are read and written inside kernels only, whose items may run at the same time
 * and in any order; elsewhere data moves by copies.
 *
 * <p>The atomic operations ({@link #getAndAdd} and the others that change an element and give a value back) are for kernels
 * too, whose items meet at one element. They have the memory effects of volatile reads and writes, as those of
 * {@link java.lang.invoke.VarHandle} with the same names: those on one element happen one after the other, and what an item
 * wrote before one of them is seen by an item after a later one. {@link #get} and {@link #set} are plain. They check as
 * {@code get} does, and throw {@link IllegalArgumentException} if the view does not begin at a multiple of the element's size,
 * as a view of a slice may.
 */
public final class I64 extends Buffer {

    private final Allocation allocation;
    private final long address;
    private final long length;

    I64(Allocation allocation, long offset, long length) {
        super(allocation, offset, length * Long.BYTES);
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
    public long get(long index) {
        return Words.ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, address(index));
    }

    /**
     * Writes an element; for kernels.
     *
     * @throws IndexOutOfBoundsException if the index is not from 0 to {@link #length()} - 1
     * @throws io.headrace.error.ClosedException if the buffer was closed before the kernel was enqueued
     */
    public void set(long index, long value) {
        Words.ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, address(index), value);
    }

    /**
     * A part of this view.
     *
     * @param from where it begins, in elements
     * @param count its number of elements
     * @throws IndexOutOfBoundsException if it is not inside this view
     */
    public I64 elements(long from, long count) {
        Objects.checkFromIndexSize(from, count, length);
        return slice(from * Long.BYTES, count * Long.BYTES).asI64();
    }

    /** Adds to an element, atomically; gives what it was. Overflow wraps. */
    public long getAndAdd(long index, long delta) {
        return Words.getAndAddLong(atomic(index), delta);
    }

    /** Adds to an element, atomically; gives what it is now. Overflow wraps. */
    public long addAndGet(long index, long delta) {
        return getAndAdd(index, delta) + delta;
    }

    /** Takes the smaller value for an element, atomically; gives what it was. */
    public long getAndMin(long index, long value) {
        return Atomics.getAndMinLong(atomic(index), value);
    }

    /** Takes the larger value for an element, atomically; gives what it was. */
    public long getAndMax(long index, long value) {
        return Atomics.getAndMaxLong(atomic(index), value);
    }

    /** Combines an element by bitwise and, atomically; gives what it was. */
    public long getAndBitwiseAnd(long index, long mask) {
        return Words.getAndBitwiseAndLong(atomic(index), mask);
    }

    /** Combines an element by bitwise or, atomically; gives what it was. */
    public long getAndBitwiseOr(long index, long mask) {
        return Words.getAndBitwiseOrLong(atomic(index), mask);
    }

    /** Combines an element by bitwise xor, atomically; gives what it was. */
    public long getAndBitwiseXor(long index, long mask) {
        return Words.getAndBitwiseXorLong(atomic(index), mask);
    }

    /** Replaces an element, atomically; gives what it was. */
    public long getAndSet(long index, long value) {
        return Words.getAndSetLong(atomic(index), value);
    }

    /** Replaces an element if it has the expected value, atomically; gives whether it had. */
    public boolean compareAndSet(long index, long expected, long value) {
        return Words.compareAndSetLong(atomic(index), expected, value);
    }

    /** Replaces an element if it has the expected value, atomically; gives what it was. */
    public long compareAndExchange(long index, long expected, long value) {
        return Words.compareAndExchangeLong(atomic(index), expected, value);
    }

    private long atomic(long index) {
        long at = address(index);
        if ((at & Long.BYTES - 1) != 0) {
            throw misaligned(Long.BYTES);
        }
        return at;
    }

    private long address(long index) {
        if (allocation.barred) {
            throw allocation.whyBarred();
        }
        return address + Objects.checkIndex(index, length) * Long.BYTES;
    }
}
