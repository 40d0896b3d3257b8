package io.headrace.queue;

import io.headrace.spi.DriverQueue;

/** Makes the hardware queue of a slot. */
@FunctionalInterface
public interface QueueFactory {

    /**
     * Makes the queue.
     *
     * @param index the slot's index
     * @throws io.headrace.error.HeadraceException if that fails; nothing is left behind
     */
    DriverQueue create(int index);
}
