/** Recorded workloads: operations as records, and readers of the files that profilers and Headrace itself write. */
@NullMarked
package io.headrace.sim.trace;

import org.jspecify.annotations.NullMarked;
