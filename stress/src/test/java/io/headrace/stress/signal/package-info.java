/** Signals and their pool. */
@NullMarked
package io.headrace.stress.signal;

import org.jspecify.annotations.NullMarked;
