package io.headrace.examples;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.Headrace;
import io.headrace.Stream;
import io.headrace.kernel.GroupKernel;
import io.headrace.kernel.Range;

/**
 * A tiled matrix product, {@code c = a * b}, as a group kernel. Each group computes a square of the result. It goes along a row
 * of squares of the one matrix and a column of squares of the other, copies a square of each into the group's memory, and then
 * multiplies these.
 */
public final class MatrixProduct {

    /** Rows and columns of a square. */
    private static final int TILE = 64;

    private MatrixProduct() {}

    /** Multiplies two matrices of 500 x 500 and compares the result with plain Java's. */
    public static void main(String[] args) throws InterruptedException {
        System.out.println("matrix product: wrong elements = " + wrong(500));
    }

    /** How many elements of a product of two matrices of {@code n * n} differ from what plain Java computes. */
    static int wrong(int n) throws InterruptedException {
        float[] a = new float[n * n];
        float[] b = new float[n * n];
        for (int i = 0; i < n * n; i++) {
            // Small whole numbers, so that all sums are exact and their order does not matter.
            a[i] = i % 7 - 3;
            b[i] = i % 11 - 5;
        }
        float[] c = product(a, b, n);
        int wrong = 0;
        for (int y = 0; y < n; y++) {
            for (int x = 0; x < n; x++) {
                float sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += a[y * n + k] * b[k * n + x];
                }
                if (c[y * n + x] != sum) {
                    wrong++;
                }
            }
        }
        return wrong;
    }

    private static float[] product(float[] hostA, float[] hostB, int n) throws InterruptedException {
        float[] result = new float[n * n];
        try (Headrace headrace = Headrace.open()) {
            Device device = headrace.device();
            try (F32 a = device.f32(hostA.length);
                    F32 b = device.f32(hostB.length);
                    F32 c = device.f32(result.length);
                    Stream stream = device.stream()) {
                stream.copy(hostA, a)
                        .copy(hostB, b)
                        .launch(Range.of(n, n).group(TILE, TILE), kernel(a, b, c, n))
                        .copy(c, result)
                        .await();
            }
        }
        return result;
    }

    private static GroupKernel kernel(F32 a, F32 b, F32 c, int n) {
        return group -> {
            float[] tileA = group.floats(TILE * TILE);
            float[] tileB = group.floats(TILE * TILE);
            float[] sums = group.floats(TILE * TILE);
            int width = group.sizeX();
            for (int from = 0; from < n; from += TILE) {
                int first = from;
                int depth = Math.min(TILE, n - from);
                // A group at the edge has fewer items than a tile has elements: these phases go by rows, not by items.
                group.forEach(group.sizeY(), y -> {
                    for (int k = 0; k < depth; k++) {
                        tileA[y * TILE + k] = a.get(group.globalY(y) * n + first + k);
                    }
                });
                group.forEach(depth, k -> {
                    for (int x = 0; x < width; x++) {
                        tileB[k * TILE + x] = b.get((long) (first + k) * n + group.globalX(x));
                    }
                });
                group.forEach(group.sizeY(), y -> {
                    for (int k = 0; k < depth; k++) {
                        float factor = tileA[y * TILE + k];
                        for (int x = 0; x < width; x++) {
                            sums[y * TILE + x] += factor * tileB[k * TILE + x];
                        }
                    }
                });
            }
            group.forEach((x, y) -> c.set(group.globalY(y) * n + group.globalX(x), sums[y * TILE + x]));
        };
    }
}
