package io.headrace.kernel;

/**
 * The items of a launch: 1 to 3 dimensions, each with its number of items (zero or more).
 *
 * @param dimensions how many dimensions were given, 1 to 3
 * @param x items in the first dimension
 * @param y items in the second dimension; 1 if there is none
 * @param z items in the third dimension; 1 if there is none
 */
public record Range(int dimensions, long x, long y, long z) {

    /**
     * Checks the sizes.
     *
     * @throws IllegalArgumentException if a size is negative, the dimensions are not 1 to 3 or do not fit the sizes, or
     *     the number of items does not fit a {@code long}
     */
    public Range {
        if (dimensions < 1 || dimensions > 3 || (dimensions < 3 && z != 1) || (dimensions < 2 && y != 1)) {
            throw new IllegalArgumentException("a range has 1 to 3 dimensions and size 1 in those it does not have: "
                    + "dimensions=" + dimensions + " x=" + x + " y=" + y + " z=" + z);
        }
        if (x < 0 || y < 0 || z < 0) {
            throw new IllegalArgumentException(
                    "the sizes of a range must not be negative: x=" + x + " y=" + y + " z=" + z);
        }
        boolean empty = x == 0 || y == 0 || z == 0;
        if (!empty && (overflows(x, y) || overflows(x * y, z))) {
            throw new IllegalArgumentException("the items of a range must fit a long: x=" + x + " y=" + y + " z=" + z);
        }
    }

    private static boolean overflows(long a, long b) {
        return Math.multiplyHigh(a, b) != 0 || a * b < 0;
    }

    /** A range of {@code x} items in one dimension. */
    public static Range of(long x) {
        return new Range(1, x, 1, 1);
    }

    /** A range of {@code x * y} items in two dimensions. */
    public static Range of(long x, long y) {
        return new Range(2, x, y, 1);
    }

    /** A range of {@code x * y * z} items in three dimensions. */
    public static Range of(long x, long y, long z) {
        return new Range(3, x, y, z);
    }

    /**
     * These items in groups of {@code x}; the last group may have fewer.
     *
     * @throws IllegalArgumentException if the range does not have 1 dimension, or the size is less than 1
     */
    public GroupedRange group(int x) {
        return grouped(1, x, 1, 1);
    }

    /**
     * These items in groups of {@code x * y}; the last ones of each dimension may have fewer.
     *
     * @throws IllegalArgumentException if the range does not have 2 dimensions, a size is less than 1, or a group would have
     *     more items than fit an {@code int}
     */
    public GroupedRange group(int x, int y) {
        return grouped(2, x, y, 1);
    }

    /**
     * These items in groups of {@code x * y * z}; the last ones of each dimension may have fewer.
     *
     * @throws IllegalArgumentException if the range does not have 3 dimensions, a size is less than 1, or a group would have
     *     more items than fit an {@code int}
     */
    public GroupedRange group(int x, int y, int z) {
        return grouped(3, x, y, z);
    }

    private GroupedRange grouped(int sizes, int groupX, int groupY, int groupZ) {
        if (sizes != dimensions) {
            throw new IllegalArgumentException(
                    "a group has as many dimensions as its range: group=" + sizes + " range=" + dimensions);
        }
        return new GroupedRange(this, groupX, groupY, groupZ);
    }

    /** How many items there are: the product of the sizes. */
    public long items() {
        return x * y * z;
    }

    /** {@code true} if there is no item. */
    public boolean isEmpty() {
        return items() == 0;
    }
}
