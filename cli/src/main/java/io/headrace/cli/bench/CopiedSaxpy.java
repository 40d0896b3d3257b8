package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.Stream;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;

/** {@code y = a * x + y} by a kernel of a class of its own, the launches one behind the other on one stream. */
final class CopiedSaxpy implements AutoCloseable {

    private final Stream stream;
    private final F32 x;
    private final F32 y;
    private final Kernel1D kernel;
    private long passes;

    CopiedSaxpy(Device device, int length) throws InterruptedException {
        stream = device.stream();
        x = device.f32(length);
        y = device.f32(length);
        kernel = Kernels.copy().saxpy(Saxpy.A, x, y);
        stream.fill(x, 2).await();
    }

    /** Computes so many passes; returns the microseconds of one. */
    double microseconds(int count) throws InterruptedException {
        Range range = Range.of(x.length());
        long start = System.nanoTime();
        for (int pass = 0; pass < count; pass++) {
            stream.launch(range, kernel);
        }
        stream.await();
        long nanos = System.nanoTime() - start;
        passes += count;
        return nanos / 1_000.0 / count;
    }

    /** Checks the result of all passes so far. */
    void check() throws InterruptedException {
        float[] result = new float[(int) y.length()];
        stream.copy(y, result).await();
        float expected = passes * Saxpy.A * 2;
        for (float value : result) {
            if (value != expected) {
                throw new IllegalStateException("a wrong result: value=" + value + " expected=" + expected);
            }
        }
    }

    @Override
    public void close() {
        stream.close();
        x.close();
        y.close();
    }
}
