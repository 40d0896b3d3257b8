package io.headrace.host;

import io.headrace.error.KernelException;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Kernel3D;

/** The template for kernels of three dimensions. */
final class Loop3D extends KernelLoop {

    @Override
    void run(JavaKernel kernel, Grid grid, long from, long to) {
        Kernel3D body = (Kernel3D) kernel;
        long row = from / grid.x();
        long begin = from % grid.x();
        for (long left = to - from; left > 0; row++) {
            long end = Math.min(grid.x(), begin + left);
            long y = row % grid.y();
            long z = row / grid.y();
            if (end <= Integer.MAX_VALUE) {
                near(body, (int) begin, (int) end, y, z);
            } else {
                far(body, begin, end, y, z);
            }
            left -= end - begin;
            begin = 0;
        }
    }

    /** A row. See {@link KernelLoop} for why there are two. */
    private static void near(Kernel3D body, int begin, int end, long y, long z) {
        int x = Math.max(begin, 0);
        try {
            for (; x < end; x++) {
                body.run(x, y, z);
            }
        } catch (Throwable t) {
            throw new KernelException(x, y, z, t);
        }
    }

    private static void far(Kernel3D body, long begin, long end, long y, long z) {
        long x = begin;
        try {
            for (; x < end; x++) {
                body.run(x, y, z);
            }
        } catch (Throwable t) {
            throw new KernelException(x, y, z, t);
        }
    }
}
