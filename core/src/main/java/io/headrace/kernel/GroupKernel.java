package io.headrace.kernel;

/**
 * A Java kernel that runs once for each group of items, in phases: see {@link Group} for what it is given, and
 * {@link JavaKernel} for what a kernel may do. It runs over a {@link GroupedRange} of any number of dimensions.
 */
@FunctionalInterface
public non-sealed interface GroupKernel extends JavaKernel {

    /**
     * Computes one group.
     *
     * @param group the group; not to be used once this call has returned
     */
    void run(Group group);

    @Override
    default int dimensions() {
        return ANY_DIMENSIONS;
    }
}
