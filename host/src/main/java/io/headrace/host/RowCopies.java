package io.headrace.host;

import java.lang.foreign.MemorySegment;

/**
 * Copies of rows, as if the source had been read before the first byte was written, without a place to keep it.
 *
 * <p>A row that moves down in memory (to a lower address) can only overwrite itself and rows before it in the source: it
 * would end behind the beginning of the next row of the source only if it were longer than the pitch. In the same way a row
 * that moves up can only overwrite itself and rows behind it. And since neighbours are a pitch apart in both, a row that
 * moves down overwrites none that moves up, nor the other way round. So all that move down go first to last, and all that
 * move up go last to first, whatever the pitches.
 */
final class RowCopies {

    private RowCopies() {}

    /**
     * Copies rows from the beginning of a segment to the beginning of another.
     *
     * @param rowBytes at least 1, at most either pitch
     * @param pieceBytes the most that is copied at a time, at least 1
     */
    static void copy(
            MemorySegment from,
            long fromPitch,
            MemorySegment to,
            long toPitch,
            long rowBytes,
            long rows,
            long pieceBytes) {
        long shift = to.address() - from.address();
        long spread = toPitch - fromPitch;
        for (long row = 0; row < rows; row++) {
            if (shift + row * spread < 0) {
                copyRow(from, row * fromPitch, to, row * toPitch, rowBytes, pieceBytes);
            }
        }
        for (long row = rows - 1; row >= 0; row--) {
            if (shift + row * spread >= 0) {
                copyRow(from, row * fromPitch, to, row * toPitch, rowBytes, pieceBytes);
            }
        }
    }

    private static void copyRow(MemorySegment from, long at, MemorySegment to, long target, long bytes, long piece) {
        if (bytes <= piece) {
            MemorySegment.copy(from, at, to, target, bytes);
        } else {
            Copies.copy(from.asSlice(at, bytes), to.asSlice(target, bytes), bytes, piece);
        }
    }
}
