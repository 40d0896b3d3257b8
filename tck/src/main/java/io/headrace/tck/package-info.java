/**
 * The conformance suite: what every driver must do, as tests.
 *
 * <p>A driver joins by a test class that extends {@link io.headrace.tck.DriverConformance} and names the driver; the rules
 * are in one contract class per concern. Tests that a driver may leave out are listed in
 * {@link io.headrace.tck.PermittedSkips}, with the reason, and nowhere else.
 */
@NullMarked
package io.headrace.tck;

import org.jspecify.annotations.NullMarked;
