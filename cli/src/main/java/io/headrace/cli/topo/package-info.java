/** {@code headrace topo}: nodes, copy engines and links of this machine or another one. */
@NullMarked
package io.headrace.cli.topo;

import org.jspecify.annotations.NullMarked;
