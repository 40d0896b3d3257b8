package io.headrace.cuda;

import java.util.ArrayDeque;

/**
 * Pinned memory through which a queue's thread moves other host memory: a ring of bytes, in which pieces are taken in order and
 * become free in order, each once the stream has passed it. Confined to the thread.
 */
final class Staging {

    /** So much larger than a piece that two which are not done with yet, and what is left over at the end, leave room for a third. */
    private static final int PIECES = 4;

    private static final long ALIGNMENT = 64;
    private static final int PORTABLE_AND_MAPPED = 3;

    private record Piece(long number, long end) {}

    private final CudaContext context;
    private final QueueStream stream;
    private final QueueLoop loop;
    private final long pieceBytes;
    private final long capacity;
    private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
    private long address;
    private long head;
    private long tail;
    private long numbers;

    Staging(CudaContext context, QueueStream stream, QueueLoop loop, long pieceBytes) {
        this.context = context;
        this.stream = stream;
        this.loop = loop;
        this.pieceBytes = pieceBytes;
        capacity = PIECES * pieceBytes;
    }

    /** The size of the largest piece. */
    long pieceBytes() {
        return pieceBytes;
    }

    /** Takes room for a piece; waits for older ones where there is none. Gives its address. */
    long take(long bytes) {
        if (address == 0) {
            address = context.result(
                    "cuMemHostAlloc bytes=" + capacity,
                    at -> context.api().memHostAlloc(at, capacity, PORTABLE_AND_MAPPED));
        }
        long begin = (head + ALIGNMENT - 1) & -ALIGNMENT;
        if (begin % capacity + bytes > capacity) {
            begin += capacity - begin % capacity;
        }
        while (begin + bytes - tail > capacity) {
            Piece oldest = pieces.remove();
            loop.awaitPieces(oldest.number);
            tail = oldest.end;
        }
        head = begin + bytes;
        return address + begin % capacity;
    }

    /** All that is in the stream so far belongs to the piece taken last, or to older ones. Gives the piece's number. */
    long mark() {
        long number = ++numbers;
        context.check("mark a piece", stream.pieces().mark(number));
        stream.called(1);
        pieces.add(new Piece(number, head));
        return number;
    }

    /** Waits until the stream has passed a piece. */
    void await(long number) {
        loop.awaitPieces(number);
    }

    /** The queue has ended. */
    void close() {
        long memory = address;
        if (memory != 0 && context.failure() == null) {
            Chores.add(() -> {
                context.enter();
                context.check("cuMemFreeHost", context.api().memFreeHost(memory));
            });
        }
    }
}
