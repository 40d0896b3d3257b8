package io.headrace.host;

import io.headrace.kernel.GroupKernel;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Kernel2D;
import io.headrace.kernel.Kernel3D;
import io.headrace.spi.KernelCode;

/** What the host device knows of a kernel class: its loop, and about how long an item takes; or a group, if it runs groups. */
final class HostKernel implements KernelCode {

    private static final ClassValue<HostKernel> KERNELS = new ClassValue<>() {
        @Override
        protected HostKernel computeValue(Class<?> type) {
            return new HostKernel(KernelLoops.copy(dimensions(type)));
        }
    };

    private final KernelLoop loop;

    /** A guess, so races do no harm; 0 while unknown. */
    private float itemNanos;

    private HostKernel(KernelLoop loop) {
        this.loop = loop;
    }

    /** The code for a kernel's class, made when the class is first seen. */
    static HostKernel of(JavaKernel kernel) {
        return KERNELS.get(kernel.getClass());
    }

    private static int dimensions(Class<?> type) {
        if (Kernel1D.class.isAssignableFrom(type)) {
            return 1;
        }
        if (Kernel2D.class.isAssignableFrom(type)) {
            return 2;
        }
        if (Kernel3D.class.isAssignableFrom(type)) {
            return 3;
        }
        if (GroupKernel.class.isAssignableFrom(type)) {
            return JavaKernel.ANY_DIMENSIONS;
        }
        throw new IllegalArgumentException("no kernel: class=" + type.getName());
    }

    KernelLoop loop() {
        return loop;
    }

    /** About how many nanoseconds an item takes; 0 if no launch was timed yet. */
    float itemNanos() {
        return itemNanos;
    }

    /** Takes a measurement into the guess. */
    void measured(float nanos) {
        float before = itemNanos;
        itemNanos = before == 0 ? nanos : (3 * before + nanos) / 4;
    }
}
