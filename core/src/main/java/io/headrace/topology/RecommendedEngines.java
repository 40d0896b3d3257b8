package io.headrace.topology;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The copy engines that suit each link of a machine.
 *
 * <p>The GPU at which a link starts drives the copy, so the engines are its own; where a CPU is at one end, they
 * are the GPU's at the other. Each direction of a pair has a recommendation of its own. What was read from the
 * machine counts; where nothing was read, the table for eight sockets does, if {@link SocketInfo} says that it
 * fits, and else any engine of the class that serves such links. Immutable.
 */
public final class RecommendedEngines {

    private final Map<Ends, Recommendation> recommendations = new HashMap<>();
    private final Map<Integer, Long> idle = new HashMap<>();
    private final Map<Integer, Recommendation> toHost = new HashMap<>();
    private final List<Warning> warnings;

    private RecommendedEngines(Topology topology, SocketInfo sockets, long excluded) {
        Map<Integer, Node> nodes = topology.nodes().stream().collect(Collectors.toMap(Node::id, node -> node));
        for (Node node : topology.nodes()) {
            idle.put(node.id(), node.engines().map(Engines::mask).orElse(0L) & ~excluded);
        }
        EngineRules rules = new EngineRules(sockets, excluded);
        for (Link link : topology.links()) {
            rules.recommend(link, end(nodes, link.from()), end(nodes, link.to()))
                    .ifPresent(recommendation -> {
                        recommendations.put(Ends.of(link), recommendation);
                        idle.merge(recommendation.node(), recommendation.engines(), (all, used) -> all & ~used);
                    });
        }
        for (Node node : topology.nodes()) {
            if (node.hasGpu() && node.isUsable()) {
                toHost.put(node.id(), nearestCpu(topology, nodes, node).orElseGet(() -> rules.forHost(node)));
            }
        }
        this.warnings = rules.warnings();
    }

    private Optional<Recommendation> nearestCpu(Topology topology, Map<Integer, Node> nodes, Node gpu) {
        return topology.linksFrom(gpu.id()).stream()
                .filter(link -> link.direct() && end(nodes, link.to()).kind() == NodeKind.CPU)
                .filter(link -> end(nodes, link.to()).isUsable())
                .min(Comparator.comparingLong(
                        link -> link.values().get(LinkField.WEIGHT).orElse(Long.MAX_VALUE)))
                .flatMap(this::of);
    }

    /** A link's end, which is there: the topology has looked. */
    private static Node end(Map<Integer, Node> nodes, int id) {
        return Objects.requireNonNull(nodes.get(id));
    }

    /**
     * Decides for all links.
     *
     * @param sockets what the topology does not tell; {@link SocketInfo#UNKNOWN} if nobody knows
     * @param excluded ids of engines that are never used, on any node
     */
    public static RecommendedEngines of(Topology topology, SocketInfo sockets, Collection<Integer> excluded) {
        return new RecommendedEngines(topology, sockets, Engines.mask(excluded));
    }

    /**
     * The engines for a link; empty if no copy engine has to do with it: between CPUs, or where an end cannot be
     * used.
     */
    public Optional<Recommendation> of(Link link) {
        return Optional.ofNullable(recommendations.get(Ends.of(link)));
    }

    /**
     * The engines for copies from one node to another, by the direct link if there is one; empty if there is no
     * link for them.
     */
    public Optional<Recommendation> between(int from, int to) {
        return Optional.ofNullable(recommendations.get(new Ends(from, to, true)))
                .or(() -> Optional.ofNullable(recommendations.get(new Ends(from, to, false))));
    }

    /**
     * The engines for copies between a GPU and its host: those of its direct link to the nearest CPU or, without
     * one, all of class PCIe. Empty if the node has no GPU, or cannot be used.
     */
    public Optional<Recommendation> forHost(int gpu) {
        return Optional.ofNullable(toHost.get(gpu));
    }

    /** The engines of a node that no link recommends, a bit each, though it has them and they are not excluded. */
    public long unrecommended(int node) {
        return idle.getOrDefault(node, 0L);
    }

    /** What was dropped from the masks that were read. */
    public List<Warning> warnings() {
        return warnings;
    }
}
