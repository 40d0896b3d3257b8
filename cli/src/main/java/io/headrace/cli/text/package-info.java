/** How facts are printed: tables for people, one JSON object a line for programs. */
@NullMarked
package io.headrace.cli.text;

import org.jspecify.annotations.NullMarked;
