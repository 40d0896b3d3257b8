/**
 * The HSA driver. All native calls are in {@link io.headrace.hsa.HsaApi}; a queue is an HSA queue ({@link io.headrace.hsa.HsaQueue}),
 * whose packets are written in {@link io.headrace.hsa.AqlRing}, by callers where the GPU does all of it alone, else by the queue's own
 * thread ({@link io.headrace.hsa.HsaLoop}).
 */
@NullMarked
package io.headrace.hsa;

import org.jspecify.annotations.NullMarked;
