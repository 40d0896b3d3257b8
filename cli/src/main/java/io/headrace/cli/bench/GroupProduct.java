package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.Stream;
import io.headrace.kernel.GroupKernel;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.Range;

/** As a group kernel on the device: a group for each block of the result, with blocks of both matrices in its memory. */
final class GroupProduct extends Product {

    private final Stream stream;
    private final F32 a;
    private final F32 b;
    private final F32 c;

    GroupProduct(Device device, int n) throws InterruptedException {
        super(n);
        stream = device.stream();
        a = device.f32((long) n * n);
        b = device.f32((long) n * n);
        c = device.f32((long) n * n);
        float[] elements = new float[n * n];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = a(i);
        }
        stream.copy(elements, a).await();
        for (int i = 0; i < elements.length; i++) {
            elements[i] = b(i);
        }
        stream.copy(elements, b).await();
    }

    @Override
    long nanos() throws InterruptedException {
        GroupedRange range = Range.of(n(), n()).group(BLOCK, BLOCK);
        long start = System.nanoTime();
        stream.launch(range, kernel(a, b, c, n())).await();
        return System.nanoTime() - start;
    }

    private static GroupKernel kernel(F32 a, F32 b, F32 c, int n) {
        return group -> {
            float[] blockA = group.floats(BLOCK * BLOCK);
            float[] blockB = group.floats(BLOCK * BLOCK);
            float[] sums = group.floats(BLOCK * BLOCK);
            for (int k = 0; k < n; k += BLOCK) {
                int first = k;
                group.forEach((x, y) -> {
                    blockA[y * BLOCK + x] = a.get(group.globalY(y) * n + first + x);
                    blockB[y * BLOCK + x] = b.get((long) (first + y) * n + group.globalX(x));
                });
                group.forEach(BLOCK, y -> {
                    for (int row = 0; row < BLOCK; row += 4) {
                        addRows(blockA, y * BLOCK + row, blockB, row * BLOCK, sums, y * BLOCK);
                    }
                });
            }
            group.forEach((x, y) -> c.set(group.globalY(y) * n + group.globalX(x), sums[y * BLOCK + x]));
        };
    }

    /** Adds four rows of {@code b} to a row of {@code c}. */
    private static void addRows(float[] a, int atA, float[] b, int atB, float[] c, int atC) {
        float a0 = a[atA];
        float a1 = a[atA + 1];
        float a2 = a[atA + 2];
        float a3 = a[atA + 3];
        for (int x = 0; x < BLOCK; x++) {
            c[atC + x] += a0 * b[atB + x]
                    + a1 * b[atB + BLOCK + x]
                    + a2 * b[atB + 2 * BLOCK + x]
                    + a3 * b[atB + 3 * BLOCK + x];
        }
    }

    @Override
    float element(int index) throws InterruptedException {
        float[] one = new float[1];
        stream.copy(c.elements(index, 1), one).await();
        return one[0];
    }

    @Override
    public void close() {
        stream.close();
        a.close();
        b.close();
        c.close();
    }
}
