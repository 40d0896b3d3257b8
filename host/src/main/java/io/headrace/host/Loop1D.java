package io.headrace.host;

import io.headrace.error.KernelException;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Kernel1D;

/** The template for kernels of one dimension. */
final class Loop1D extends KernelLoop {

    @Override
    void run(JavaKernel kernel, Grid grid, long from, long to) {
        if (to <= Integer.MAX_VALUE) {
            near((Kernel1D) kernel, (int) from, (int) to);
        } else {
            far((Kernel1D) kernel, from, to);
        }
    }

    /** See {@link KernelLoop} for why there are two. */
    private static void near(Kernel1D body, int begin, int end) {
        int x = Math.max(begin, 0);
        try {
            for (; x < end; x++) {
                body.run(x);
            }
        } catch (Throwable t) {
            throw new KernelException(x, 0, 0, t);
        }
    }

    private static void far(Kernel1D body, long begin, long end) {
        long x = begin;
        try {
            for (; x < end; x++) {
                body.run(x);
            }
        } catch (Throwable t) {
            throw new KernelException(x, 0, 0, t);
        }
    }
}
