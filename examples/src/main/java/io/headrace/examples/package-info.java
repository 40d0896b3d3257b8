/** Small programs to start from. Each has a {@code main} and prints what it did. */
@NullMarked
package io.headrace.examples;

import org.jspecify.annotations.NullMarked;
