/**
 * What a user imports: devices, streams, events and buffers.
 *
 * <p>Start with {@link io.headrace.Headrace#open()}. Streams are to hardware queues what virtual threads are to carrier
 * threads: make as many as there is work; a few hardware queues run them all.
 */
@NullMarked
package io.headrace;

import org.jspecify.annotations.NullMarked;
