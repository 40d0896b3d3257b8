package io.headrace.queue;

/** How a pool chooses the queue of a stream that is about to be bound. */
public enum QueuePolicy {

    /**
     * The lowest queue that exists and has no user; else the lowest queue that does not exist yet, which is then created;
     * else the queue with the fewest users, the lowest of several.
     */
    BUSY_TRACKING,

    /** Queues 0, 1, 2, ... in turn whatever their load, each created when its turn first comes. */
    ROUND_ROBIN
}
