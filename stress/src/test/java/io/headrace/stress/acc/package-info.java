/** Async queues under many threads. */
@NullMarked
package io.headrace.stress.acc;

import org.jspecify.annotations.NullMarked;
