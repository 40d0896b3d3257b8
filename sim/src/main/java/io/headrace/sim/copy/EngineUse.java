package io.headrace.sim.copy;

import io.headrace.topology.EngineClass;
import java.util.List;

/**
 * What an engine did.
 *
 * @param node its node
 * @param engine its id
 * @param engineClass its class
 * @param destinations where its copies went, in the order in which they were begun
 * @param bytes what it moved
 * @param far how many copies were for links for which it is not recommended
 * @param busyNanos for how long it was busy
 * @param collisions how many copies found it busy and had to wait, though they had a queue of it
 * @param waitNanos how long those waited, in all
 * @param longestLine how many waited at most at a time
 */
public record EngineUse(
        int node,
        int engine,
        EngineClass engineClass,
        List<Integer> destinations,
        long bytes,
        int far,
        long busyNanos,
        long collisions,
        long waitNanos,
        int longestLine) {

    public EngineUse {
        destinations = List.copyOf(destinations);
    }
}
