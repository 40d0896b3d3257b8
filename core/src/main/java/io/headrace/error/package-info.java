/** All exceptions of Headrace: one unchecked root, and a sub-type for each thing that a user may want to handle. */
@NullMarked
package io.headrace.error;

import org.jspecify.annotations.NullMarked;
