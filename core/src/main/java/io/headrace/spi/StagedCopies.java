package io.headrace.spi;

import io.headrace.memory.Words;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/**
 * Copies for which a queue's thread waits: of host memory whose life the library does not control, which is moved by ordinary Java
 * copies through a {@link StagingRing}, so that a closed arena is an exception; and between parts of device memory that overlap, by way of
 * other device memory. A driver says how pieces are copied. For drivers; confined to the thread.
 *
 * @param <M> what stands for a place in device memory; offsets from it are in bytes
 */
public abstract class StagedCopies<M> {

    /** The size of the device memory through which overlapping copies go. */
    protected static final long SCRATCH_BYTES = 4L << 20;

    private final StagingRing ring;
    private final long pieceBytes;

    /** Copies through a ring, which these close. */
    protected StagedCopies(StagingRing ring) {
        this.ring = ring;
        pieceBytes = ring.pieceBytes();
    }

    /** A part of a piece that is on its way down. */
    private record Down(long number, long address, long at, long bytes) {}

    /** Whether rows so far apart are copied by one call; if not, each is copied by itself. */
    protected abstract boolean takesRows(long pitch);

    /** Submits a copy of rows that follow each other closely at an address of the ring. */
    protected abstract void copyUp(long address, M to, long at, long pitch, long rowBytes, long rows);

    /** Submits a copy of rows that are to follow each other closely at an address of the ring. */
    protected abstract void copyDown(M from, long at, long pitch, long address, long rowBytes, long rows);

    /** Submits a copy of rows within the device that do not overlap. */
    protected abstract void copyInDevice(
            M from, long fromAt, long fromPitch, M to, long toAt, long toPitch, long rowBytes, long rows);

    /** How far a place is behind another one. */
    protected abstract long distance(M from, M to);

    /** {@link #SCRATCH_BYTES} of device memory, the same each time. */
    protected abstract M scratch();

    /** The ring. */
    protected final StagingRing ring() {
        return ring;
    }

    /** Copies rows to the device. */
    protected final void upload(MemorySegment from, long fromPitch, M to, long toPitch, long rowBytes, long rows) {
        if (rows > 1 && rowBytes <= pieceBytes && takesRows(toPitch)) {
            long most = pieceBytes / rowBytes;
            for (long row = 0; row < rows; row += most) {
                long count = Math.min(most, rows - row);
                long address = ring.take(count * rowBytes);
                for (long i = 0; i < count; i++) {
                    MemorySegment.copy(from, (row + i) * fromPitch, Words.ALL, address + i * rowBytes, rowBytes);
                }
                copyUp(address, to, row * toPitch, toPitch, rowBytes, count);
                ring.mark();
            }
            return;
        }
        for (long row = 0; row < rows; row++) {
            for (long done = 0; done < rowBytes; done += pieceBytes) {
                long bytes = Math.min(pieceBytes, rowBytes - done);
                long address = ring.take(bytes);
                MemorySegment.copy(from, row * fromPitch + done, Words.ALL, address, bytes);
                copyUp(address, to, row * toPitch + done, bytes, bytes, 1);
                ring.mark();
            }
        }
    }

    /** Copies rows from the device; nothing that was submitted before is left when it returns. */
    protected final void download(M from, long fromPitch, MemorySegment to, long toPitch, long rowBytes, long rows) {
        ArrayDeque<Down> coming = new ArrayDeque<>(2);
        if (rows > 1 && rowBytes <= pieceBytes && takesRows(fromPitch)) {
            long most = pieceBytes / rowBytes;
            for (long row = 0; row < rows; row += most) {
                long count = Math.min(most, rows - row);
                if (coming.size() == 2) {
                    land(coming.remove(), to, toPitch, rowBytes);
                }
                long address = ring.take(count * rowBytes);
                copyDown(from, row * fromPitch, fromPitch, address, rowBytes, count);
                coming.add(new Down(ring.mark(), address, row * toPitch, count * rowBytes));
            }
        } else {
            for (long row = 0; row < rows; row++) {
                for (long done = 0; done < rowBytes; done += pieceBytes) {
                    long bytes = Math.min(pieceBytes, rowBytes - done);
                    if (coming.size() == 2) {
                        land(coming.remove(), to, toPitch, rowBytes);
                    }
                    long address = ring.take(bytes);
                    copyDown(from, row * fromPitch + done, bytes, address, bytes, 1);
                    coming.add(new Down(ring.mark(), address, row * toPitch + done, bytes));
                }
            }
        }
        while (!coming.isEmpty()) {
            land(coming.remove(), to, toPitch, rowBytes);
        }
    }

    /** Waits for a piece and copies it to where it belongs: a part of one row, or whole rows. */
    private void land(Down piece, MemorySegment to, long toPitch, long rowBytes) {
        ring.await(piece.number);
        if (piece.bytes <= rowBytes) {
            MemorySegment.copy(Words.ALL, piece.address, to, piece.at, piece.bytes);
            return;
        }
        for (long row = 0; row < piece.bytes / rowBytes; row++) {
            MemorySegment.copy(Words.ALL, piece.address + row * rowBytes, to, piece.at + row * toPitch, rowBytes);
        }
    }

    /** Copies rows within the device that may overlap, in the order of {@link RowOrder}, each by way of other memory. */
    protected final void copyByWay(M from, long fromPitch, M to, long toPitch, long rowBytes, long rows) {
        M through = scratch();
        if (rowBytes * rows <= SCRATCH_BYTES && takesRows(Math.max(fromPitch, toPitch))) {
            copyInDevice(from, 0, fromPitch, through, 0, rowBytes, rowBytes, rows);
            copyInDevice(through, 0, rowBytes, to, 0, toPitch, rowBytes, rows);
            return;
        }
        RowOrder.forEach(
                distance(from, to),
                toPitch - fromPitch,
                rows,
                row -> copyRow(from, row * fromPitch, to, row * toPitch, rowBytes, through));
    }

    private void copyRow(M from, long fromAt, M to, long toAt, long bytes, M through) {
        boolean up = distance(from, to) + toAt - fromAt > 0;
        for (long done = 0; done < bytes; done += SCRATCH_BYTES) {
            long size = Math.min(SCRATCH_BYTES, bytes - done);
            long offset = up ? bytes - done - size : done;
            copyInDevice(from, fromAt + offset, size, through, 0, size, size, 1);
            copyInDevice(through, 0, size, to, toAt + offset, size, size, 1);
        }
    }
}
