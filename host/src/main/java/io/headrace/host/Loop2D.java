package io.headrace.host;

import io.headrace.error.KernelException;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Kernel2D;

/** The template for kernels of two dimensions. */
final class Loop2D extends KernelLoop {

    @Override
    void run(JavaKernel kernel, Grid grid, long from, long to) {
        Kernel2D body = (Kernel2D) kernel;
        long y = from / grid.x();
        long begin = from % grid.x();
        for (long left = to - from; left > 0; y++) {
            long end = Math.min(grid.x(), begin + left);
            if (end <= Integer.MAX_VALUE) {
                near(body, (int) begin, (int) end, y);
            } else {
                far(body, begin, end, y);
            }
            left -= end - begin;
            begin = 0;
        }
    }

    /** A row. See {@link KernelLoop} for why there are two. */
    private static void near(Kernel2D body, int begin, int end, long y) {
        int x = Math.max(begin, 0);
        try {
            for (; x < end; x++) {
                body.run(x, y);
            }
        } catch (Throwable t) {
            throw new KernelException(x, y, 0, t);
        }
    }

    private static void far(Kernel2D body, long begin, long end, long y) {
        long x = begin;
        try {
            for (; x < end; x++) {
                body.run(x, y);
            }
        } catch (Throwable t) {
            throw new KernelException(x, y, 0, t);
        }
    }
}
