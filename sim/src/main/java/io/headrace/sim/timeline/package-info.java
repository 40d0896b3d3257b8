/** A picture of a trace: one page that shows what ran where and when, in a browser and without a network. */
@NullMarked
package io.headrace.sim.timeline;

import org.jspecify.annotations.NullMarked;
