package io.headrace.sim.copy;

import io.headrace.copy.CopyUnit;
import io.headrace.copy.EngineSetup;
import io.headrace.topology.EngineClass;
import io.headrace.topology.Engines;
import io.headrace.topology.Recommendation;
import java.util.HashMap;
import java.util.Map;

/** Puts other engines in the place of those that the router wants, by a rule. */
final class ChosenEngines {

    private record Turn(int node, EngineClass engineClass) {}

    private final EngineChoice choice;
    private final Map<Turn, Integer> turns = new HashMap<>();

    ChosenEngines(EngineChoice choice) {
        this.choice = choice;
    }

    /**
     * What is wanted by the rule.
     *
     * @param unit what the router wants, at least one engine
     * @param setup the engines that there are
     */
    CopyUnit.OnEngines of(CopyUnit.OnEngines unit, EngineSetup setup) {
        long wanted = unit.wanted().engines();
        EngineClass engineClass = setup.engines().classOf(Long.numberOfTrailingZeros(wanted));
        long all = setup.engines().mask(engineClass) & ~setup.excluded();
        return switch (choice) {
            case RECOMMENDED -> unit;
            case LOWEST ->
                new CopyUnit.OnEngines(
                        instead(unit, all, "the lowest free queue of class " + engineClass),
                        unit.mode(),
                        unit.spread(),
                        unit.parts());
            case ROUND_ROBIN -> only(unit, next(setup.node(), engineClass, all), "engines in turn");
            case ONE -> only(unit, Long.lowestOneBit(all), "one engine for all");
        };
    }

    private long next(int node, EngineClass engineClass, long all) {
        int turn = turns.merge(new Turn(node, engineClass), 1, Integer::sum) - 1;
        return 1L
                << Engines.ids(all).skip(turn % Long.bitCount(all)).findFirst().orElseThrow();
    }

    private static CopyUnit.OnEngines only(CopyUnit.OnEngines unit, long engine, String why) {
        return new CopyUnit.OnEngines(instead(unit, engine, why), unit.mode(), 0, 1);
    }

    private static Recommendation instead(CopyUnit.OnEngines unit, long engines, String why) {
        return new Recommendation(unit.wanted().node(), engines, unit.wanted().reason(), why);
    }
}
