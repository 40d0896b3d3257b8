/** The knobs and the clock: what is read once from outside and handed down, so that no other code asks the process. */
@NullMarked
package io.headrace.config;

import org.jspecify.annotations.NullMarked;
