package io.headrace.spi;

/** Whose packets a device takes first if several queues have some. A hint: not every device knows priorities. */
public enum QueuePriority {
    /** After all others. */
    LOW,
    /** As usual. */
    NORMAL,
    /** Before all others. */
    HIGH
}
