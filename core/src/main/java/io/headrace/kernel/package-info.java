/** What a device runs: ranges and kernels. */
@NullMarked
package io.headrace.kernel;

import org.jspecify.annotations.NullMarked;
