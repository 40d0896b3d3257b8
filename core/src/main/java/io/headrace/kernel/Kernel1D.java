package io.headrace.kernel;

/** A Java kernel over a range of 1 dimension. See {@link JavaKernel} for what a kernel may do. */
@FunctionalInterface
public non-sealed interface Kernel1D extends JavaKernel {

    /**
     * Computes one item.
     *
     * @param x the item's index, from 0
     */
    void run(long x);

    @Override
    default int dimensions() {
        return 1;
    }
}
