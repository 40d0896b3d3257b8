package io.headrace.spi;

import java.lang.foreign.MemorySegment;

/**
 * Copies of rows within the host's memory, as if the source had been read before the first byte was written.
 *
 * <p>A row that moves down in memory (to a lower address) can only overwrite itself and rows before it in the source: it
 * would end behind the beginning of the next row of the source only if it were longer than the pitch. In the same way a row
 * that moves up can only overwrite itself and rows behind it. And since neighbours are a pitch apart in both, a row that
 * moves down overwrites none that moves up, nor the other way round. So all that move down go first to last, and all that
 * move up go last to first, whatever the pitches.
 *
 * <p>Long rows go piece by piece, since one call keeps the process from a safepoint until it ends. For drivers.
 */
public final class HostRows {

    private HostRows() {}

    /**
     * Copies rows from the beginning of a segment to the beginning of another.
     *
     * @param fromPitch bytes from one row to the next in the source
     * @param toPitch the same in the destination
     * @param rowBytes at least 1, at most either pitch
     * @param rows how many
     * @param piece the most that is copied at a time, at least 1
     */
    public static void copy(
            MemorySegment from, long fromPitch, MemorySegment to, long toPitch, long rowBytes, long rows, long piece) {
        long shift = to.address() - from.address();
        long spread = toPitch - fromPitch;
        for (long row = 0; row < rows; row++) {
            if (shift + row * spread < 0) {
                copyRow(from, row * fromPitch, to, row * toPitch, rowBytes, piece);
            }
        }
        for (long row = rows - 1; row >= 0; row--) {
            if (shift + row * spread >= 0) {
                copyRow(from, row * fromPitch, to, row * toPitch, rowBytes, piece);
            }
        }
    }

    private static void copyRow(MemorySegment from, long at, MemorySegment to, long target, long bytes, long piece) {
        boolean up = to.address() + target > from.address() + at;
        for (long done = 0; done < bytes; done += piece) {
            long size = Math.min(piece, bytes - done);
            long offset = up ? bytes - done - size : done;
            MemorySegment.copy(from, at + offset, to, target + offset, size);
        }
    }
}
