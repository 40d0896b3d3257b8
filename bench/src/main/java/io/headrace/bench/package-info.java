/** JMH benchmarks behind the figures of {@code docs/performance.md}. */
@NullMarked
package io.headrace.bench;

import org.jspecify.annotations.NullMarked;
