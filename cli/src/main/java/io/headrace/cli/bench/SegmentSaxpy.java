package io.headrace.cli.bench;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.headrace.memory.NativeMemory;
import java.lang.foreign.MemorySegment;

/** As a loop written by hand over native memory, with a {@code long} index; the memory is of the device's own kind. */
final class SegmentSaxpy extends Saxpy {

    private static final long ALIGNMENT = 64;

    private final int threads;
    private final NativeMemory memoryOfX;
    private final NativeMemory memoryOfY;
    private final MemorySegment x;
    private final MemorySegment y;

    SegmentSaxpy(int length, int threads) {
        super(length);
        this.threads = threads;
        memoryOfX = NativeMemory.allocate((long) length * Float.BYTES, ALIGNMENT);
        memoryOfY = NativeMemory.allocate((long) length * Float.BYTES, ALIGNMENT);
        x = memoryOfX.segment();
        y = memoryOfY.segment();
        for (long i = 0; i < length; i++) {
            x.setAtIndex(JAVA_FLOAT, i, x(i));
        }
        y.fill((byte) 0);
    }

    @Override
    long nanos(int passes) throws InterruptedException {
        long share = length() / threads;
        return Together.nanos(threads, thread -> {
            long from = thread * share;
            long to = thread == threads - 1 ? length() : from + share;
            for (int pass = 0; pass < passes; pass++) {
                saxpy(A, x, y, from, to);
            }
        });
    }

    private static void saxpy(float a, MemorySegment x, MemorySegment y, long from, long to) {
        for (long i = from; i < to; i++) {
            y.setAtIndex(JAVA_FLOAT, i, a * x.getAtIndex(JAVA_FLOAT, i) + y.getAtIndex(JAVA_FLOAT, i));
        }
    }

    @Override
    float y(long index) {
        return y.getAtIndex(JAVA_FLOAT, index);
    }

    @Override
    public void close() {
        memoryOfX.free();
        memoryOfY.free();
    }
}
