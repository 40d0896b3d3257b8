/** The pictures that the project ships, as the code that draws them. */
@NullMarked
package io.headrace.cli.sample;

import org.jspecify.annotations.NullMarked;
