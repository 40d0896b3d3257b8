/** Headrace on an NVIDIA GPU beside a bare call by FFM, JCuda and C++, in one process and the same rounds. */
@NullMarked
package io.headrace.bench.gpu;

import org.jspecify.annotations.NullMarked;
