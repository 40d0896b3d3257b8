package io.headrace.topology;

import java.util.List;

/**
 * What was read of a machine.
 *
 * @param topology the machine
 * @param warnings what was odd in its description, in the order in which it was found; a part that could not be
 *     understood is left out of the topology or unknown there
 */
public record TopologyReading(Topology topology, List<Warning> warnings) {

    public TopologyReading {
        warnings = List.copyOf(warnings);
    }
}
