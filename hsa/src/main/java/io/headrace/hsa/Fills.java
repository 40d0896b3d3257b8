package io.headrace.hsa;

import io.headrace.memory.Words;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Fills with patterns of 1, 2, 4 and 8 bytes, at any address: a piece of the pattern is copied from the host, then what is filled already
 * is copied behind itself. ROCr's own fill waits for its end, and takes patterns of 4 bytes at multiples of 4 only. For the queue's thread.
 */
final class Fills {

    private static final long PIECE_BYTES = 4_096;

    private final Submitter submitter;

    Fills(Submitter submitter) {
        this.submitter = submitter;
    }

    void fill(long address, long bytes, long pattern, int patternBytes) {
        long filled = Math.min(bytes, PIECE_BYTES);
        long piece = submitter.takeHost(filled);
        write(piece, filled, pattern, patternBytes);
        HsaContext context = submitter.context();
        Copies.Place target = new Copies.Place(address, context.agent().handle());
        submitter.copies().copy(new Copies.Place(piece, context.library().host().handle()), target, filled);
        while (filled < bytes) {
            long more = Math.min(filled, bytes - filled);
            submitter.copies().copy(target, target.plus(filled), more);
            filled += more;
        }
    }

    private static void write(long address, long bytes, long pattern, int patternBytes) {
        MemorySegment piece = Words.ALL.asSlice(address, bytes);
        for (int i = 0; i < patternBytes; i++) {
            piece.set(ValueLayout.JAVA_BYTE, i, (byte) (pattern >>> (Byte.SIZE * i)));
        }
        for (long done = patternBytes; done < bytes; done *= 2) {
            MemorySegment.copy(piece, 0, piece, done, Math.min(done, bytes - done));
        }
    }
}
