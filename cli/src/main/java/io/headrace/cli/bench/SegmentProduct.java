package io.headrace.cli.bench;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.headrace.memory.NativeMemory;
import java.lang.foreign.MemorySegment;

/** As a loop in blocks over native memory of the device's kind, with {@code long} indices, the rows shared by two threads. */
final class SegmentProduct extends Product {

    private static final long ALIGNMENT = 64;

    private final NativeMemory memory;
    private final MemorySegment a;
    private final MemorySegment b;
    private final MemorySegment c;

    SegmentProduct(int n) {
        super(n);
        long bytes = (long) n * n * Float.BYTES;
        memory = NativeMemory.allocate(3 * bytes, ALIGNMENT);
        a = memory.segment().asSlice(0, bytes);
        b = memory.segment().asSlice(bytes, bytes);
        c = memory.segment().asSlice(2 * bytes, bytes);
        for (int i = 0; i < n * n; i++) {
            a.setAtIndex(JAVA_FLOAT, i, a(i));
            b.setAtIndex(JAVA_FLOAT, i, b(i));
        }
    }

    @Override
    long nanos() throws InterruptedException {
        long n = n();
        long rows = n / THREADS;
        return Together.nanos(THREADS, thread -> {
            long first = thread * rows;
            c.asSlice(first * n * Float.BYTES, rows * n * Float.BYTES).fill((byte) 0);
            for (long y = first; y < first + rows; y += BLOCK) {
                for (long k = 0; k < n; k += BLOCK) {
                    for (long x = 0; x < n; x += BLOCK) {
                        addBlock(a, b, c, y, k, x, n);
                    }
                }
            }
        });
    }

    private static void addBlock(
            MemorySegment a, MemorySegment b, MemorySegment c, long firstY, long firstK, long firstX, long n) {
        for (long y = firstY; y < firstY + BLOCK; y++) {
            for (long k = firstK; k < firstK + BLOCK; k += 4) {
                addRows(a, y * n + k, b, k * n + firstX, n, c, y * n + firstX);
            }
        }
    }

    /** Adds four rows of {@code b}, {@code step} apart, to a row of {@code c}. */
    private static void addRows(
            MemorySegment a, long atA, MemorySegment b, long atB, long step, MemorySegment c, long atC) {
        float a0 = a.getAtIndex(JAVA_FLOAT, atA);
        float a1 = a.getAtIndex(JAVA_FLOAT, atA + 1);
        float a2 = a.getAtIndex(JAVA_FLOAT, atA + 2);
        float a3 = a.getAtIndex(JAVA_FLOAT, atA + 3);
        for (long x = 0; x < BLOCK; x++) {
            float sum = a0 * b.getAtIndex(JAVA_FLOAT, atB + x)
                    + a1 * b.getAtIndex(JAVA_FLOAT, atB + step + x)
                    + a2 * b.getAtIndex(JAVA_FLOAT, atB + 2 * step + x)
                    + a3 * b.getAtIndex(JAVA_FLOAT, atB + 3 * step + x);
            c.setAtIndex(JAVA_FLOAT, atC + x, c.getAtIndex(JAVA_FLOAT, atC + x) + sum);
        }
    }

    @Override
    float element(int index) {
        return c.getAtIndex(JAVA_FLOAT, index);
    }

    @Override
    public void close() {
        memory.free();
    }
}
