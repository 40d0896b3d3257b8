package io.headrace.kernel;

/**
 * The items of a launch in groups that work together: what {@link GroupKernel}s run over. Made by {@link Range#group}.
 *
 * <p>Where a size of the range is not a multiple of the group's, the last groups of that dimension are smaller: no group has
 * an item outside the range.
 *
 * @param items the items
 * @param x items of a group in the first dimension
 * @param y items of a group in the second dimension; 1 if there is none
 * @param z items of a group in the third dimension; 1 if there is none
 */
public record GroupedRange(Range items, int x, int y, int z) {

    /**
     * Checks the sizes.
     *
     * @throws IllegalArgumentException if a group would be empty, has a size in a dimension that the range lacks, or has
     *     more items than fit an {@code int}
     */
    public GroupedRange {
        int dimensions = items.dimensions();
        if (x < 1 || y < 1 || z < 1 || (dimensions < 3 && z != 1) || (dimensions < 2 && y != 1)) {
            throw new IllegalArgumentException(
                    "a group has size 1 or more, and 1 in dimensions that the range lacks: x=" + x + " y=" + y + " z="
                            + z + " dimensions=" + dimensions);
        }
        // Two ints cannot run over a long; three can, so that the third is a division.
        if ((long) x * y > Integer.MAX_VALUE / z) {
            throw new IllegalArgumentException("the items of a group must fit an int: x=" + x + " y=" + y + " z=" + z
                    + " limit=" + Integer.MAX_VALUE);
        }
    }

    /** The groups as a range of their own: how many there are in each dimension. */
    public Range groups() {
        return new Range(
                items.dimensions(), Math.ceilDiv(items.x(), x), Math.ceilDiv(items.y(), y), Math.ceilDiv(items.z(), z));
    }
}
