package io.headrace.sim.copy;

import io.headrace.copy.CopyLeg;
import io.headrace.copy.CopyPolicy;
import io.headrace.copy.CopyRoute;
import io.headrace.copy.CopyRouter;
import io.headrace.copy.CopyUnit;
import io.headrace.copy.EngineSetup;
import io.headrace.error.TopologyException;
import io.headrace.sim.Network;
import io.headrace.sim.VirtualTime;
import io.headrace.topology.Link;
import io.headrace.topology.Recommendation;
import io.headrace.topology.RecommendedEngines;
import io.headrace.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One run of copies on a machine of its own, in which nothing has happened yet. */
final class CopyRun {

    private final VirtualTime time = new VirtualTime();
    private final Network network = new Network(time);
    private final Map<Integer, EngineBank> banks = new TreeMap<>();
    private final RecommendedEngines recommended;
    private final CopyRouter router;
    private final Links links;
    private final Assumptions assumptions;

    CopyRun(
            Topology topology,
            RecommendedEngines recommended,
            Map<Integer, EngineSetup> setups,
            CopyPolicy policy,
            Assumptions assumptions) {
        this.recommended = recommended;
        this.assumptions = assumptions;
        this.router = CopyRouter.ofTopology(topology, recommended, setups.values(), policy);
        this.links = new Links(topology, network, assumptions);
        setups.forEach((node, setup) -> banks.put(node, new EngineBank(time, setup)));
    }

    CopyReport report(Pattern pattern, long bytes, EngineChoice choice, List<Pair> pairs) {
        ChosenEngines chosen = new ChosenEngines(choice);
        List<CopyTask> tasks = new ArrayList<>();
        for (Pair pair : pairs) {
            CopyRoute route = router.route(pair.from(), pair.to(), bytes);
            tasks.add(new CopyTask(time, network, assumptions, pair, bytes, route, legs(pair, route, chosen)));
        }
        tasks.forEach(CopyTask::goOn);
        time.run();
        if (!tasks.stream().allMatch(CopyTask::isDone)) {
            throw new IllegalStateException("copies are left though nothing is planned: time=" + time.nanos());
        }
        return new CopyReport(
                pattern,
                bytes,
                choice,
                assumptions,
                time.nanos(),
                tasks.stream().map(CopyTask::record).toList(),
                links.uses(),
                banks.values().stream().flatMap(bank -> bank.uses().stream()).toList(),
                banks.values().stream().mapToLong(EngineBank::queueWaits).sum(),
                time.happened());
    }

    private List<CopyTask.Leg> legs(Pair pair, CopyRoute route, ChosenEngines chosen) {
        List<List<Link>> ways = route.kind() == CopyRoute.Kind.STAGED
                ? links.staged(pair.from(), pair.to())
                : List.of(links.way(pair.from(), pair.to()).orElseThrow());
        List<CopyTask.Leg> legs = new ArrayList<>();
        for (int i = 0; i < ways.size(); i++) {
            legs.add(leg(pair, route.legs().get(i), ways.get(i), chosen));
        }
        return legs;
    }

    private CopyTask.Leg leg(Pair pair, CopyLeg leg, List<Link> way, ChosenEngines chosen) {
        if (!(leg.unit() instanceof CopyUnit.OnEngines unit) || unit.wanted().engines() == 0) {
            throw new TopologyException("no copy engine for a copy: from=" + pair.from() + " to=" + pair.to() + ", "
                    + leg.unit().why());
        }
        EngineBank bank = banks.get(leg.driver());
        if (bank == null) {
            throw new IllegalStateException("a GPU that can be used has engines: node=" + leg.driver());
        }
        return new CopyTask.Leg(
                bank, chosen.of(unit, bank.setup()), near(leg), links.channels(way), links.latencyNanos(way));
    }

    /** The engines that are recommended for a leg; between a GPU and its host, whatever the direction. */
    private long near(CopyLeg leg) {
        Optional<Recommendation> near = leg.from() == CopyRouter.HOST || leg.to() == CopyRouter.HOST
                ? recommended.forHost(leg.driver())
                : recommended.between(leg.from(), leg.to());
        return near.map(Recommendation::engines).orElse(0L);
    }
}
