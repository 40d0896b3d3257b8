/** Virtual time: events in order, servers with lines, channels whose bandwidth is shared. Nothing sleeps. */
@NullMarked
package io.headrace.sim;

import org.jspecify.annotations.NullMarked;
