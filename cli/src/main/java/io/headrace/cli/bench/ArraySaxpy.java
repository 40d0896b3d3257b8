package io.headrace.cli.bench;

/** As a loop written by hand over arrays on the heap. */
final class ArraySaxpy extends Saxpy {

    private final int threads;
    private final float[] x;
    private final float[] y;

    ArraySaxpy(int length, int threads) {
        super(length);
        this.threads = threads;
        x = new float[length];
        y = new float[length];
        for (int i = 0; i < length; i++) {
            x[i] = x(i);
        }
    }

    @Override
    long nanos(int passes) throws InterruptedException {
        int share = x.length / threads;
        return Together.nanos(threads, thread -> {
            int from = thread * share;
            int to = thread == threads - 1 ? x.length : from + share;
            for (int pass = 0; pass < passes; pass++) {
                saxpy(A, x, y, from, to);
            }
        });
    }

    private static void saxpy(float a, float[] x, float[] y, int from, int to) {
        for (int i = from; i < to; i++) {
            y[i] = a * x[i] + y[i];
        }
    }

    @Override
    float y(long index) {
        return y[(int) index];
    }
}
