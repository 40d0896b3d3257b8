/** A driver for tests only: it passes everything on to a real one, except what it is told to fail, delay or withhold. */
@NullMarked
package io.headrace.tck.fault;

import org.jspecify.annotations.NullMarked;
