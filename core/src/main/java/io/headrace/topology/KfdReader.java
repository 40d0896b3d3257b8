package io.headrace.topology;

import io.headrace.error.TopologyException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Reads a tree, again if the machine changed meanwhile. */
final class KfdReader {

    private static final FieldNames<SystemField> SYSTEM_FIELDS = new FieldNames<>(SystemField.class);
    private static final FieldNames<NodeField> NODE_FIELDS = new FieldNames<>(NodeField.class);

    private static final int MOST_TRIES = 5;
    private static final String GENERATION = "generation_id";
    private static final String SYSTEM = "system_properties";
    private static final String FOLDER = "nodes";

    private final TreeSource source;

    KfdReader(TreeSource source) {
        this.source = source;
    }

    TopologyReading read() {
        for (int i = 0; i < MOST_TRIES; i++) {
            Warnings warnings = new Warnings();
            TreeReader tree = new TreeReader(source, warnings);
            OptionalLong before = tree.number(GENERATION);
            Optional<TopologyReading> reading = Optional.empty();
            Optional<TopologyException> failure = Optional.empty();
            try {
                reading = Optional.of(read(tree, before, warnings));
            } catch (TopologyException e) {
                failure = Optional.of(e);
            }
            // What is odd with the number itself has been told.
            boolean unchanged =
                    new TreeReader(source, new Warnings()).number(GENERATION).equals(before);
            if (unchanged && failure.isPresent()) {
                throw failure.get();
            }
            if (unchanged && reading.isPresent()) {
                return reading.get();
            }
        }
        throw new TopologyException("the machine changed each time that it was read: path=" + source.name() + " tries="
                + MOST_TRIES + "; try again when it is quiet");
    }

    private TopologyReading read(TreeReader tree, OptionalLong generation, Warnings warnings) {
        Values<SystemField> system = system(tree, warnings);
        int[] ids = nodes(tree);
        NodeReader nodeReader = new NodeReader(tree, warnings);
        LinkReader linkReader = new LinkReader(tree, warnings);
        Map<Integer, Node> nodes = new TreeMap<>();
        Set<Integer> leftOut = new HashSet<>();
        String last = "";
        for (int id : ids) {
            String folder = FOLDER + "/" + id;
            try {
                PropertiesFile<NodeField> properties = tree.properties(folder + "/properties", NODE_FIELDS);
                nodes.put(id, nodeReader.read(id, folder, properties));
                linkReader.read(id, folder, properties);
            } catch (IOException e) {
                leftOut.add(id);
                last = folder + "/properties: " + TreeReader.reason(e);
                warnings.add(
                        Warning.Kind.UNREADABLE,
                        folder + "/properties",
                        "node " + id + " is left out with all links to it, " + TreeReader.reason(e));
            }
        }
        if (nodes.isEmpty()) {
            throw new TopologyException("no node can be read at path=" + source.name() + " nodes=" + ids.length
                    + "; the last one: " + last);
        }
        List<Link> links = linkReader.between(nodes, leftOut);
        return new TopologyReading(
                new Topology(generation, system, List.copyOf(nodes.values()), links), warnings.all());
    }

    private static Values<SystemField> system(TreeReader tree, Warnings warnings) {
        try {
            return tree.properties(SYSTEM, SYSTEM_FIELDS).values();
        } catch (IOException e) {
            warnings.add(Warning.Kind.UNREADABLE, SYSTEM, "unknown, " + TreeReader.reason(e));
            return Values.unknown(SystemField.class);
        }
    }

    private int[] nodes(TreeReader tree) {
        int[] ids;
        try {
            ids = tree.numbers(FOLDER);
        } catch (NoSuchFileException e) {
            throw new TopologyException(
                    "no KFD topology at path=" + source.name()
                            + ": there is no folder nodes in it; it is a copy of /sys/class/kfd/kfd/topology that is asked for");
        } catch (IOException e) {
            throw new TopologyException(
                    "the KFD topology cannot be read: path=" + source.name() + "/nodes, " + TreeReader.reason(e), e);
        }
        if (ids.length == 0) {
            throw new TopologyException(
                    "no KFD topology at path=" + source.name() + ": its folder nodes holds no node");
        }
        return ids;
    }
}
