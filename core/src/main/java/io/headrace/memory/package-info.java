/** Native memory: the one place that decides how it is allocated, addressed and given back. */
@NullMarked
package io.headrace.memory;

import org.jspecify.annotations.NullMarked;
