/** Events for JDK Flight Recorder, in the category "Headrace". Not exported: they are read by their names. */
@NullMarked
package io.headrace.trace.jfr;

import org.jspecify.annotations.NullMarked;
