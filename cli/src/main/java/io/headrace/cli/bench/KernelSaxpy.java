package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.Stream;
import io.headrace.kernel.Range;
import java.lang.foreign.MemorySegment;

/** As a Java kernel on the device, the launches one behind the other on one stream. */
final class KernelSaxpy extends Saxpy {

    /** A multiple of the period of what {@code x} holds. */
    private static final int PIECE = 1 << 16;

    private final Stream stream;
    private final F32 x;
    private final F32 y;

    KernelSaxpy(Device device, int length) throws InterruptedException {
        super(length);
        stream = device.stream();
        x = device.f32(length);
        y = device.f32(length);
        float[] piece = new float[Math.min(PIECE, length)];
        for (int i = 0; i < piece.length; i++) {
            piece[i] = x(i);
        }
        for (int from = 0; from < length; from += piece.length) {
            F32 part = x.elements(from, Math.min(piece.length, length - from));
            stream.copy(MemorySegment.ofArray(piece).asSlice(0, part.bytes()), part);
        }
        stream.fill(y, 0).await();
    }

    @Override
    long nanos(int passes) throws InterruptedException {
        Range range = Range.of(length());
        long start = System.nanoTime();
        for (int pass = 0; pass < passes; pass++) {
            stream.launch(range, i -> y.set(i, A * x.get(i) + y.get(i)));
        }
        stream.await();
        return System.nanoTime() - start;
    }

    @Override
    float y(long index) throws InterruptedException {
        float[] one = new float[1];
        stream.copy(y.elements(index, 1), one).await();
        return one[0];
    }

    @Override
    public void close() {
        stream.close();
        x.close();
        y.close();
    }
}
