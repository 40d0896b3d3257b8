/**
 * The OpenCL driver. All native calls are in {@link io.headrace.opencl.ClApi}; a queue is an in-order command queue
 * ({@link io.headrace.opencl.ClQueue}) to which only the queue's own thread ({@link io.headrace.opencl.ClLoop}) submits.
 */
@NullMarked
package io.headrace.opencl;

import org.jspecify.annotations.NullMarked;
