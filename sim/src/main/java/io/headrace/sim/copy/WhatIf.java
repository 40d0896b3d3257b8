package io.headrace.sim.copy;

import io.headrace.copy.CopyPolicy;
import io.headrace.copy.EngineSetup;
import io.headrace.error.TopologyException;
import io.headrace.topology.Node;
import io.headrace.topology.NodeField;
import io.headrace.topology.Recommendation;
import io.headrace.topology.RecommendedEngines;
import io.headrace.topology.SocketInfo;
import io.headrace.topology.Topology;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Asks what copies between the GPUs of a machine would take. Routes and queues come from the code that decides on real
 * copies too; engines and links are a model.
 *
 * <p>All copies are enqueued at time 0, in the order of the pattern, each in a stream of its own. Immutable.
 */
public final class WhatIf {

    /** The most bytes of a copy, 1 TiB. */
    public static final long MOST_BYTES = 1L << 40;

    private final Topology topology;
    private final SocketInfo sockets;
    private final RecommendedEngines recommended;
    private final Map<Integer, EngineSetup> setups;
    private final List<Integer> gpus;

    /**
     * Looks at a machine.
     *
     * @param sockets what the topology does not tell; {@link SocketInfo#UNKNOWN} if nobody knows
     * @param excluded ids of engines that are never used, on any node
     * @throws TopologyException if it has no two GPUs that can be used, or does not tell the copy engines of one
     */
    public WhatIf(Topology topology, SocketInfo sockets, Collection<Integer> excluded) {
        this.topology = topology;
        this.sockets = sockets;
        this.recommended = RecommendedEngines.of(topology, sockets, excluded);
        List<Node> nodes = topology.nodes().stream()
                .filter(node -> node.hasGpu() && node.isUsable())
                .toList();
        this.gpus = nodes.stream().map(Node::id).toList();
        if (gpus.size() < 2) {
            throw new TopologyException("there are no two GPUs to copy between: nodes="
                    + topology.nodes().size() + " usable GPUs=" + gpus.size());
        }
        this.setups = nodes.stream()
                .map(node -> EngineSetup.of(node, excluded, true).orElseThrow(() -> untold(node)))
                .collect(Collectors.toMap(EngineSetup::node, setup -> setup));
    }

    private static TopologyException untold(Node node) {
        return new TopologyException("the description does not tell which copy engines a GPU has: node=" + node.id()
                + " engines="
                + node.engines()
                        .map(engines -> Integer.toString(engines.count()))
                        .orElse("unknown")
                + " queues of each=" + node.values().text(NodeField.NUM_SDMA_QUEUES_PER_ENGINE));
    }

    /** The GPUs, in the order of their ids. */
    public List<Integer> gpus() {
        return gpus;
    }

    /**
     * Lets copies run in virtual time.
     *
     * @param bytes the size of each, from 1 to {@link #MOST_BYTES}
     * @param policy what the router goes by besides; {@link CopyPolicy#PLAIN} splits none
     * @throws TopologyException if two GPUs have no way to each other, or no engine for it, or the engines that suit
     *     it are asked for and can only be known together with the sockets, which are unknown
     */
    public CopyReport run(
            Pattern pattern, long bytes, EngineChoice choice, CopyPolicy policy, Assumptions assumptions) {
        if (bytes < 1 || bytes > MOST_BYTES) {
            throw new IllegalArgumentException("a copy has from 1 to " + MOST_BYTES + " bytes: bytes=" + bytes);
        }
        List<Pair> pairs = pattern.copies(gpus);
        if (choice == EngineChoice.RECOMMENDED) {
            requireSockets(pairs);
        }
        CopyRun run = new CopyRun(topology, recommended, setups, policy, assumptions);
        return run.report(pattern, bytes, choice, pairs);
    }

    /** Refuses to call any engine recommended where the table of sockets would name one, if the sockets were known. */
    private void requireSockets(List<Pair> pairs) {
        Map<Integer, Integer> order =
                IntStream.range(0, gpus.size()).boxed().collect(Collectors.toMap(gpus::get, i -> i));
        RecommendedEngines known = RecommendedEngines.of(topology, SocketInfo.wholeGpus(order), List.of());
        for (Pair pair : pairs) {
            boolean told = sockets.sockets().containsKey(pair.from())
                    && sockets.sockets().containsKey(pair.to());
            if (!told
                    && reasonIs(recommended, pair, Recommendation.Reason.WHOLE_CLASS)
                    && reasonIs(known, pair, Recommendation.Reason.TABLE)) {
                throw new TopologyException(
                        "which engines are recommended depends on the sockets of the GPUs, which the "
                                + "description does not tell: from=" + pair.from() + " to=" + pair.to()
                                + "; name all sockets, or choose engines by another rule");
            }
        }
    }

    private static boolean reasonIs(RecommendedEngines engines, Pair pair, Recommendation.Reason reason) {
        return engines.between(pair.from(), pair.to())
                .filter(recommendation -> recommendation.reason() == reason)
                .isPresent();
    }
}
