package io.headrace.cli.topo;

import io.headrace.cli.text.Json;
import io.headrace.topology.Cache;
import io.headrace.topology.EngineClass;
import io.headrace.topology.Engines;
import io.headrace.topology.Field;
import io.headrace.topology.Link;
import io.headrace.topology.MemoryBank;
import io.headrace.topology.Node;
import io.headrace.topology.NodeField;
import io.headrace.topology.NumaNode;
import io.headrace.topology.Recommendation;
import io.headrace.topology.Values;
import io.headrace.topology.Warning;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The machine as one JSON object. What is unknown is left out; numbers are unsigned, up to 64 bits. */
final class TopoJson {

    private final Machine machine;
    private final Map<Integer, NumaNode> numa;

    /**
     * The machine.
     *
     * @param numa what is known besides of nodes of this machine, by their ids
     */
    TopoJson(Machine machine, Map<Integer, NumaNode> numa) {
        this.machine = machine;
        this.numa = numa;
    }

    Json json() {
        return Json.object()
                .with("nodes", machine.nodes().stream().map(this::node).toList())
                .with(
                        "links",
                        machine.topology().links().stream().map(this::link).toList())
                .with(
                        "warnings",
                        machine.warnings().stream().map(TopoJson::warning).toList());
    }

    private Json node(Node node) {
        Json json = Json.object().with("id", node.id()).with("kind", word(node.kind()));
        node.name().ifPresent(name -> json.with("name", name));
        node.gpuId().ifPresent(id -> json.with("gpu_id", unsigned(id)));
        json.with("usable", node.isUsable());
        node.whyUnusable().ifPresent(why -> json.with("why_unusable", why));
        node.pciAddress().ifPresent(address -> json.with("pci_address", address));
        node.engines()
                .ifPresent(engines -> json.with(
                        "engines",
                        Json.object()
                                .with("pcie", ids(engines.mask(EngineClass.PCIE)))
                                .with("xgmi", ids(engines.mask(EngineClass.XGMI)))
                                .with("never_recommended", ids(machine.engines().unrecommended(node.id())))));
        if (node.values().get(NodeField.NUM_SDMA_QUEUES_PER_ENGINE).isPresent()) {
            json.with(
                    "queues_per_engine",
                    unsigned(node.values()
                            .get(NodeField.NUM_SDMA_QUEUES_PER_ENGINE)
                            .getAsLong()));
        }
        machine.engines().forHost(node.id()).ifPresent(host -> json.with("host_copies", recommended(host)));
        NumaNode own = numa.get(node.id());
        if (own != null) {
            json.with("cpus", own.cpus().toString())
                    .with("usable_cpus", own.usable().toString());
        }
        node.memoryBanks()
                .ifPresent(banks -> json.with(
                        "memory_banks", banks.stream().map(TopoJson::bank).toList()));
        node.caches()
                .ifPresent(caches ->
                        json.with("caches", caches.stream().map(TopoJson::cache).toList()));
        return json.with("properties", values(node.values()));
    }

    private static Json bank(MemoryBank bank) {
        Json json = values(bank.values());
        bank.usedBytes().ifPresent(bytes -> json.with("used_memory", unsigned(bytes)));
        return json;
    }

    private static Json cache(Cache cache) {
        Json json = values(cache.values());
        cache.siblings().ifPresent(siblings -> json.with("sibling_map", siblings));
        return json;
    }

    private Json link(Link link) {
        Json json = Json.object()
                .with("from", link.from())
                .with("to", link.to())
                .with("type", link.type().toString().toLowerCase(Locale.ROOT))
                .with("direct", link.direct());
        machine.engines().of(link).ifPresent(recommendation -> json.with("recommended", recommended(recommendation)));
        return json.with("properties", values(link.values()));
    }

    private static Json recommended(Recommendation recommendation) {
        return Json.object()
                .with("node", recommendation.node())
                .with("engines", ids(recommendation.engines()))
                .with("mask", unsigned(recommendation.engines()))
                .with("reason", word(recommendation.reason()))
                .with("detail", recommendation.detail());
    }

    static Json warning(Warning warning) {
        Json json = Json.object().with("kind", word(warning.kind())).with("place", warning.place());
        if (warning.line() > 0) {
            json.with("line", warning.line());
        }
        return json.with("text", warning.text());
    }

    private static <F extends Enum<F> & Field> Json values(Values<F> values) {
        Json json = Json.object();
        values.known().forEach(field -> json.with(field.key(), new BigInteger(values.text(field))));
        return json;
    }

    private static BigInteger unsigned(long value) {
        return new BigInteger(Long.toUnsignedString(value));
    }

    private static List<Integer> ids(long mask) {
        return Engines.ids(mask).boxed().toList();
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
