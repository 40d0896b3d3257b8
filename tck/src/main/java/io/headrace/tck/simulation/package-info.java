/** A simulation of memory behind a bus, for tests and for counting transactions: nothing here is a device. */
@NullMarked
package io.headrace.tck.simulation;

import org.jspecify.annotations.NullMarked;
