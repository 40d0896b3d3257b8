/** Random programs of streams, events, signals, host calls and copies, and the sequential run that they are compared with. */
@NullMarked
package io.headrace.stress.program;

import org.jspecify.annotations.NullMarked;
