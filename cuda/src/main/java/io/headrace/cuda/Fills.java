package io.headrace.cuda;

import io.headrace.spi.Command;

/** Fills device memory with patterns of 1, 2, 4 and 8 bytes, at any address. */
final class Fills {

    /** What is filled column by column; what is beyond it is copied from there, in ever larger parts. */
    private static final long SEED_BYTES = 1 << 16;

    private final Submitter submitter;
    private final CudaApi api;
    private final long stream;

    Fills(Submitter submitter) {
        this.submitter = submitter;
        this.api = submitter.context().api();
        this.stream = submitter.stream().handle();
    }

    /** Puts a fill into the stream. */
    void fill(long address, long bytes, long pattern, int patternBytes) {
        if (Command.Fill.isOneByte(pattern, patternBytes)) {
            called(api.memsetD8Async(address, (byte) pattern, bytes, stream));
        } else if (patternBytes == Short.BYTES && address % Short.BYTES == 0) {
            called(api.memsetD16Async(address, (short) pattern, bytes / Short.BYTES, stream));
        } else if (patternBytes == Integer.BYTES && address % Integer.BYTES == 0) {
            called(api.memsetD32Async(address, (int) pattern, bytes / Integer.BYTES, stream));
        } else if (patternBytes == Long.BYTES
                && address % Integer.BYTES == 0
                && (int) pattern == (int) (pattern >>> Integer.SIZE)) {
            called(api.memsetD32Async(address, (int) pattern, bytes / Integer.BYTES, stream));
        } else {
            byColumns(address, bytes, pattern, patternBytes);
        }
    }

    /** CUDA has no pattern of 8 bytes, and wants others at multiples of their size. Columns are of 4 bytes, or of one. */
    private void byColumns(long address, long bytes, long pattern, int patternBytes) {
        long seed = Math.min(bytes, SEED_BYTES);
        long rows = seed / patternBytes;
        if (patternBytes == Long.BYTES && address % Integer.BYTES == 0) {
            called(api.memsetD2D32Async(address, Long.BYTES, (int) pattern, 1, rows, stream));
            called(api.memsetD2D32Async(
                    address + Integer.BYTES, Long.BYTES, (int) (pattern >>> Integer.SIZE), 1, rows, stream));
        } else {
            for (int i = 0; i < patternBytes; i++) {
                called(api.memsetD2D8Async(address + i, patternBytes, (byte) (pattern >>> (8 * i)), 1, rows, stream));
            }
        }
        for (long filled = seed; filled < bytes; filled *= 2) {
            submitter.copyInDevice(address + filled, address, Math.min(filled, bytes - filled));
        }
    }

    private void called(int code) {
        submitter.called("fill memory", code);
    }
}
