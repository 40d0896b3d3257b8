package io.headrace.spi;

import java.util.ArrayDeque;

/**
 * Pinned memory through which a queue's thread moves other host memory: a ring of bytes, in which pieces are taken in order and
 * become free in order, each once the device is done with it. A driver says what is pinned, and how the device's coming on is seen. For drivers;
 * confined to the thread.
 */
public abstract class StagingRing {

    /** So much larger than a piece that two which are not done with yet, and what is left over at the end, leave room for a third. */
    private static final int PIECES = 4;

    private static final long ALIGNMENT = 64;

    private record Piece(long mark, long end) {}

    private final long pieceBytes;
    private final long capacity;
    private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
    private long address;
    private long head;
    private long tail;
    private long marked;
    private long awaited;

    /**
     * A ring without memory, which is allocated when it is needed.
     *
     * @param pieceBytes the size of the largest piece
     */
    protected StagingRing(long pieceBytes) {
        this.pieceBytes = pieceBytes;
        capacity = PIECES * pieceBytes;
    }

    /** Allocates the ring's memory; gives its address, not 0. */
    protected abstract long allocate(long bytes);

    /** Frees the ring's memory, of which nothing is used any more. */
    protected abstract void free();

    /** What was submitted so far belongs to the piece taken last, or to older ones. Gives by what {@link #awaitMark} knows the place. */
    protected abstract long makeMark();

    /** Waits until the device has passed a mark; each once, in their order. What it throws ends the wait for good. */
    protected abstract void awaitMark(long mark);

    /** A mark is not waited for any more. */
    protected void dropMark(long mark) {}

    /** The size of the largest piece. */
    public final long pieceBytes() {
        return pieceBytes;
    }

    /** Takes room for a piece; waits for older ones where there is none. Gives its address. */
    public final long take(long bytes) {
        if (address == 0) {
            address = allocate(capacity);
        }
        long begin = (head + ALIGNMENT - 1) & -ALIGNMENT;
        if (begin % capacity + bytes > capacity) {
            begin += capacity - begin % capacity;
        }
        while (begin + bytes - tail > capacity) {
            awaitOldest();
        }
        head = begin + bytes;
        return address + begin % capacity;
    }

    /** What was submitted last belongs to the piece taken last. Gives the piece's number. */
    public final long mark() {
        pieces.add(new Piece(makeMark(), head));
        return ++marked;
    }

    /** Waits until the device is done with a piece, and with those before it. */
    public final void await(long number) {
        while (awaited < number) {
            awaitOldest();
        }
    }

    private void awaitOldest() {
        Piece oldest = pieces.remove();
        awaited++;
        tail = oldest.end;
        awaitMark(oldest.mark);
    }

    /** The queue has ended. */
    public final void close() {
        pieces.forEach(piece -> dropMark(piece.mark));
        if (address != 0) {
            free();
        }
    }
}
