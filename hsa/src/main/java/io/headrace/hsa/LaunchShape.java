package io.headrace.hsa;

/**
 * How a kernel is launched, as far as it may be told.
 *
 * @param dimensions 1 to 3
 * @param x items in the first dimension, whole groups; unsigned
 * @param y items in the second dimension
 * @param z items in the third dimension
 * @param groupX items of a group in the first dimension
 * @param groupY items of a group in the second dimension
 * @param groupZ items of a group in the third dimension
 * @param groupBytes memory of each group
 */
record LaunchShape(int dimensions, int x, int y, int z, int groupX, int groupY, int groupZ, int groupBytes) {

    /** Groups in a dimension. */
    int groups(int dimension) {
        return Integer.divideUnsigned(items(dimension), group(dimension));
    }

    private int items(int dimension) {
        return dimension == 0 ? x : dimension == 1 ? y : z;
    }

    /** Items of a group in a dimension. */
    int group(int dimension) {
        return dimension == 0 ? groupX : dimension == 1 ? groupY : groupZ;
    }
}
