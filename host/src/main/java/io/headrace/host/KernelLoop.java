package io.headrace.host;

import io.headrace.kernel.JavaKernel;

/**
 * Runs a kernel over a part of a grid.
 *
 * <p>The three implementations are templates: each kernel class gets a copy of its own ({@link KernelLoops}), whose call of
 * the kernel has one target only, so that the compiler puts the kernel's body into the loop.
 *
 * <p>Each has a loop over {@code int}s for indices that fit one, and begins it at no less than 0, which says the same to the
 * compiler: then it knows that an index is small and not negative, and stencils that clamp their neighbours at the edges
 * run a third faster than by the loop over {@code long}s, which is left for what lies beyond.
 */
abstract class KernelLoop {

    /**
     * Runs the items (or groups, if the grid has them) from one number up to another.
     *
     * @throws io.headrace.error.KernelException with the index of the item that threw
     */
    abstract void run(JavaKernel kernel, Grid grid, long from, long to);
}
