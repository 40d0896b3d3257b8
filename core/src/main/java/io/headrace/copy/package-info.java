/** The copy engines of a device and the router that picks one for a copy. */
@NullMarked
package io.headrace.copy;

import org.jspecify.annotations.NullMarked;
