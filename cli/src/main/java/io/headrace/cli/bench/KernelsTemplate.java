package io.headrace.cli.bench;

import io.headrace.F32;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;

/** What {@link Kernels} copies. */
final class KernelsTemplate implements Kernels {

    private static final int GROUP = 256;

    /** A copy is made by reflection. */
    KernelsTemplate() {}

    @Override
    public Kernel1D saxpy(float a, F32 x, F32 y) {
        return i -> y.set(i, a * x.get(i) + y.get(i));
    }

    @Override
    public void launch(int kind, Stream stream, F32 x, F32 y) {
        long n = x.length();
        long width = 128;
        Range items = Range.of(n);
        I32 bits = y.asI32();
        switch (kind) {
            case 0 -> stream.launch(items, i -> y.set(i, x.get(i)));
            case 1 -> stream.launch(items, i -> y.set(i, x.get(i) + 0.5f * y.get(i)));
            case 2 -> stream.launch(items, i -> y.set(i, Math.min(x.get(i), y.get(i))));
            case 3 -> stream.launch(items, i -> y.set(i, x.get(n - 1 - i)));
            case 4 -> stream.launch(items, i -> y.set(i, (float) Math.sqrt(Math.abs(x.get(i)))));
            case 5 -> stream.launch(items, i -> bits.set(i, bits.get(i) & 0x3fffffff));
            case 6 -> stream.launch(items, i -> y.set(i, x.get(Math.max(0, i - 1)) + x.get(Math.min(n - 1, i + 1))));
            case 7 ->
                stream.launch(Range.of(width, n / width), (i, j) -> y.set(j * width + i, x.get(i * (n / width) + j)));
            case 8 ->
                stream.launch(items.group(GROUP), group -> {
                    float[] part = group.floats(GROUP);
                    group.forEach(i -> part[i] = x.get(group.globalX(i)));
                    group.forEach(i -> y.set(group.globalX(i), part[group.size() - 1 - i]));
                });
            default -> stream.launch(items, i -> bits.getAndAdd(i, 1));
        }
    }
}
