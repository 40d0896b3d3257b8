package io.headrace.cli.bench;

/** One way to compute {@code y = a * x + y} in 32-bit floats, over and over, on vectors of its own. */
abstract class Saxpy implements AutoCloseable {

    static final float A = 0.5f;

    /** Two floats are read and one is written. */
    private static final long BYTES_AN_ITEM = 3L * Float.BYTES;

    private final long length;
    private long passes;

    Saxpy(long length) {
        this.length = length;
    }

    long length() {
        return length;
    }

    /** What {@code x} holds. Small whole numbers, so that results are exact. */
    static float x(long index) {
        return index & 7;
    }

    /** Computes so many passes; returns their nanoseconds. */
    abstract long nanos(int passes) throws InterruptedException;

    /** What {@code y} holds. */
    abstract float y(long index) throws InterruptedException;

    /** Computes so many passes; returns the memory traffic in GB/s. */
    final double gigabytesPerSecond(int count) throws InterruptedException {
        long nanos = nanos(count);
        passes += count;
        return (double) (BYTES_AN_ITEM * length * count) / nanos;
    }

    /** Checks the result of all passes so far. */
    final void check() throws InterruptedException {
        for (long index : new long[] {0, 1, length / 2 - 1, length / 2, length - 1}) {
            float expected = passes * A * x(index);
            if (y(index) != expected) {
                throw new IllegalStateException(
                        "a wrong result: by=" + getClass().getSimpleName() + " index=" + index + " value=" + y(index)
                                + " expected=" + expected);
            }
        }
    }

    @Override
    public void close() {
        // Vectors on the heap go by themselves.
    }
}
