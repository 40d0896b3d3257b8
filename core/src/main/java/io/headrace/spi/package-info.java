/**
 * What a driver implements, and what the runtime hands it.
 *
 * <p>A {@link io.headrace.spi.Driver} is found by {@link java.util.ServiceLoader}. It offers
 * {@link io.headrace.spi.DriverDevice}s, each of which makes {@link io.headrace.spi.DriverQueue}s: compute queues and the
 * queues of its copy engines. The runtime owns order, dependencies, policies and waiting; a driver only takes packets,
 * runs them in the order it took them, and says when each has ended.
 */
@NullMarked
package io.headrace.spi;

import org.jspecify.annotations.NullMarked;
