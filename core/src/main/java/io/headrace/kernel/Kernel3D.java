package io.headrace.kernel;

/** A Java kernel over a range of 3 dimensions. See {@link JavaKernel} for what a kernel may do. */
@FunctionalInterface
public non-sealed interface Kernel3D extends JavaKernel {

    /**
     * Computes one item.
     *
     * @param x the item's index in the first dimension, from 0; neighbours in x run one after the other
     * @param y the item's index in the second dimension, from 0
     * @param z the item's index in the third dimension, from 0
     */
    void run(long x, long y, long z);

    @Override
    default int dimensions() {
        return 3;
    }
}
