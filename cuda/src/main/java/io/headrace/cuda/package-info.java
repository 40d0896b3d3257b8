/**
 * The CUDA driver. All native calls are in {@link io.headrace.cuda.CudaApi}; a queue is a CUDA stream ({@link io.headrace.cuda.CudaQueue})
 * whose thread reports what has ended and does what the host has to do.
 */
@NullMarked
package io.headrace.cuda;

import org.jspecify.annotations.NullMarked;
