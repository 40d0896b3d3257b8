package io.headrace.cli.topo;

import io.headrace.cli.text.Table;
import io.headrace.topology.EngineClass;
import io.headrace.topology.Engines;
import io.headrace.topology.MemoryBank;
import io.headrace.topology.MemoryField;
import io.headrace.topology.Node;
import io.headrace.topology.NodeField;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Nodes as a table. */
final class NodeTable {

    private static final String UNKNOWN = "unknown";

    /** Hives by their long ids; a letter each is easier to compare. */
    private final Map<Long, String> hives = new LinkedHashMap<>();

    void print(List<Node> nodes, PrintWriter out) {
        Table table = Table.of(
                ">NODE",
                "KIND",
                "NAME",
                ">GPU ID",
                ">PROCESSORS",
                "PCI ADDRESS",
                ">MEMORY",
                "HIVE",
                "COPY ENGINES",
                ">QUEUES",
                "NOTE");
        for (Node node : nodes) {
            table.row(
                    node.id(),
                    kind(node),
                    node.name().map(name -> name.isEmpty() ? "-" : name).orElse(UNKNOWN),
                    node.gpuId().isPresent()
                            ? Long.toUnsignedString(node.gpuId().getAsLong())
                            : UNKNOWN,
                    processors(node),
                    node.pciAddress().orElse(node.hasGpu() ? UNKNOWN : "-"),
                    memory(node),
                    node.hasGpu() ? hive(node) : "-",
                    node.hasGpu() ? engines(node) : "-",
                    node.hasGpu() ? node.values().text(NodeField.NUM_SDMA_QUEUES_PER_ENGINE) : "-",
                    node.whyUnusable().map(why -> "not usable: " + why).orElse(""));
        }
        table.print(out);
    }

    static String kind(Node node) {
        return switch (node.kind()) {
            case CPU -> "CPU";
            case GPU -> "GPU";
            case CPU_AND_GPU -> "CPU+GPU";
            case UNKNOWN -> UNKNOWN;
        };
    }

    private static String processors(Node node) {
        return switch (node.kind()) {
            case CPU -> node.values().text(NodeField.CPU_CORES_COUNT) + " cores";
            case GPU -> node.values().text(NodeField.SIMD_COUNT) + " SIMDs";
            case CPU_AND_GPU ->
                node.values().text(NodeField.CPU_CORES_COUNT) + " cores, "
                        + node.values().text(NodeField.SIMD_COUNT) + " SIMDs";
            case UNKNOWN -> UNKNOWN;
        };
    }

    private static String memory(Node node) {
        Optional<List<MemoryBank>> banks = node.memoryBanks();
        if (banks.isEmpty()) {
            return UNKNOWN;
        }
        double bytes = 0;
        for (MemoryBank bank : banks.get()) {
            OptionalLong size = bank.values().get(MemoryField.SIZE_IN_BYTES);
            if (size.isEmpty()) {
                return UNKNOWN;
            }
            bytes += Double.parseDouble(Long.toUnsignedString(size.getAsLong()));
        }
        return String.format(Locale.ROOT, "%.1f GiB", bytes / (1L << 30));
    }

    private String hive(Node node) {
        OptionalLong hive = node.values().get(NodeField.HIVE_ID);
        if (hive.isEmpty()) {
            return UNKNOWN;
        }
        return hive.getAsLong() == 0
                ? "none"
                : hives.computeIfAbsent(hive.getAsLong(), ignored -> letters(hives.size()));
    }

    private static String letters(int index) {
        return index < 26 ? Character.toString('A' + index) : "A" + index;
    }

    private static String engines(Node node) {
        Optional<Engines> engines = node.engines();
        if (engines.isEmpty()) {
            return UNKNOWN;
        }
        if (engines.get().count() == 0) {
            return "none";
        }
        StringBuilder text = new StringBuilder();
        for (EngineClass engineClass : EngineClass.values()) {
            long mask = engines.get().mask(engineClass);
            if (mask != 0) {
                text.append(text.isEmpty() ? "" : ", ")
                        .append(Ranges.of(Engines.ids(mask).boxed().toList()))
                        .append(' ')
                        .append(engineClass);
            }
        }
        return text.toString();
    }
}
