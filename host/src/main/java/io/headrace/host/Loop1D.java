package io.headrace.host;

import io.headrace.error.KernelException;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Kernel1D;

/** The template for kernels of one dimension. */
final class Loop1D extends KernelLoop {

    @Override
    void run(JavaKernel kernel, Grid grid, long from, long to) {
        Kernel1D body = (Kernel1D) kernel;
        long x = from;
        try {
            for (; x < to; x++) {
                body.run(x);
            }
        } catch (Throwable t) {
            throw new KernelException(x, 0, 0, t);
        }
    }
}
