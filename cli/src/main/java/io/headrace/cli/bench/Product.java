package io.headrace.cli.bench;

/**
 * One way to multiply two square matrices of 32-bit floats. All ways go through them in blocks of the same size, and add four
 * rows at a time, which halves the time of each.
 */
abstract class Product implements AutoCloseable {

    /** Rows and columns of a block. */
    static final int BLOCK = 64;

    /** How many threads the loops written by hand have. */
    static final int THREADS = 2;

    private final int n;

    Product(int n) {
        if (n % (BLOCK * THREADS) != 0) {
            throw new IllegalArgumentException("n=" + n + " must be a multiple of " + BLOCK * THREADS);
        }
        this.n = n;
    }

    final int n() {
        return n;
    }

    /** Elements of the matrices: small whole numbers, so that all sums are exact. */
    static float a(int index) {
        return index % 7 - 3;
    }

    static float b(int index) {
        return index % 11 - 5;
    }

    /** Computes the product; returns its nanoseconds. */
    abstract long nanos() throws InterruptedException;

    /** An element of the product. */
    abstract float element(int index) throws InterruptedException;

    /** Computes the product; returns the rate. */
    final double gigaflops() throws InterruptedException {
        return 2.0 * n * n * n / nanos();
    }

    /** Checks some elements of the product. */
    final void check() throws InterruptedException {
        for (int index : new int[] {0, 1, n * n / 2 + 1, n * n - 2, n * n - 1}) {
            float expected = 0;
            for (int k = 0; k < n; k++) {
                expected += a(index / n * n + k) * b(k * n + index % n);
            }
            if (element(index) != expected) {
                throw new IllegalStateException(
                        "a wrong product: by=" + getClass().getSimpleName() + " index=" + index + " value="
                                + element(index) + " expected=" + expected);
            }
        }
    }

    @Override
    public void close() {
        // Matrices on the heap go by themselves.
    }
}
