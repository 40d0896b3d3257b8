package io.headrace.cli.topo;

import io.headrace.topology.Link;
import io.headrace.topology.Node;
import io.headrace.topology.RecommendedEngines;
import io.headrace.topology.Topology;
import io.headrace.topology.Warning;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What there is to show: nodes, links, and the engines that suit them. */
final class Machine {

    private record Ends(int from, int to) {}

    private final Topology topology;
    private final RecommendedEngines engines;
    private final List<Warning> warnings;
    private final Map<Ends, Link> links = new HashMap<>();

    Machine(Topology topology, RecommendedEngines engines, List<Warning> warnings) {
        this.topology = topology;
        this.engines = engines;
        this.warnings = List.copyOf(warnings);
        // Direct links come first.
        topology.links().forEach(link -> links.putIfAbsent(new Ends(link.from(), link.to()), link));
    }

    List<Node> nodes() {
        return topology.nodes();
    }

    Topology topology() {
        return topology;
    }

    RecommendedEngines engines() {
        return engines;
    }

    List<Warning> warnings() {
        return warnings;
    }

    /** The link from one node to another, the direct one if there is one. */
    Optional<Link> link(int from, int to) {
        return Optional.ofNullable(links.get(new Ends(from, to)));
    }
}
