package io.headrace.topology;

import io.headrace.config.Knob;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Decides which engines suit a link, and keeps what was dropped from the masks that were read. Used by one thread. */
final class EngineRules {

    /** What was dropped at a node, alike for all masks. */
    private record Dropped(int node, String what) {}

    private final SocketInfo sockets;
    private final long excluded;
    private final Map<Dropped, Integer> dropped = new LinkedHashMap<>();

    EngineRules(SocketInfo sockets, long excluded) {
        this.sockets = sockets;
        this.excluded = excluded;
    }

    /** The engines for a link; empty if no engine has to do with it. */
    Optional<Recommendation> recommend(Link link, Node from, Node to) {
        if (!from.isUsable() || !to.isUsable()) {
            return Optional.empty();
        }
        if (from.hasGpu()) {
            return Optional.of(recommend(link, from, to.hasGpu()));
        }
        return to.hasGpu() ? Optional.of(recommend(link, to, false)) : Optional.empty();
    }

    /** The engines for copies between a GPU and its host, if no link to a CPU is known. */
    Recommendation forHost(Node gpu) {
        return gpu.engines()
                .map(engines -> wholeClass(gpu, engines, EngineClass.PCIE, "no link to a CPU is known"))
                .orElseGet(() -> enginesUnknown(gpu));
    }

    /** What was dropped, told once for all masks of a node. */
    List<Warning> warnings() {
        return dropped.entrySet().stream()
                .map(entry -> new Warning(
                        Warning.Kind.MASK,
                        "node " + entry.getKey().node(),
                        0,
                        entry.getKey().what() + " links=" + entry.getValue()))
                .toList();
    }

    private Recommendation recommend(Link link, Node node, boolean betweenGpus) {
        Optional<Engines> known = node.engines();
        if (known.isEmpty()) {
            return enginesUnknown(node);
        }
        OptionalLong read = link.recommendedEngines();
        if (read.isPresent()) {
            long kept = usable(read.getAsLong(), node.id(), known.get());
            return kept != 0
                    ? new Recommendation(node.id(), kept, Recommendation.Reason.FILE, "taken from the file")
                    : computed(link, node, known.get(), betweenGpus, "the file names only engines that cannot be used");
        }
        boolean zero =
                link.values().get(LinkField.RECOMMENDED_SDMA_ENGINE_ID_MASK).isPresent();
        return computed(
                link,
                node,
                known.get(),
                betweenGpus,
                zero ? "the file recommends none (mask 0)" : "the file has no mask");
    }

    /** The engines of a mask that are there and not excluded; the others are told. */
    private long usable(long mask, int node, Engines engines) {
        long absent = mask & ~engines.mask();
        long dead = mask & engines.mask() & excluded;
        if (absent != 0) {
            drop(
                    node,
                    "masks name engines that are not there, which are dropped: ids=" + ids(absent) + " engines="
                            + engines.count());
        }
        if (dead != 0) {
            drop(
                    node,
                    "masks name engines that are excluded, which are dropped: ids=" + ids(dead) + " "
                            + Knob.EXCLUDED_ENGINES.variable() + "=" + ids(excluded));
        }
        return mask & engines.mask() & ~excluded;
    }

    private Recommendation computed(Link link, Node node, Engines engines, boolean betweenGpus, String why) {
        if (link.type() == LinkType.UNKNOWN) {
            return unknown(node, why + ", and the kind of link is unknown");
        }
        if (!betweenGpus || link.type() != LinkType.XGMI || engines.xgmi() == 0) {
            return wholeClass(node, engines, EngineClass.PCIE, why);
        }
        if (!link.direct()) {
            return wholeClass(node, engines, EngineClass.XGMI, why);
        }
        Optional<String> objection = SocketTable.objection(sockets, link, node, engines);
        return objection.isPresent()
                ? wholeClass(node, engines, EngineClass.XGMI, why + ", " + objection.get())
                : byTable(link, node, engines, why);
    }

    private Recommendation byTable(Link link, Node node, Engines engines, String why) {
        int from = sockets.socket(link.from()).orElseThrow().number();
        int to = sockets.socket(link.to()).orElseThrow().number();
        String asked = why + ", the table for sockets " + from + " to " + to;
        OptionalInt engine = SocketTable.engine(engines, from, to);
        if (engine.isEmpty()) {
            return wholeClass(node, engines, EngineClass.XGMI, asked + " names no engine of class xGMI");
        }
        long mask = 1L << engine.getAsInt();
        if ((mask & excluded) != 0) {
            drop(
                    node.id(),
                    "the table names an engine that is excluded: ids=" + ids(mask) + " "
                            + Knob.EXCLUDED_ENGINES.variable() + "=" + ids(excluded));
            return wholeClass(node, engines, EngineClass.XGMI, asked + " names an excluded engine");
        }
        return new Recommendation(node.id(), mask, Recommendation.Reason.TABLE, asked);
    }

    private Recommendation wholeClass(Node node, Engines engines, EngineClass wanted, String why) {
        long mask = engines.mask(wanted) & ~excluded;
        return mask == 0
                ? new Recommendation(
                        node.id(),
                        0,
                        Recommendation.Reason.NONE,
                        why + ": no engine of class " + wanted + " can be used")
                : new Recommendation(
                        node.id(), mask, Recommendation.Reason.WHOLE_CLASS, why + ": any engine of class " + wanted);
    }

    private static Recommendation enginesUnknown(Node node) {
        return unknown(node, "how many engines node " + node.id() + " has is unknown");
    }

    private static Recommendation unknown(Node node, String why) {
        return new Recommendation(node.id(), 0, Recommendation.Reason.UNKNOWN, why);
    }

    private void drop(int node, String what) {
        dropped.merge(new Dropped(node, what), 1, Integer::sum);
    }

    private static String ids(long mask) {
        return Engines.ids(mask).mapToObj(String::valueOf).collect(Collectors.joining(","));
    }
}
