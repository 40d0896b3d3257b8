package io.headrace.host;

import io.headrace.kernel.JavaKernel;

/**
 * Runs a kernel over a part of a grid.
 *
 * <p>The three implementations are templates: each kernel class gets a copy of its own ({@link KernelLoops}), whose call of
 * the kernel has one target only, so that the compiler puts the kernel's body into the loop.
 */
abstract class KernelLoop {

    /**
     * Runs the items from one number up to another.
     *
     * @throws io.headrace.error.KernelException with the index of the item that threw
     */
    abstract void run(JavaKernel kernel, Grid grid, long from, long to);
}
