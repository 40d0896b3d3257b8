package io.headrace.spi;

import io.headrace.error.KernelException;
import io.headrace.kernel.GroupKernel;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Kernel2D;
import io.headrace.kernel.Kernel3D;
import io.headrace.kernel.Range;

/** Java kernels in the simplest way: one item after the other, on the calling thread. */
final class PlainLoops {

    private PlainLoops() {}

    /** Runs all items of a launch. */
    static void run(Command.Launch launch) {
        GroupedRange groups = launch.groups();
        if (groups != null) {
            PlainGroup.launch((GroupKernel) launch.kernel(), groups);
        } else {
            launch(launch.kernel(), launch.range());
        }
    }

    private static void launch(JavaKernel kernel, Range range) {
        if (kernel instanceof Kernel1D simple) {
            launch(simple, range.x());
            return;
        }
        for (long z = 0; z < range.z(); z++) {
            for (long y = 0; y < range.y(); y++) {
                for (long x = 0; x < range.x(); x++) {
                    try {
                        switch (kernel) {
                            case Kernel1D one -> throw new AssertionError(one);
                            case GroupKernel group -> throw new AssertionError(group);
                            case Kernel2D two -> two.run(x, y);
                            case Kernel3D three -> three.run(x, y, z);
                        }
                    } catch (Throwable e) {
                        throw new KernelException(x, y, z, e);
                    }
                }
            }
        }
    }

    private static void launch(Kernel1D kernel, long items) {
        long x = 0;
        try {
            for (; x < items; x++) {
                kernel.run(x);
            }
        } catch (Throwable e) {
            throw new KernelException(x, 0, 0, e);
        }
    }
}
