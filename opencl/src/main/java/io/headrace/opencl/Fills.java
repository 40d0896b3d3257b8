package io.headrace.opencl;

import io.headrace.spi.Command;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Fills with patterns of 1, 2, 4 and 8 bytes, at any offset. */
final class Fills {

    /** The most that one command fills. NVIDIA's OpenCL takes sizes modulo 4 GiB, and says nothing. */
    static final long MOST_BYTES = 1L << 30;

    private final ClCommands commands;

    Fills(ClCommands commands) {
        this.commands = commands;
    }

    /** Fills a part of a buffer. OpenCL's patterns begin at multiples of their size. */
    void fill(long buffer, long offset, long bytes, long pattern, int patternBytes) {
        if (Command.Fill.isOneByte(pattern, patternBytes)) {
            commands.fill(buffer, offset, bytes, pattern, 1);
            return;
        }
        int before = (int) (-offset & (patternBytes - 1));
        if (before == 0) {
            commands.fill(buffer, offset, bytes, pattern, patternBytes);
            return;
        }
        // The same bytes, as single ones up to the first multiple, then in a pattern that is turned, then as single
        // ones.
        int after = patternBytes - before;
        fillBytes(buffer, offset, before, pattern);
        if (bytes > patternBytes) {
            int shift = Byte.SIZE * before;
            long low = patternBytes == Long.BYTES ? -1 : (1L << (Byte.SIZE * patternBytes)) - 1;
            long turned = (pattern & low) >>> shift | pattern << (Byte.SIZE * after);
            commands.fill(buffer, offset + before, bytes - patternBytes, turned, patternBytes);
        }
        fillBytes(buffer, offset + bytes - after, after, pattern >>> (Byte.SIZE * before));
    }

    private void fillBytes(long buffer, long offset, int count, long pattern) {
        for (int i = 0; i < count; i++) {
            commands.fill(buffer, offset + i, 1, pattern >>> (Byte.SIZE * i), 1);
        }
    }

    /** Fills host memory, piece by piece, since one call keeps the process from a safepoint until it ends. */
    static void fillHost(MemorySegment target, long pattern, int patternBytes, long pieceBytes) {
        for (int i = 0; i < patternBytes; i++) {
            target.set(ValueLayout.JAVA_BYTE, i, (byte) (pattern >>> (Byte.SIZE * i)));
        }
        long filled = patternBytes;
        while (filled < target.byteSize()) {
            long bytes = Math.min(Math.min(filled, target.byteSize() - filled), largest(pieceBytes, patternBytes));
            MemorySegment.copy(target, 0, target, filled, bytes);
            filled += bytes;
        }
    }

    private static long largest(long pieceBytes, int patternBytes) {
        return Math.max(patternBytes, pieceBytes & -patternBytes);
    }
}
