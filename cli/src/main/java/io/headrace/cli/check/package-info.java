/** {@code headrace check}: the conformance suite on one of this machine's devices. */
@NullMarked
package io.headrace.cli.check;

import org.jspecify.annotations.NullMarked;
