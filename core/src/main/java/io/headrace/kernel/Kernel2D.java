package io.headrace.kernel;

/** A Java kernel over a range of 2 dimensions. See {@link JavaKernel} for what a kernel may do. */
@FunctionalInterface
public non-sealed interface Kernel2D extends JavaKernel {

    /**
     * Computes one item.
     *
     * @param x the item's index in the first dimension, from 0; neighbours in x run one after the other
     * @param y the item's index in the second dimension, from 0
     */
    void run(long x, long y);

    @Override
    default int dimensions() {
        return 2;
    }
}
