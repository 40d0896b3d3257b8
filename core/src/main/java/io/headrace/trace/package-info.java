/** What ran, when and where: a record for each operation, and files of them. */
@NullMarked
package io.headrace.trace;

import org.jspecify.annotations.NullMarked;
