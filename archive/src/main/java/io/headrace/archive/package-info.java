/** Reads trees of files out of archives. */
@NullMarked
package io.headrace.archive;

import org.jspecify.annotations.NullMarked;
