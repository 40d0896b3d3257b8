package io.headrace.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Machines for tests. */
final class Machines {

    private Machines() {}

    static Node cpu(int id) {
        return new Node(
                id,
                OptionalLong.of(0),
                Optional.of(""),
                Values.unknown(NodeField.class)
                        .with(NodeField.CPU_CORES_COUNT, 16)
                        .with(NodeField.SIMD_COUNT, 0),
                Optional.empty(),
                Optional.empty());
    }

    static Node gpu(int id, int pcie, int xgmi) {
        return new Node(
                id,
                OptionalLong.of(1000 + id),
                Optional.of("aldebaran"),
                Values.unknown(NodeField.class)
                        .with(NodeField.CPU_CORES_COUNT, 0)
                        .with(NodeField.SIMD_COUNT, 1216)
                        .with(NodeField.LOCATION_ID, 768)
                        .with(NodeField.DOMAIN, 0)
                        .with(NodeField.HIVE_ID, Long.parseUnsignedLong("10631624818852212319"))
                        .with(NodeField.NUM_SDMA_ENGINES, pcie)
                        .with(NodeField.NUM_SDMA_XGMI_ENGINES, xgmi)
                        .with(NodeField.NUM_SDMA_QUEUES_PER_ENGINE, 8),
                Optional.empty(),
                Optional.empty());
    }

    /** A GPU of which more is, or less is, known. */
    static Node with(Node node, Values<NodeField> values) {
        return new Node(node.id(), node.gpuId(), node.name(), values, node.memoryBanks(), node.caches());
    }

    static Link link(int from, int to, LinkType type) {
        return new Link(
                from,
                to,
                true,
                Values.unknown(LinkField.class)
                        .with(LinkField.TYPE, type.code())
                        .with(LinkField.WEIGHT, type == LinkType.XGMI ? 15 : 20)
                        .with(LinkField.FLAGS, 1));
    }

    static Link link(int from, int to, LinkType type, long mask) {
        Link plain = link(from, to, type);
        return new Link(from, to, true, plain.values().with(LinkField.RECOMMENDED_SDMA_ENGINE_ID_MASK, mask));
    }

    /** A CPU, node 0, and two GPUs of 2 and 14 engines, nodes 1 and 2; each link has a mask. */
    static Topology twoGpus() {
        return new Topology(
                OptionalLong.of(2),
                Values.unknown(SystemField.class).with(SystemField.PLATFORM_REV, 2),
                List.of(cpu(0), gpu(1, 2, 14), gpu(2, 2, 14)),
                List.of(
                        link(0, 1, LinkType.PCIE, 3),
                        link(0, 2, LinkType.PCIE, 3),
                        link(1, 0, LinkType.PCIE, 3),
                        link(1, 2, LinkType.XGMI, 4),
                        link(2, 0, LinkType.PCIE, 3),
                        link(2, 1, LinkType.XGMI, 16)));
    }

    /** Two GPUs, nodes 1 and 2, and the one link from 1 to 2. */
    static Topology pair(Node from, Link link) {
        return Topology.of(
                List.of(cpu(0), from, gpu(2, from.engines().map(Engines::pcie).orElse(2), 6)), List.of(link));
    }

    /** A CPU, node 0, and GPUs 2 to 9, all linked with each other by xGMI links without masks. */
    static Topology eightGpus(int pcie, int xgmi) {
        List<Node> nodes = new ArrayList<>(List.of(cpu(0)));
        List<Link> links = new ArrayList<>();
        for (int from = 2; from < 10; from++) {
            nodes.add(gpu(from, pcie, xgmi));
            links.add(link(from, 0, LinkType.PCIE));
            links.add(link(0, from, LinkType.PCIE));
            for (int to = 2; to < 10; to++) {
                if (from != to) {
                    links.add(link(from, to, LinkType.XGMI));
                }
            }
        }
        return Topology.of(nodes, links);
    }

    /** GPUs 2 to 9 in sockets 0 to 7. */
    static SocketInfo eightSockets() {
        Map<Integer, Integer> sockets =
                IntStream.range(2, 10).boxed().collect(Collectors.toMap(node -> node, node -> node - 2));
        return SocketInfo.wholeGpus(sockets);
    }
}
