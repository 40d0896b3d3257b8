/**
 * Numbered async queues with OpenACC's rules, on the device's own streams and queues.
 *
 * <p>Start with {@link io.headrace.acc.AsyncQueues#of}.
 */
@NullMarked
package io.headrace.acc;

import org.jspecify.annotations.NullMarked;
