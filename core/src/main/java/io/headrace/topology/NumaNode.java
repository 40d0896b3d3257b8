package io.headrace.topology;

import java.util.Map;
import java.util.OptionalLong;

/**
 * A part of this machine whose processors are near to the same memory.
 *
 * @param id the kernel's number
 * @param cpus its processors; none if it is mere memory
 * @param usable those of them that this process may run on
 * @param memoryBytes its memory; empty if unknown
 * @param distances how far other nodes are, by their number: 10 is the node's own memory; empty if unknown
 */
public record NumaNode(int id, CpuSet cpus, CpuSet usable, OptionalLong memoryBytes, Map<Integer, Integer> distances) {

    public NumaNode {
        distances = Map.copyOf(distances);
    }
}
