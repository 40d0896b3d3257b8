/** The {@code headrace} command: its entry, its sub-commands, and how failures reach the user. */
@NullMarked
package io.headrace.cli;

import org.jspecify.annotations.NullMarked;
