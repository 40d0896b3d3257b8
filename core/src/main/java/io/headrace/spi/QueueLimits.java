package io.headrace.spi;

import io.headrace.error.ResourcesExhaustedException;

/**
 * Which rings a device's queues may have. For drivers.
 *
 * @param device the device in messages
 * @param leastSize the smallest number of packets, a power of two
 * @param mostSize the largest
 */
public record QueueLimits(String device, int leastSize, int mostSize) {

    /**
     * Refuses a queue that a device cannot have.
     *
     * @param kind what it is in messages
     * @param index its index among those of its kind
     * @param limit how many of those there are
     * @param size how many packets its ring is to hold
     * @throws ResourcesExhaustedException if there is no such queue
     * @throws IllegalArgumentException if the size is none that a ring may have
     */
    public void check(String kind, int index, int limit, int size) {
        if (index < 0 || index >= limit) {
            throw new ResourcesExhaustedException(
                    "device=" + device + " has no such " + kind + ": index=" + index + " limit=" + limit);
        }
        if (Integer.bitCount(size) != 1 || size < leastSize || size > mostSize) {
            throw new IllegalArgumentException("a queue's size must be a power of two from " + leastSize + " to "
                    + mostSize + " packets: size=" + size);
        }
    }
}
