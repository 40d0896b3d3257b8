/** What operations write of themselves while they end, and the thread that turns it into records. Not exported. */
@NullMarked
package io.headrace.trace.tape;

import org.jspecify.annotations.NullMarked;
