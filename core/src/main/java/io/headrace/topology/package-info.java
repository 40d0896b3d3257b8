/** What a machine is made of: nodes, memory, copy engines and the links between them, as plain data. */
@NullMarked
package io.headrace.topology;

import org.jspecify.annotations.NullMarked;
