/** Recorded workloads run again in virtual time, over the runtime's own pool of queues, under other policies and limits. */
@NullMarked
package io.headrace.sim.replay;

import org.jspecify.annotations.NullMarked;
