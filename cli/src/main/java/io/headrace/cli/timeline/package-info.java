/** {@code headrace timeline}: a trace as a picture, and what all commands that read traces have to say about them. */
@NullMarked
package io.headrace.cli.timeline;

import org.jspecify.annotations.NullMarked;
