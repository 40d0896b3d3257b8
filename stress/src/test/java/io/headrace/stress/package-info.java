/** What breaks only when many threads meet: of the pool, the ring, signals, streams and the runtime as a whole. */
@NullMarked
package io.headrace.stress;

import org.jspecify.annotations.NullMarked;
