/** What copies between the GPUs of a machine would take, by a model of its engines and links; and such GPUs as devices of the runtime. */
@NullMarked
package io.headrace.sim.copy;

import org.jspecify.annotations.NullMarked;
