package io.headrace.hsa;

import io.headrace.memory.Words;
import io.headrace.spi.DeviceMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Copies of host memory whose life the library does not control: it is moved by ordinary Java copies, so that a closed arena is an
 * exception, through a few pieces of pinned memory, each of which is used again when its copy by the GPU has ended. For the queue's thread.
 */
final class HostCopies {

    private static final int PIECES = 4;

    /** Nothing was ever copied through a piece. */
    private static final long NO_PACKET = -1;

    private final Submitter submitter;
    private final Copies copies;
    private final PinnedHeap pinned;
    private final long hostAgent;
    private final long pieceBytes;
    private final Piece[] pieces = new Piece[PIECES];
    private int next;
    private @Nullable DeviceMemory memory;

    /** A piece of pinned memory. */
    private static final class Piece {

        private final long address;

        /** The packet that it was last used for, and the copy's signal, which is good until that packet has ended. */
        private long packet = NO_PACKET;

        private @Nullable HsaSignal copied;

        Piece(long address) {
            this.address = address;
        }
    }

    /** Rows of one piece that are on their way down: where they go, and how many bytes there are. */
    private record Down(Piece piece, long at, long bytes) {}

    HostCopies(Submitter submitter, Copies copies, PinnedHeap pinned, long pieceBytes) {
        this.submitter = submitter;
        this.copies = copies;
        this.pinned = pinned;
        this.pieceBytes = pieceBytes;
        hostAgent = submitter.context().library().host().handle();
    }

    /** What is done with a part of the rows: whole rows, or a part of one. */
    @FunctionalInterface
    private interface Part {

        /**
         * Does it.
         *
         * @param row the first row
         * @param offset where the part begins in it
         * @param bytes bytes of each row
         * @param count how many rows
         */
        void take(long row, long offset, long bytes, long count);
    }

    private void forEachPart(long rowBytes, long rows, Part part) {
        if (rowBytes <= pieceBytes) {
            long most = pieceBytes / rowBytes;
            for (long row = 0; row < rows; row += most) {
                part.take(row, 0, rowBytes, Math.min(most, rows - row));
            }
            return;
        }
        for (long row = 0; row < rows; row++) {
            for (long done = 0; done < rowBytes; done += pieceBytes) {
                part.take(row, done, Math.min(pieceBytes, rowBytes - done), 1);
            }
        }
    }

    void upload(MemorySegment from, long fromPitch, Copies.Place to, long toPitch, long rowBytes, long rows) {
        forEachPart(rowBytes, rows, (row, offset, bytes, count) -> {
            Piece piece = take();
            for (long i = 0; i < count; i++) {
                MemorySegment.copy(from, (row + i) * fromPitch + offset, Words.ALL, piece.address + i * bytes, bytes);
            }
            copies.copy(
                    new Copies.Place(piece.address, hostAgent),
                    bytes,
                    to.plus(row * toPitch + offset),
                    toPitch,
                    bytes,
                    count);
            used(piece);
        });
    }

    void download(Copies.Place from, long fromPitch, MemorySegment to, long toPitch, long rowBytes, long rows) {
        ArrayDeque<Down> coming = new ArrayDeque<>(2);
        forEachPart(rowBytes, rows, (row, offset, bytes, count) -> {
            if (coming.size() == 2) {
                land(coming.remove(), to, toPitch, rowBytes);
            }
            Piece piece = take();
            copies.copy(
                    from.plus(row * fromPitch + offset),
                    fromPitch,
                    new Copies.Place(piece.address, hostAgent),
                    bytes,
                    bytes,
                    count);
            used(piece);
            coming.add(new Down(piece, row * toPitch + offset, count * bytes));
        });
        while (!coming.isEmpty()) {
            land(coming.remove(), to, toPitch, rowBytes);
        }
    }

    /** Waits for a piece and copies it to where it belongs: a part of one row, or whole rows. */
    private void land(Down down, MemorySegment to, long toPitch, long rowBytes) {
        await(down.piece);
        for (long done = 0; done < down.bytes; done += rowBytes) {
            MemorySegment.copy(
                    Words.ALL,
                    down.piece.address + done,
                    to,
                    down.at + done / rowBytes * toPitch,
                    Math.min(rowBytes, down.bytes - done));
        }
    }

    private Piece take() {
        if (memory == null) {
            DeviceMemory made = pinned.allocate(PIECES * pieceBytes);
            memory = made;
            for (int i = 0; i < PIECES; i++) {
                pieces[i] = new Piece(made.address() + i * pieceBytes);
            }
        }
        Piece piece = pieces[next];
        next = (next + 1) % PIECES;
        await(piece);
        return piece;
    }

    private void used(Piece piece) {
        piece.packet = submitter.packetId();
        piece.copied = submitter.lastCopy();
    }

    private void await(Piece piece) {
        HsaSignal signal = piece.copied;
        if (signal != null && piece.packet == submitter.packetId()) {
            submitter.await(signal);
        }
        if (piece.packet < submitter.packetId()) {
            HsaQueue queue = submitter.queue();
            queue.loop().await(() -> queue.readIndex() > piece.packet);
        }
    }

    /** The queue has ended. */
    void close() {
        if (memory != null) {
            memory.free();
        }
    }
}
