package io.headrace.sim.copy;

import io.headrace.spi.QueuePriority;

/**
 * Where the packets of a queue run.
 *
 * @param clock the machine's time
 * @param machine the machine
 * @param node the GPU
 * @param processors the GPU's processors
 * @param engine the engine whose queue it is, or {@link #NO_ENGINE}
 * @param priority the queue's
 */
record SimPlace(
        SimClock clock, SimMachine machine, int node, Processors processors, int engine, QueuePriority priority) {

    /** The engine of a queue that is none's. */
    static final int NO_ENGINE = -1;
}
