/** The counters of devices as Micrometer meters. */
@NullMarked
package io.headrace.micrometer;

import org.jspecify.annotations.NullMarked;
