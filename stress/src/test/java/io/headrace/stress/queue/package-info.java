/** The queue pool, and the rings of the host driver. */
@NullMarked
package io.headrace.stress.queue;

import org.jspecify.annotations.NullMarked;
