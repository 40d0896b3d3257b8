package io.headrace.host;

import io.headrace.memory.Words;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Fills memory with a repeated pattern: a first block by stores, the rest by copies of what is there. Helpers take their share of
 * what is large: memory that was never touched comes from the operating system page by page, which one thread waits for longer
 * than it writes. One for each queue.
 */
final class Fills {

    /** Stays in the fastest caches while it is copied over and over. */
    private static final long BLOCK_BYTES = 16 << 10;

    /** From so many bytes on, a fill takes some hundred microseconds, and is worth help. */
    static final long SPLIT_BYTES = 4 * Copies.PIECE_BYTES;

    private final Workers workers;

    /**
     * @param workers helps with large fills
     */
    Fills(Workers workers) {
        this.workers = workers;
    }

    /**
     * Fills bytes from an address on.
     *
     * @param bytes a multiple of the pattern's bytes
     * @param pattern the pattern in its low bytes, in native byte order
     * @param patternBytes 1, 2, 4 or 8
     * @param doorbell that of the calling thread
     */
    void fill(long address, long bytes, long pattern, int patternBytes, Doorbell doorbell) {
        long word = repeat(pattern, patternBytes);
        long pieces = (bytes + Copies.PIECE_BYTES - 1) / Copies.PIECE_BYTES;
        if (bytes < SPLIT_BYTES || !workers.haveHelpers()) {
            fillPieces(address, bytes, word, 0, pieces);
        } else {
            workers.run(new SplitWork(
                    (begin, end) -> fillPieces(address, bytes, word, begin, end), pieces, 0, 1, doorbell));
        }
    }

    /** Whole patterns are in a piece, so that each begins with one. */
    private static void fillPieces(long address, long bytes, long word, long begin, long end) {
        for (long piece = begin; piece < end; piece++) {
            long offset = piece * Copies.PIECE_BYTES;
            long count = Math.min(Copies.PIECE_BYTES, bytes - offset);
            if (word == repeat(word, 1)) {
                Words.ALL.asSlice(address + offset, count).fill((byte) word);
            } else {
                fillWords(address + offset, count, word);
            }
        }
    }

    private static long repeat(long pattern, int patternBytes) {
        return switch (patternBytes) {
            case 1 -> (pattern & 0xFF) * 0x0101010101010101L;
            case 2 -> (pattern & 0xFFFF) * 0x0001000100010001L;
            case 4 -> (pattern & 0xFFFF_FFFFL) * 0x0000000100000001L;
            case 8 -> pattern;
            default ->
                throw new IllegalArgumentException("a pattern has 1, 2, 4 or 8 bytes: patternBytes=" + patternBytes);
        };
    }

    private static void fillWords(long address, long bytes, long word) {
        long block = Math.min(bytes & -Long.BYTES, BLOCK_BYTES);
        for (long done = 0; done < block; done += Long.BYTES) {
            Words.ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, address + done, word);
        }
        if (block == 0) {
            // Less than one word: its first bytes in memory.
            MemorySegment one = MemorySegment.ofArray(new long[] {word});
            MemorySegment.copy(one, 0, Words.ALL, address, bytes);
            return;
        }
        // A whole number of patterns is in the block, so that each copy of its beginning goes on where the last one
        // ended.
        for (long done = block; done < bytes; ) {
            long count = Math.min(block, bytes - done);
            MemorySegment.copy(Words.ALL, address, Words.ALL, address + done, count);
            done += count;
        }
    }
}
