package io.headrace;

import io.headrace.queue.QueueSlot;
import org.jspecify.annotations.Nullable;

/**
 * Why a step could not be taken at once.
 *
 * @param kind what stands in the way
 * @param slot the queue it is about; {@code null} if it is about no queue
 */
record Obstacle(Kind kind, @Nullable QueueSlot slot) {

    static final Obstacle TOO_MANY_HELD = new Obstacle(Kind.TOO_MANY_HELD, null);

    enum Kind {
        /** The queue does not exist yet. The slot counts the stream already. */
        NO_QUEUE,
        /** The queue's ring is full. */
        RING_FULL,
        /** The stream holds as many operations as it may. */
        TOO_MANY_HELD
    }
}
