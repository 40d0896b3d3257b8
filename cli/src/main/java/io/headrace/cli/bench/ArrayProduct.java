package io.headrace.cli.bench;

import java.util.Arrays;

/** As a loop in blocks over arrays on the heap, the rows shared by two threads. */
final class ArrayProduct extends Product {

    private final float[] a;
    private final float[] b;
    private final float[] c;

    ArrayProduct(int n) {
        super(n);
        a = new float[n * n];
        b = new float[n * n];
        c = new float[n * n];
        for (int i = 0; i < a.length; i++) {
            a[i] = a(i);
            b[i] = b(i);
        }
    }

    @Override
    long nanos() throws InterruptedException {
        int rows = n() / THREADS;
        return Together.nanos(THREADS, thread -> {
            int first = thread * rows;
            Arrays.fill(c, first * n(), (first + rows) * n(), 0);
            for (int y = first; y < first + rows; y += BLOCK) {
                for (int k = 0; k < n(); k += BLOCK) {
                    for (int x = 0; x < n(); x += BLOCK) {
                        addBlock(a, b, c, y, k, x, n());
                    }
                }
            }
        });
    }

    private static void addBlock(float[] a, float[] b, float[] c, int firstY, int firstK, int firstX, int n) {
        for (int y = firstY; y < firstY + BLOCK; y++) {
            for (int k = firstK; k < firstK + BLOCK; k += 4) {
                addRows(a, y * n + k, b, k * n + firstX, n, c, y * n + firstX);
            }
        }
    }

    /** Adds four rows of {@code b}, {@code step} apart, to a row of {@code c}. */
    private static void addRows(float[] a, int atA, float[] b, int atB, int step, float[] c, int atC) {
        float a0 = a[atA];
        float a1 = a[atA + 1];
        float a2 = a[atA + 2];
        float a3 = a[atA + 3];
        for (int x = 0; x < BLOCK; x++) {
            c[atC + x] +=
                    a0 * b[atB + x] + a1 * b[atB + step + x] + a2 * b[atB + 2 * step + x] + a3 * b[atB + 3 * step + x];
        }
    }

    @Override
    float element(int index) {
        return c[index];
    }
}
