package io.headrace.opencl;

import io.headrace.spi.DeviceMemory;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Pinned memory through which a queue's thread moves other host memory: a ring of bytes, in which pieces are taken in order and
 * become free in order, each once its command has ended. Confined to the thread.
 */
final class Staging {

    /** So much larger than a piece that two which are not done with yet, and what is left over at the end, leave room for a third. */
    private static final int PIECES = 4;

    private static final long ALIGNMENT = 64;

    /** @param event that of the piece's command; released when the piece is waited for */
    private record Piece(long event, long end) {}

    private final ClContext context;
    private final ClCommands commands;
    private final ClLoop loop;
    private final PinnedHeap pinned;
    private final long pieceBytes;
    private final long capacity;
    private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
    private @Nullable DeviceMemory memory;
    private long head;
    private long tail;
    private long taken;
    private long waited;

    Staging(ClContext context, ClCommands commands, ClLoop loop, PinnedHeap pinned, long pieceBytes) {
        this.context = context;
        this.commands = commands;
        this.loop = loop;
        this.pinned = pinned;
        this.pieceBytes = pieceBytes;
        capacity = PIECES * pieceBytes;
    }

    /** The size of the largest piece. */
    long pieceBytes() {
        return pieceBytes;
    }

    /** Takes room for a piece; waits for older ones where there is none. Gives its address. */
    long take(long bytes) {
        DeviceMemory ring = memory;
        if (ring == null) {
            ring = pinned.allocate(capacity);
            memory = ring;
        }
        long begin = (head + ALIGNMENT - 1) & -ALIGNMENT;
        if (begin % capacity + bytes > capacity) {
            begin += capacity - begin % capacity;
        }
        while (begin + bytes - tail > capacity) {
            awaitOldest();
        }
        head = begin + bytes;
        return ring.address() + begin % capacity;
    }

    /** The last command is that of the piece taken last. Gives the piece's number. */
    long mark() {
        long event = commands.lastEvent();
        context.check("clRetainEvent", context.api().retainEvent(event));
        pieces.add(new Piece(event, head));
        return ++taken;
    }

    /** Waits until the command of a piece, and of those before it, has ended. */
    void await(long number) {
        while (waited < number) {
            awaitOldest();
        }
    }

    private void awaitOldest() {
        Piece oldest = pieces.element();
        try {
            loop.await(oldest.event);
        } finally {
            pieces.remove();
            waited++;
            tail = oldest.end;
            context.api().releaseEvent(oldest.event);
        }
    }

    /** The queue has ended. */
    void close() {
        pieces.forEach(piece -> context.api().releaseEvent(piece.event));
        if (memory != null) {
            memory.free();
        }
    }
}
