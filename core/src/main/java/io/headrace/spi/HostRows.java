package io.headrace.spi;

import java.lang.foreign.MemorySegment;

/**
 * Copies of rows within the host's memory, as if the source had been read before the first byte was written, in the order of
 * {@link RowOrder}.
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
        RowOrder.forEach(
                to.address() - from.address(),
                toPitch - fromPitch,
                rows,
                row -> copyRow(from, row * fromPitch, to, row * toPitch, rowBytes, piece));
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
