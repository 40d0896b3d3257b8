package io.headrace.topology;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reads a node's own files: all but its links. */
final class NodeReader {

    private static final FieldNames<CacheField> CACHE_FIELDS = new FieldNames<>(CacheField.class);
    private static final FieldNames<MemoryField> MEMORY_FIELDS = new FieldNames<>(MemoryField.class);

    /** A list, and so no field. */
    static final String SIBLINGS = "sibling_map";

    private final TreeReader tree;
    private final Warnings warnings;

    NodeReader(TreeReader tree, Warnings warnings) {
        this.tree = tree;
        this.warnings = warnings;
    }

    /** Reads a node of which the properties have been read. */
    Node read(int id, String folder, PropertiesFile<NodeField> properties) {
        Node node = new Node(
                id,
                tree.number(folder + "/gpu_id"),
                tree.name(folder + "/name"),
                properties.values(),
                banks(folder, properties),
                caches(folder, properties));
        node.whyUnusable()
                .ifPresent(why -> warnings.add(
                        Warning.Kind.NODE, properties.place(), "node " + id + " is listed, but not used: " + why));
        OptionalInt pcie = node.values().count(NodeField.NUM_SDMA_ENGINES);
        OptionalInt xgmi = node.values().count(NodeField.NUM_SDMA_XGMI_ENGINES);
        if (pcie.isPresent() && xgmi.isPresent() && node.engines().isEmpty()) {
            warnings.add(
                    Warning.Kind.VALUE,
                    properties.place(),
                    properties.line(NodeField.NUM_SDMA_ENGINES),
                    "the copy engines are unknown: pcie=" + pcie.getAsInt() + " xgmi=" + xgmi.getAsInt()
                            + " are more than a mask can name, which is " + Engines.MOST);
        }
        return node;
    }

    private Optional<List<MemoryBank>> banks(String node, PropertiesFile<NodeField> properties) {
        Optional<int[]> numbers = numbers(node + "/mem_banks", properties, NodeField.MEM_BANKS_COUNT);
        if (numbers.isEmpty()) {
            return Optional.empty();
        }
        List<MemoryBank> banks = new ArrayList<>();
        for (int number : numbers.get()) {
            String bank = node + "/mem_banks/" + number;
            try {
                Values<MemoryField> values =
                        tree.properties(bank + "/properties", MEMORY_FIELDS).values();
                // Only a GPU's banks have it, where the kernel is new enough.
                banks.add(new MemoryBank(values, tree.numberIfThere(bank + "/used_memory")));
            } catch (IOException e) {
                warnings.add(
                        Warning.Kind.UNREADABLE,
                        bank + "/properties",
                        "the memory bank is left out, " + TreeReader.reason(e));
            }
        }
        return Optional.of(banks);
    }

    private Optional<List<Cache>> caches(String node, PropertiesFile<NodeField> properties) {
        Optional<int[]> numbers = numbers(node + "/caches", properties, NodeField.CACHES_COUNT);
        if (numbers.isEmpty()) {
            return Optional.empty();
        }
        List<Cache> caches = new ArrayList<>();
        for (int number : numbers.get()) {
            String file = node + "/caches/" + number + "/properties";
            try {
                PropertiesFile<CacheField> cache = tree.properties(file, CACHE_FIELDS, SIBLINGS);
                caches.add(new Cache(cache.values(), cache.bits(SIBLINGS)));
            } catch (IOException e) {
                warnings.add(Warning.Kind.UNREADABLE, file, "the cache is left out, " + TreeReader.reason(e));
            }
        }
        return Optional.of(caches);
    }

    /** Nothing if the folder is not there: copies of a tree often leave out what they were not made for. */
    private Optional<int[]> numbers(String folder, PropertiesFile<NodeField> properties, NodeField count) {
        try {
            int[] numbers = tree.numbers(folder);
            OptionalLong told = properties.values().get(count);
            if (told.isPresent() && told.getAsLong() != numbers.length) {
                warnings.add(
                        Warning.Kind.COUNT,
                        properties.place(),
                        properties.line(count),
                        count.key() + "=" + properties.values().text(count) + ", but the folder has " + numbers.length);
            }
            return Optional.of(numbers);
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        } catch (IOException e) {
            warnings.add(Warning.Kind.UNREADABLE, folder, "unknown, " + TreeReader.reason(e));
            return Optional.empty();
        }
    }
}
