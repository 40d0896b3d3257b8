/**
 * Signals: 64-bit values in memory that the host, devices and other processes store and wait for.
 *
 * <p>The layout of a slot, its handle and the rules of its operations follow HSA's signals.
 */
@NullMarked
package io.headrace.signal;

import org.jspecify.annotations.NullMarked;
