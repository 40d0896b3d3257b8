/**
 * The embedded device: this machine's CPU as a user-mode queue machine.
 *
 * <p>A queue is a ring of 64-byte packets in native memory with one thread, its packet processor, that runs them in order.
 * Producers claim a slot, write the packet's body, and make it valid by its header; the processor frees the slot when the
 * packet has ended. Compute queues and copy engines are the same machine. Large launches are cut into chunks that helper
 * threads, shared by all queues, take part in.
 */
@NullMarked
package io.headrace.host;

import org.jspecify.annotations.NullMarked;
