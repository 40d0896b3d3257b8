/** Streams, events, futures, buffers and the runtime as a user sees them, under many threads. */
@NullMarked
package io.headrace.stress.runtime;

import org.jspecify.annotations.NullMarked;
