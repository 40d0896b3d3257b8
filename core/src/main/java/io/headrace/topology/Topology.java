package io.headrace.topology;

import io.headrace.error.TopologyException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A machine: its nodes and the links between them. Immutable plain data; two are equal if they say the same.
 *
 * <p>Nodes are in the order of their ids. Links are in the order of their first node, direct ones first, else in
 * the order in which they were given.
 *
 * @param generation a number that grows whenever the machine changes; empty if unknown
 * @param system what is known of the machine as a whole
 * @param nodes its nodes, no two with the same id
 * @param links the links, each between nodes that are there; no two of the same nodes that are direct, or not
 *     direct, alike
 */
public record Topology(OptionalLong generation, Values<SystemField> system, List<Node> nodes, List<Link> links) {

    private static final Comparator<Link> ORDER =
            Comparator.comparingInt(Link::from).thenComparingInt(link -> link.direct() ? 0 : 1);

    public Topology {
        nodes = nodes.stream().sorted(Comparator.comparingInt(Node::id)).toList();
        links = links.stream().sorted(ORDER).toList();
        Map<Integer, Node> ids = new HashMap<>();
        for (Node node : nodes) {
            if (ids.put(node.id(), node) != null) {
                throw new TopologyException("two nodes have the same id: node=" + node.id());
            }
        }
        Set<Ends> seen = new HashSet<>();
        for (Link link : links) {
            if (!ids.containsKey(link.from()) || !ids.containsKey(link.to())) {
                throw new TopologyException("a link's node is not there: from=" + link.from() + " to=" + link.to()
                        + " nodes=" + ids.size());
            }
            if (!seen.add(Ends.of(link))) {
                throw new TopologyException("two links have the same ends: from=" + link.from() + " to=" + link.to()
                        + " direct=" + link.direct());
            }
        }
    }

    /** A machine of which only nodes and links are known. */
    public static Topology of(List<Node> nodes, List<Link> links) {
        return new Topology(OptionalLong.empty(), Values.unknown(SystemField.class), nodes, links);
    }

    /** The node with an id. */
    public Optional<Node> node(int id) {
        return nodes.stream().filter(node -> node.id() == id).findFirst();
    }

    /** The links that start at a node. */
    public List<Link> linksFrom(int id) {
        return links.stream().filter(link -> link.from() == id).toList();
    }

    /** The link from one node to another: the direct one, if there is one. */
    public Optional<Link> link(int from, int to) {
        return links.stream()
                .filter(link -> link.from() == from && link.to() == to)
                .findFirst();
    }
}
