package io.headrace.hsa;

import io.headrace.spi.DeviceMemory;

/**
 * Host memory that the GPU reads, for what belongs to one packet: kernels' arguments and patterns. A ring of bytes, in which room is taken
 * by who submits, in order, and becomes free in order, when packets end.
 */
final class HostRing {

    static final long NONE = 0;

    /** That of the packets themselves; kernels' arguments need 16 at least. */
    private static final long ALIGNMENT = 64;

    private final DeviceMemory memory;
    private final long capacity;
    private long head;
    private volatile long tail;

    /** Takes the memory over; its size is a power of two. */
    HostRing(DeviceMemory memory) {
        this.memory = memory;
        capacity = memory.bytes();
    }

    /** How much can be taken at once, if nothing else is taken. */
    long mostBytes() {
        return capacity / 2;
    }

    /** Takes room; {@link #NONE} if there is none now. */
    long take(long bytes) {
        long size = size(bytes);
        long begin = begin(size);
        if (begin + size - tail > capacity) {
            return NONE;
        }
        head = begin + size;
        return memory.address() + (begin & (capacity - 1));
    }

    /** Whether room for some pieces can be taken now, in whatever order. */
    boolean hasRoom(long bytes) {
        // A piece that does not fit before the ring's end leaves less than its size there.
        return head + 2 * bytes - tail <= capacity;
    }

    /** What a piece takes. */
    static long size(long bytes) {
        return Math.max(ALIGNMENT, (bytes + ALIGNMENT - 1) & -ALIGNMENT);
    }

    /** Where a piece that is taken now begins: pieces do not go over the ring's end. */
    private long begin(long size) {
        long offset = head & (capacity - 1);
        return offset + size > capacity ? head + capacity - offset : head;
    }

    /** Up to where room has been taken. */
    long position() {
        return head;
    }

    /** All that was taken up to a position is free. Called by one thread at a time. */
    void freeTo(long position) {
        if (position > tail) {
            tail = position;
        }
    }

    /** The queue has ended. */
    void close() {
        memory.free();
    }
}
