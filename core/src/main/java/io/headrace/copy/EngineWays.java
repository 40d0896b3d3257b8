package io.headrace.copy;

import io.headrace.topology.EngineClass;
import io.headrace.topology.Engines;
import io.headrace.topology.Node;
import io.headrace.topology.Recommendation;
import io.headrace.topology.RecommendedEngines;
import io.headrace.topology.Topology;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Ways between the nodes of a topology, whose copy engines have names. */
final class EngineWays {

    private final RecommendedEngines recommended;
    private final Map<Integer, EngineSetup> setups = new HashMap<>();
    private final Map<Integer, Node> nodes = new HashMap<>();
    private final CopyPolicy policy;

    EngineWays(Topology topology, RecommendedEngines recommended, Collection<EngineSetup> setups, CopyPolicy policy) {
        this.recommended = recommended;
        this.policy = policy;
        setups.forEach(setup -> this.setups.put(setup.node(), setup));
        topology.nodes().stream().filter(Node::isUsable).forEach(node -> nodes.put(node.id(), node));
    }

    /** The way from one place to another; empty if an end is not there, or no copy begins or ends there. */
    Optional<CopyWay> way(int from, int to) {
        if (!isPlace(from) || !isPlace(to)) {
            return Optional.empty();
        }
        if (from == to) {
            return Optional.of(CopyWay.local(from));
        }
        if (!isGpu(from) && !isGpu(to)) {
            return Optional.of(CopyWay.local(CopyRouter.HOST));
        }
        if (!isGpu(from)) {
            return Optional.of(ofHost(to, from, true));
        }
        if (!isGpu(to)) {
            return Optional.of(ofHost(from, to, false));
        }
        return Optional.of(recommended
                .between(from, to)
                .<CopyWay>map(wanted -> direct(from, to, wanted))
                .orElseGet(() -> new CopyWay.Staged(
                        ofHost(from, CopyRouter.HOST, false),
                        ofHost(to, CopyRouter.HOST, true),
                        "there is no link from node=" + from + " to node=" + to)));
    }

    private boolean isPlace(int id) {
        return id == CopyRouter.HOST || nodes.containsKey(id);
    }

    private boolean isGpu(int id) {
        Node node = nodes.get(id);
        return node != null && node.hasGpu();
    }

    /** Between a GPU and its host, or a node of it. The two directions get engines of their own where that can be had. */
    private CopyWay ofHost(int gpu, int host, boolean inbound) {
        Recommendation in = ofHost(gpu, host, gpu);
        Recommendation out = ofHost(gpu, gpu, host);
        Recommendation wanted = inbound ? in : out;
        Recommendation other = inbound ? out : in;
        EngineSetup setup = setups.get(gpu);
        if (setup != null && setup.byEngine()) {
            long kept = wanted.engines() == other.engines()
                    ? CopyWay.half(wanted.engines(), !inbound)
                    : wanted.engines() & ~other.engines();
            if (kept != 0 && kept != wanted.engines()) {
                String detail = wanted.detail() + ", without what is for the other direction";
                wanted = new Recommendation(gpu, kept, wanted.reason(), detail);
            }
        }
        return direct(inbound ? host : gpu, inbound ? gpu : host, wanted);
    }

    private Recommendation ofHost(int gpu, int from, int to) {
        return recommended
                .between(from, to)
                .or(() -> recommended.forHost(gpu))
                .orElseThrow(() -> new IllegalStateException("a usable GPU has a way to its host: node=" + gpu));
    }

    private CopyWay direct(int from, int to, Recommendation wanted) {
        CopyUnit unit = new CopyUnit.OnEngines(wanted, policy.mode(), spread(wanted), 1);
        return CopyWay.Direct.of(policy, from, to, wanted.node(), unit);
    }

    /** The engines over which a copy may be split: those that suit; if it is one, those of its class if that is wanted. */
    private long spread(Recommendation wanted) {
        EngineSetup setup = setups.get(wanted.node());
        if (policy.splitBytes() == 0 || setup == null || !setup.byEngine() || wanted.engines() == 0) {
            return 0;
        }
        if (Long.bitCount(wanted.engines()) > 1) {
            return wanted.engines();
        }
        if (!policy.splitSingle()) {
            return 0;
        }
        Engines engines = setup.engines();
        EngineClass engineClass = engines.classOf(Long.numberOfTrailingZeros(wanted.engines()));
        return engines.mask(engineClass) & ~setup.excluded();
    }
}
