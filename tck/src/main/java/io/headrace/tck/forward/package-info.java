/** Devices, queues, packets and memory that pass everything on to others, for those that differ in a few points. */
@NullMarked
package io.headrace.tck.forward;

import org.jspecify.annotations.NullMarked;
