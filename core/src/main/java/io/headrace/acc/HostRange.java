package io.headrace.acc;

import io.headrace.error.UnsupportedFeatureException;
import java.lang.foreign.MemorySegment;

/**
 * A range of host memory, as the present table knows it. Native memory is known by its addresses. An array has no address that
 * stays, so memory of one is known by the array and where in it the range begins; which array that is, its scope tells, also
 * that of a read-only view, which does not give the array itself.
 *
 * @param segment the memory; the same as the user's, so that an array or an automatic arena stays while the range does
 * @param start the first address, or the first byte in the array
 * @param bytes the size
 */
record HostRange(MemorySegment segment, long start, long bytes) {

    /** A thread that owns no arena, and never runs. */
    private static final Thread STRANGER = Thread.ofPlatform().unstarted(() -> {});

    static HostRange of(MemorySegment segment) {
        return new HostRange(segment, segment.address(), segment.byteSize());
    }

    /** What is equal for all segments of an array, and for no others. Meaningful for memory of arrays. */
    MemorySegment.Scope array() {
        return segment.scope();
    }

    boolean isNative() {
        return segment.isNative();
    }

    boolean isEmpty() {
        return bytes == 0;
    }

    /** The first byte behind the range. */
    long end() {
        return start + bytes;
    }

    /** Whether this range has a byte of the other one; if that is empty, whether it has the byte that it begins at. */
    boolean meets(HostRange other) {
        boolean near = other.isEmpty()
                ? start <= other.start && other.start < end()
                : start < other.end() && other.start < end();
        return near && isOfTheSameMemory(other);
    }

    /** Whether another range, which this one meets, is inside this one. */
    boolean covers(HostRange other) {
        return start <= other.start && other.end() <= end();
    }

    private boolean isOfTheSameMemory(HostRange other) {
        return isNative() || other.isNative() ? isNative() && other.isNative() : array().equals(other.array());
    }

    /** Whether the arena of the memory was closed. */
    boolean isOver() {
        return !segment.scope().isAlive();
    }

    /** Whether both are of memory that is there now, or that went together. */
    boolean isContemporaryOf(HostRange other) {
        return segment.scope().equals(other.segment.scope()) || !isOver() && !other.isOver();
    }

    /** Whether both are of memory that is there now. */
    boolean isThereWith(HostRange other) {
        return !isOver() && !other.isOver();
    }

    /** Checks that the memory is still there. */
    void checkAlive() {
        if (isOver()) {
            throw new IllegalArgumentException("the arena of the memory was closed: " + this);
        }
    }

    /** Checks that data can be copied out to it. */
    void checkWritable() {
        checkAlive();
        if (segment.isReadOnly()) {
            throw new IllegalArgumentException("data cannot be copied out to read-only memory: " + this
                    + "; use the array or segment that this is a read-only view of, or delete the data");
        }
        if (!segment.isAccessibleBy(STRANGER)) {
            throw new UnsupportedFeatureException(
                    "data cannot be copied out to a confined arena, since another thread does it: " + this
                            + "; use a shared or automatic arena or an array");
        }
    }

    @Override
    public String toString() {
        String memory = isNative()
                ? "address=0x" + Long.toHexString(start)
                : "array=" + segment.heapBase().map(HostRange::name).orElse("read-only") + " offset=" + start;
        return memory + " bytes=" + bytes;
    }

    private static String name(Object array) {
        return array.getClass().getComponentType() + "[]@" + Integer.toHexString(System.identityHashCode(array));
    }
}
