package io.headrace.host;

import io.headrace.error.GroupKernelException;
import io.headrace.kernel.Group;
import io.headrace.kernel.GroupKernel;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.Range;
import org.jspecify.annotations.Nullable;

/** Where a group is, what memory it has, and where it failed: all of a group but its loops. For one thread. */
abstract class GroupPlace implements Group {

    @SuppressWarnings("NullAway.Init")
    private Range items;

    @SuppressWarnings("NullAway.Init")
    private Range groups;

    @SuppressWarnings("NullAway.Init")
    private GroupMemory memory;

    private int fullX;
    private int fullY;
    private int fullZ;
    private long index;
    private long firstX;
    private long firstY;
    private long firstZ;
    private int sizeX;
    private int sizeY;
    private int sizeZ;
    private boolean inPhase;
    private @Nullable Throwable failure;
    private int failedX;
    private int failedY;
    private int failedZ;

    /** Another group of the same class. */
    abstract GroupPlace another();

    /** Runs the groups from one number up to another. */
    abstract void run(GroupKernel kernel, long from, long to);

    /** Called once, before the first {@link #moveTo}. */
    final void begin(GroupedRange range, GroupMemory arrays) {
        items = range.items();
        groups = range.groups();
        memory = arrays;
        fullX = range.x();
        fullY = range.y();
        fullZ = range.z();
    }

    /** Becomes the group with the given number. */
    final void moveTo(long number) {
        index = number;
        firstX = number % groups.x() * fullX;
        firstY = number / groups.x() % groups.y() * fullY;
        firstZ = number / groups.x() / groups.y() * fullZ;
        sizeX = (int) Math.min(fullX, items.x() - firstX);
        sizeY = (int) Math.min(fullY, items.y() - firstY);
        sizeZ = (int) Math.min(fullZ, items.z() - firstZ);
        failure = null;
        memory.beginGroup();
    }

    final void beginPhase() {
        if (inPhase) {
            throw new IllegalStateException(
                    "a phase must not begin in a phase; end the first forEach before the next one");
        }
        inPhase = true;
    }

    final void endPhase() {
        inPhase = false;
    }

    final void checkDimensions(int wanted) {
        if (items.dimensions() != wanted) {
            throw new IllegalStateException("the phase must have as many dimensions as the range: phase=" + wanted
                    + " range=" + items.dimensions() + "; forEach(group.size(), i -> ...) fits every range");
        }
    }

    /** A phase ends because its body threw. */
    final void failedAt(Throwable cause, int x, int y, int z) {
        inPhase = false;
        failure = cause;
        failedX = x;
        failedY = y;
        failedZ = z;
    }

    /** What the kernel's exception becomes for those who wait for the stream. */
    @SuppressWarnings("ReferenceEquality") // the very exception, whatever its equals says
    final GroupKernelException failure(Throwable cause) {
        boolean phase = cause == failure;
        // A phase with a count may have numbers that are no items.
        boolean item = phase && failedX < sizeX && failedY < sizeY && failedZ < sizeZ;
        return new GroupKernelException(
                new GroupKernelException.Place(
                        groupX(),
                        groupY(),
                        groupZ(),
                        item ? globalX(failedX) : firstX,
                        item ? globalY(failedY) : firstY,
                        item ? globalZ(failedZ) : firstZ,
                        phase ? failedX : -1,
                        phase ? failedY : -1,
                        phase ? failedZ : -1),
                cause);
    }

    @Override
    public final int dimensions() {
        return items.dimensions();
    }

    @Override
    public final long index() {
        return index;
    }

    @Override
    public final long groupX() {
        return firstX / fullX;
    }

    @Override
    public final long groupY() {
        return firstY / fullY;
    }

    @Override
    public final long groupZ() {
        return firstZ / fullZ;
    }

    @Override
    public final int size() {
        return sizeX * sizeY * sizeZ;
    }

    @Override
    public final int sizeX() {
        return sizeX;
    }

    @Override
    public final int sizeY() {
        return sizeY;
    }

    @Override
    public final int sizeZ() {
        return sizeZ;
    }

    @Override
    public final long globalX(int x) {
        return firstX + x;
    }

    @Override
    public final long globalY(int y) {
        return firstY + y;
    }

    @Override
    public final long globalZ(int z) {
        return firstZ + z;
    }

    @Override
    public final float[] floats(int length) {
        return memory().floats(length);
    }

    @Override
    public final double[] doubles(int length) {
        return memory().doubles(length);
    }

    @Override
    public final int[] ints(int length) {
        return memory().ints(length);
    }

    @Override
    public final long[] longs(int length) {
        return memory().longs(length);
    }

    @Override
    public final byte[] bytes(int length) {
        return memory().bytes(length);
    }

    private GroupMemory memory() {
        if (inPhase) {
            throw new IllegalStateException("a group's arrays are made between phases, once for all its items");
        }
        return memory;
    }
}
