package io.headrace.topology;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the links of all nodes, and drops those that lead nowhere. */
final class LinkReader {

    private static final FieldNames<LinkField> LINK_FIELDS = new FieldNames<>(LinkField.class);

    private record Found(Link link, PropertiesFile<LinkField> file) {}

    private final TreeReader tree;
    private final Warnings warnings;
    private final Map<Ends, Found> found = new HashMap<>();
    private final List<Found> order = new ArrayList<>();

    /**
     * Nodes of which a link is not known, which has been told; so the lack of a link that starts there is not told
     * again.
     */
    private final Set<Integer> incomplete = new HashSet<>();

    LinkReader(TreeReader tree, Warnings warnings) {
        this.tree = tree;
        this.warnings = warnings;
    }

    /** Reads the links that start at a node. */
    void read(int node, String folder, PropertiesFile<NodeField> properties) {
        read(node, folder + "/io_links", true, properties, NodeField.IO_LINKS_COUNT);
        read(node, folder + "/p2p_links", false, properties, NodeField.P2P_LINKS_COUNT);
    }

    private void read(int node, String folder, boolean direct, PropertiesFile<NodeField> properties, NodeField count) {
        boolean someAreTold = properties.values().isSet(count);
        try {
            int[] numbers = tree.numbers(folder);
            for (int number : numbers) {
                readLink(node, folder + "/" + number + "/properties", direct);
            }
            if (properties.values().get(count).orElse(numbers.length) != numbers.length) {
                warnCount(properties, count, "the folder has " + numbers.length);
            }
        } catch (NoSuchFileException missing) {
            if (someAreTold) {
                incomplete.add(node);
                warnCount(properties, count, "there is no folder " + folder + ": the node has no such links here");
            }
        } catch (IOException e) {
            incomplete.add(node);
            warnings.add(Warning.Kind.UNREADABLE, folder, "the node has no such links here, " + TreeReader.reason(e));
        }
    }

    private void warnCount(PropertiesFile<NodeField> properties, NodeField count, String but) {
        warnings.add(
                Warning.Kind.COUNT,
                properties.place(),
                properties.line(count),
                count.key() + "=" + properties.values().text(count) + ", but " + but);
    }

    private void readLink(int node, String place, boolean direct) {
        PropertiesFile<LinkField> file;
        try {
            file = tree.properties(place, LINK_FIELDS);
        } catch (IOException e) {
            incomplete.add(node);
            warnings.add(Warning.Kind.UNREADABLE, place, "the link is dropped, " + TreeReader.reason(e));
            return;
        }
        OptionalInt from = file.values().count(LinkField.NODE_FROM);
        OptionalInt to = file.values().count(LinkField.NODE_TO);
        if (from.isEmpty() || from.getAsInt() != node) {
            drop(node, file, LinkField.NODE_FROM, "it stands in the folder of node " + node);
        } else if (to.isEmpty()) {
            drop(node, file, LinkField.NODE_TO, "so nobody knows where it ends");
        } else if (to.getAsInt() == node) {
            drop(node, file, LinkField.NODE_TO, "which is where it starts");
        } else {
            keep(new Found(new Link(node, to.getAsInt(), direct, file.values()), file));
        }
    }

    private void keep(Found one) {
        Link link = one.link;
        if (found.putIfAbsent(Ends.of(link), one) != null) {
            drop(link.from(), one.file, LinkField.NODE_TO, "to which another link goes, which counts");
            return;
        }
        order.add(one);
        if (link.type() == LinkType.UNKNOWN) {
            warnings.add(
                    Warning.Kind.LINK,
                    one.file.place(),
                    "the kind of link is unknown, and so which class of engines serves it");
        }
    }

    private void drop(int node, PropertiesFile<LinkField> file, LinkField field, String why) {
        incomplete.add(node);
        warnings.add(
                Warning.Kind.LINK,
                file.place(),
                file.line(field),
                "the link is dropped: " + field.key() + "=" + file.values().text(field) + ", " + why);
    }

    /**
     * The links between these nodes.
     *
     * @param nodes the nodes that are there
     * @param leftOut nodes that are not, which has been told
     */
    List<Link> between(Map<Integer, Node> nodes, Set<Integer> leftOut) {
        List<Found> kept = new ArrayList<>();
        for (Found one : order) {
            int to = one.link.to();
            if (nodes.containsKey(to)) {
                kept.add(one);
            } else if (!leftOut.contains(to)) {
                drop(one.link.from(), one.file, LinkField.NODE_TO, "and there is no such node");
            }
        }
        for (Found one : kept) {
            warnIfOneWay(one, nodes);
        }
        return kept.stream().map(Found::link).toList();
    }

    private void warnIfOneWay(Found one, Map<Integer, Node> nodes) {
        Link link = one.link;
        boolean back = found.containsKey(new Ends(link.to(), link.from(), true))
                || found.containsKey(new Ends(link.to(), link.from(), false));
        boolean used = isUsed(nodes.get(link.from())) && isUsed(nodes.get(link.to()));
        if (!back && used && !incomplete.contains(link.to())) {
            warnings.add(
                    Warning.Kind.LINK,
                    one.file.place(),
                    "one way: there is a link from " + link.from() + " to " + link.to() + ", and none back");
        }
    }

    private static boolean isUsed(@Nullable Node node) {
        return node != null && node.isUsable();
    }
}
