package io.headrace.host;

import java.lang.foreign.MemorySegment;

/**
 * Copies of any size, as if the source had been read before the first byte was written.
 *
 * <p>They go piece by piece: a single call would keep the whole process from reaching a safepoint until it ends, and would
 * make the close of an arena wait as long.
 */
final class Copies {

    /** The size of pieces where nothing else is asked for. */
    static final long PIECE_BYTES = 1L << 20;

    private Copies() {}

    /**
     * Copies the first bytes of a segment to another.
     *
     * @param pieceBytes the size of pieces, at least 1
     */
    static void copy(MemorySegment from, MemorySegment to, long bytes, long pieceBytes) {
        if (mustGoBackwards(from, to)) {
            for (long end = bytes; end > 0; end -= pieceBytes) {
                long begin = Math.max(0, end - pieceBytes);
                MemorySegment.copy(from, begin, to, begin, end - begin);
            }
        } else {
            for (long begin = 0; begin < bytes; begin += pieceBytes) {
                MemorySegment.copy(from, begin, to, begin, Math.min(pieceBytes, bytes - begin));
            }
        }
    }

    /** Whether the destination begins inside the source: forwards, the first piece would overwrite what others still read. */
    private static boolean mustGoBackwards(MemorySegment from, MemorySegment to) {
        return from.address() < to.address() && from.asOverlappingSlice(to).isPresent();
    }
}
