package io.headrace.sim.replay;

/**
 * What one queue did.
 *
 * @param device the device it belongs to
 * @param queue the queue's index, or its name in the recording
 * @param operations how many operations it ran
 * @param streams of how many streams these were
 * @param busyNanos for how long it ran them
 */
public record QueueUse(String device, String queue, int operations, int streams, long busyNanos) {}
