/** What a process of its own is needed for: how it ends, and what many rounds of opening and closing leave behind. */
@NullMarked
package io.headrace.stress.process;

import org.jspecify.annotations.NullMarked;
