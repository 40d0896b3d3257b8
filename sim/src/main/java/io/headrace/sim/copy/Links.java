package io.headrace.sim.copy;

import io.headrace.error.TopologyException;
import io.headrace.sim.Channel;
import io.headrace.sim.Network;
import io.headrace.topology.Link;
import io.headrace.topology.LinkField;
import io.headrace.topology.Node;
import io.headrace.topology.NodeKind;
import io.headrace.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Collectors;

/** The links of a machine as channels, and the ways over them. */
final class Links {

    private static final long MEGABYTE = 1_000_000;

    /** A link that tells no weight is a long way. */
    private static final long UNKNOWN_WEIGHT = 1_000_000;

    /** A way to a node, while the shortest is looked for. */
    private record Reached(int node, long weight, List<Link> way) {}

    /** A link in use. */
    private record Used(Channel channel, boolean told) {}

    private final Network network;
    private final Assumptions assumptions;
    private final Map<Integer, List<Link>> direct;
    private final Map<Pair, Link> indirect;
    private final Set<Integer> cpus;
    private final Map<Link, Used> used = new LinkedHashMap<>();

    Links(Topology topology, Network network, Assumptions assumptions) {
        this.network = network;
        this.assumptions = assumptions;
        this.direct = topology.links().stream().filter(Link::direct).collect(Collectors.groupingBy(Link::from));
        this.indirect = topology.links().stream()
                .filter(link -> !link.direct())
                .collect(Collectors.toMap(link -> new Pair(link.from(), link.to()), link -> link));
        this.cpus = topology.nodes().stream()
                .filter(node -> node.kind() == NodeKind.CPU && node.isUsable())
                .map(Node::id)
                .collect(Collectors.toSet());
    }

    /**
     * The way between GPUs that a link stands for: the direct one; else the way over CPUs, if the description has one;
     * else the link that it has for both. Empty if there is no link.
     */
    Optional<List<Link>> way(int from, int to) {
        for (Link link : linksFrom(from)) {
            if (link.to() == to) {
                return Optional.of(List.of(link));
            }
        }
        Link whole = indirect.get(new Pair(from, to));
        return whole == null ? Optional.empty() : Optional.of(overCpus(from, to).orElse(List.of(whole)));
    }

    /** The way between a GPU and the memory of the CPU that is nearest to it; empty if there is none. */
    Optional<List<Link>> ofHost(int gpu, boolean inbound) {
        Optional<Link> up = linksFrom(gpu).stream()
                .filter(link -> cpus.contains(link.to()))
                .min(Comparator.comparingLong(Links::weight).thenComparingInt(Link::to));
        return inbound ? up.flatMap(link -> overCpus(link.to(), gpu)) : up.map(List::of);
    }

    /** The two steps from one GPU to another by way of the memory of the CPU that is nearest to the first. */
    List<List<Link>> staged(int from, int to) {
        List<Link> up = ofHost(from, false).orElseThrow(() -> noWay(from, to));
        return List.of(up, overCpus(up.getLast().to(), to).orElseThrow(() -> noWay(from, to)));
    }

    private static TopologyException noWay(int from, int to) {
        return new TopologyException(
                "the description has no way between two GPUs, neither a link nor links to CPUs: from=" + from + " to="
                        + to);
    }

    private List<Link> linksFrom(int node) {
        return direct.getOrDefault(node, List.of());
    }

    /** The way of least weight on which all nodes in between are CPUs. */
    private Optional<List<Link>> overCpus(int from, int to) {
        PriorityQueue<Reached> edge = new PriorityQueue<>(Comparator.comparingLong(Reached::weight)
                .thenComparingInt(reached -> reached.way().size())
                .thenComparingInt(Reached::node));
        Set<Integer> done = new HashSet<>();
        edge.add(new Reached(from, 0, List.of()));
        for (Reached next = edge.poll(); next != null; next = edge.poll()) {
            if (next.node() == to) {
                return Optional.of(next.way());
            }
            if (!done.add(next.node())) {
                continue;
            }
            for (Link link : linksFrom(next.node())) {
                if (cpus.contains(link.to()) || link.to() == to) {
                    List<Link> way = new ArrayList<>(next.way());
                    way.add(link);
                    edge.add(new Reached(link.to(), next.weight() + weight(link), way));
                }
            }
        }
        return Optional.empty();
    }

    private static long weight(Link link) {
        long weight = link.values().get(LinkField.WEIGHT).orElse(UNKNOWN_WEIGHT);
        return weight < 0 ? UNKNOWN_WEIGHT : Math.min(weight, UNKNOWN_WEIGHT);
    }

    /** The channels of a way. */
    List<Channel> channels(List<Link> way) {
        return way.stream()
                .map(link -> used.computeIfAbsent(link, this::open).channel())
                .toList();
    }

    /** The sum of the latencies of a way. */
    long latencyNanos(List<Link> way) {
        return way.stream()
                .mapToLong(link -> told(link, LinkField.MIN_LATENCY, Assumptions.MOST_LATENCY_NANOS)
                        .orElse(assumptions.linkLatencyNanos()))
                .sum();
    }

    private Used open(Link link) {
        OptionalLong told = told(link, LinkField.MAX_BANDWIDTH, Assumptions.MOST_BYTES_PER_SECOND / MEGABYTE);
        Channel channel = network.channel(
                new Pair(link.from(), link.to()).toString(),
                told.isPresent() ? told.getAsLong() * MEGABYTE : assumptions.linkBytesPerSecond());
        return new Used(channel, told.isPresent());
    }

    /** A value that is told: neither 0, which stands for "not measured", nor more than can be. */
    private static OptionalLong told(Link link, LinkField field, long most) {
        OptionalLong value = link.values().get(field);
        return value.isPresent() && value.getAsLong() > 0 && value.getAsLong() <= most ? value : OptionalLong.empty();
    }

    /** What was used of all links, in the order of their nodes. */
    List<LinkUse> uses() {
        return used.entrySet().stream()
                .map(entry -> use(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparingInt((LinkUse use) -> use.ends().from())
                        .thenComparingInt(use -> use.ends().to()))
                .toList();
    }

    private static LinkUse use(Link link, Used used) {
        Channel channel = used.channel();
        return new LinkUse(
                new Pair(link.from(), link.to()),
                link.direct(),
                channel.bytesPerSecond(),
                used.told(),
                channel.bytes(),
                channel.nanosFor(channel.bytes()),
                channel.busyNanos(),
                channel.mostAtOnce());
    }
}
