package io.headrace.spi;

import io.headrace.error.GroupKernelException;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.kernel.Group;
import io.headrace.kernel.GroupKernel;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.Phase1D;
import io.headrace.kernel.Phase2D;
import io.headrace.kernel.Phase3D;
import io.headrace.kernel.Range;
import org.jspecify.annotations.Nullable;

/** A group of {@link PlainLoops}: new arrays for each group, and every item by one loop. */
record PlainGroup(long index, Range at, Range first, Range sizes, State state) implements Group {

    private static final long LIMIT_BYTES = 1 << 20;

    /** What changes while the group runs. */
    private static final class State {
        private long bytes;
        private boolean inPhase;
        private @Nullable GroupKernelException failure;
    }

    /** Runs all groups. */
    static void launch(GroupKernel kernel, GroupedRange range) {
        Range items = range.items();
        Range groups = range.groups();
        for (long index = 0; index < groups.items(); index++) {
            long x = index % groups.x();
            long y = index / groups.x() % groups.y();
            long z = index / groups.x() / groups.y();
            PlainGroup group = new PlainGroup(
                    index,
                    new Range(3, x, y, z),
                    new Range(3, x * range.x(), y * range.y(), z * range.z()),
                    new Range(
                            items.dimensions(),
                            Math.min(range.x(), items.x() - x * range.x()),
                            Math.min(range.y(), items.y() - y * range.y()),
                            Math.min(range.z(), items.z() - z * range.z())),
                    new State());
            group.run(kernel);
        }
    }

    private void run(GroupKernel kernel) {
        try {
            kernel.run(this);
        } catch (Throwable e) {
            GroupKernelException failure = state.failure;
            throw failure != null && e.equals(failure.getCause()) ? failure : failure(e, 0, 0, 0, -1, -1, -1);
        }
    }

    private GroupKernelException failure(Throwable e, int x, int y, int z, int localX, int localY, int localZ) {
        return new GroupKernelException(
                new GroupKernelException.Place(
                        at.x(), at.y(), at.z(), globalX(x), globalY(y), globalZ(z), localX, localY, localZ),
                e);
    }

    @Override
    public int dimensions() {
        return sizes.dimensions();
    }

    @Override
    public long groupX() {
        return at.x();
    }

    @Override
    public long groupY() {
        return at.y();
    }

    @Override
    public long groupZ() {
        return at.z();
    }

    @Override
    public int sizeX() {
        return (int) sizes.x();
    }

    @Override
    public int sizeY() {
        return (int) sizes.y();
    }

    @Override
    public int sizeZ() {
        return (int) sizes.z();
    }

    @Override
    public long globalX(int x) {
        return first.x() + x;
    }

    @Override
    public long globalY(int y) {
        return first.y() + y;
    }

    @Override
    public long globalZ(int z) {
        return first.z() + z;
    }

    @Override
    public float[] floats(int length) {
        return new float[checked(length, Float.BYTES)];
    }

    @Override
    public double[] doubles(int length) {
        return new double[checked(length, Double.BYTES)];
    }

    @Override
    public int[] ints(int length) {
        return new int[checked(length, Integer.BYTES)];
    }

    @Override
    public long[] longs(int length) {
        return new long[checked(length, Long.BYTES)];
    }

    @Override
    public byte[] bytes(int length) {
        return new byte[checked(length, Byte.BYTES)];
    }

    private int checked(int length, int elementBytes) {
        if (state.inPhase) {
            throw new IllegalStateException("in a phase");
        }
        if (length < 0) {
            throw new IllegalArgumentException("length=" + length);
        }
        state.bytes += (long) length * elementBytes;
        if (state.bytes > LIMIT_BYTES) {
            throw new ResourcesExhaustedException("bytes=" + state.bytes + " limitBytes=" + LIMIT_BYTES);
        }
        return length;
    }

    @Override
    public void forEach(Phase1D body) {
        phase(1, sizeX(), 1, 1, (x, y, z) -> body.run(x));
    }

    @Override
    public void forEach(Phase2D body) {
        phase(2, sizeX(), sizeY(), 1, (x, y, z) -> body.run(x, y));
    }

    @Override
    public void forEach(Phase3D body) {
        phase(3, sizeX(), sizeY(), sizeZ(), body);
    }

    @Override
    public void forEach(int count, Phase1D body) {
        phase(dimensions(), count, 1, 1, (x, y, z) -> body.run(x));
    }

    private void phase(int dimensions, int endX, int endY, int endZ, Phase3D body) {
        if (state.inPhase || dimensions != dimensions()) {
            throw new IllegalStateException("inPhase=" + state.inPhase + " dimensions=" + dimensions);
        }
        boolean items = endX <= sizeX() && endY <= sizeY() && endZ <= sizeZ();
        state.inPhase = true;
        for (int z = 0; z < endZ; z++) {
            for (int y = 0; y < endY; y++) {
                for (int x = 0; x < endX; x++) {
                    try {
                        body.run(x, y, z);
                    } catch (Throwable e) {
                        state.inPhase = false;
                        state.failure = failure(e, items ? x : 0, items ? y : 0, items ? z : 0, x, y, z);
                        throw e;
                    }
                }
            }
        }
        state.inPhase = false;
    }

    @Override
    public int size() {
        return (int) sizes.items();
    }
}
