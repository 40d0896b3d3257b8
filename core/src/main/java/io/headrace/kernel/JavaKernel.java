package io.headrace.kernel;

import java.io.Serializable;

/**
 * A kernel written in Java: code that a device runs once for each item of a {@link Range}, or for each group of items.
 *
 * <p>Implement one of the functional interfaces below, usually by a lambda. They are {@link Serializable} so that a
 * driver which translates class files can find the lambda's code and the values it captured. A kernel reads and writes
 * the typed views it captured and must not depend on the order in which items run: items run concurrently.
 */
public sealed interface JavaKernel extends Serializable permits Kernel1D, Kernel2D, Kernel3D, GroupKernel {

    /** What {@link #dimensions} gives for kernels that run over ranges of any number of dimensions. */
    int ANY_DIMENSIONS = 0;

    /** The number of dimensions of the ranges this kernel runs over: 1, 2, 3 or {@link #ANY_DIMENSIONS}. */
    int dimensions();
}
