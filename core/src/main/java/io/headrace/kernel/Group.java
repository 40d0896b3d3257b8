package io.headrace.kernel;

/**
 * A group of items of a {@link GroupKernel}'s launch: where it is, its memory, and its phases.
 *
 * <pre>{@code
 * stream.launch(Range.of(n).group(256), group -> {
 *     float[] part = group.floats(256);
 *     group.forEach(i -> part[i] = x.get(group.globalX(i)));
 *     group.forEach(i -> y.set(group.globalX(i), part[group.size() - 1 - i]));
 * });
 * }</pre>
 *
 * <p>Each {@code forEach} is a phase. The items of a phase may run at the same time and in any order, so they must not depend
 * on each other; all of them have ended when {@code forEach} returns, and the next phase sees what they wrote. So there is a
 * barrier between phases and none has to be written. What stands between the phases runs once a group. Groups run at the
 * same time and in any order too, and share nothing but device memory; atomics on the views are for that.
 *
 * <p><b>Sizes.</b> Groups at the range's edges may have fewer items than was asked for: {@link #sizeX} and its like say how
 * many, and a phase runs for those only. Work that does not go by items, as filling a tile, is a phase with a count.
 *
 * <p><b>Memory.</b> The arrays are the group's own while it runs. They hold zeros, are used again for other groups
 * afterwards, and are gone for this one when the kernel returns: do not keep them. Loops over them are compiled like any over
 * arrays, which over views they are not, so tiles that are used often are worth their copy. A device sets a limit to the bytes
 * of a group in all (the embedded device: 1 MiB).
 *
 * <p>For the kernel that was given it alone, on its thread. Implemented by drivers.
 */
public interface Group {

    /** The number of dimensions of the range, 1 to 3. */
    int dimensions();

    /** The number of this group among all, from 0: x first, then y, then z. */
    long index();

    /** The group's index in the first dimension, from 0. */
    long groupX();

    /** The group's index in the second dimension, from 0. */
    long groupY();

    /** The group's index in the third dimension, from 0. */
    long groupZ();

    /** How many items this group has. */
    int size();

    /** How many items this group has in the first dimension. */
    int sizeX();

    /** How many items this group has in the second dimension; 1 if the range has none. */
    int sizeY();

    /** How many items this group has in the third dimension; 1 if the range has none. */
    int sizeZ();

    /** The index in the range of the item with the index {@code x} in this group, in the first dimension. Not checked. */
    long globalX(int x);

    /** The index in the range of the item with the index {@code y} in this group, in the second dimension. Not checked. */
    long globalY(int y);

    /** The index in the range of the item with the index {@code z} in this group, in the third dimension. Not checked. */
    long globalZ(int z);

    /**
     * An array of the group's, of zeros. Each call gives another one.
     *
     * @throws IllegalArgumentException if the length is negative
     * @throws IllegalStateException if called in a phase
     * @throws io.headrace.error.ResourcesExhaustedException if the group's arrays would be larger in all than the device
     *     allows
     */
    float[] floats(int length);

    /** An array of the group's; the terms are those of {@link #floats}. */
    double[] doubles(int length);

    /** An array of the group's; the terms are those of {@link #floats}. */
    int[] ints(int length);

    /** An array of the group's; the terms are those of {@link #floats}. */
    long[] longs(int length);

    /** An array of the group's; the terms are those of {@link #floats}. */
    byte[] bytes(int length);

    /**
     * Runs a phase: {@code body} for each item of the group, given its index in the group.
     *
     * @throws IllegalStateException if the range does not have 1 dimension, or if called in a phase
     */
    void forEach(Phase1D body);

    /**
     * Runs a phase over 2 dimensions, else like {@link #forEach(Phase1D)}.
     *
     * @throws IllegalStateException if the range does not have 2 dimensions, or if called in a phase
     */
    void forEach(Phase2D body);

    /**
     * Runs a phase over 3 dimensions, else like {@link #forEach(Phase1D)}.
     *
     * @throws IllegalStateException if the range does not have 3 dimensions, or if called in a phase
     */
    void forEach(Phase3D body);

    /**
     * Runs a phase whose work does not go by items: {@code body} for each number from 0 to {@code count} - 1, which the
     * group's items share, whatever the range's dimensions.
     *
     * @throws IllegalStateException if called in a phase
     */
    void forEach(int count, Phase1D body);
}
