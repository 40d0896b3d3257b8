/** {@code headrace replay}: recorded workloads run again under other policies and queue counts. */
@NullMarked
package io.headrace.cli.replay;

import org.jspecify.annotations.NullMarked;
