package io.headrace.stress.program;

import java.util.List;

/**
 * A program. Operations only wait for such with smaller numbers, or for gates, so that it ends whatever the timing, as long
 * as each thread enqueues its part in this order.
 *
 * @param shape where it runs
 * @param slots how many slots its operations publish
 * @param gates how many signals the host sets
 * @param events how many event objects there are
 * @param ops the operations
 */
record Program(Shape shape, int slots, int gates, int events, List<Op> ops) {

    /** How many numbers a register has. */
    static final int WIDTH = 8;

    /**
     * The runtime's knobs, and who enqueues.
     *
     * @param busyWait in microseconds
     * @param threads how many threads enqueue; stream s belongs to thread s % threads
     * @param virtual whether they are virtual threads
     * @param reuse whether events are recorded again and again
     * @param disturbed whether calls give up soon, and threads that enqueue are interrupted
     */
    record Shape(
            int queues,
            int ring,
            int maxPending,
            int busyWait,
            boolean busyTracking,
            int streams,
            int threads,
            boolean virtual,
            boolean reuse,
            boolean disturbed) {}
}
