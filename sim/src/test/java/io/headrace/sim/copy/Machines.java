package io.headrace.sim.copy;

import io.headrace.topology.Link;
import io.headrace.topology.LinkField;
import io.headrace.topology.Node;
import io.headrace.topology.NodeField;
import io.headrace.topology.Topology;
import io.headrace.topology.Values;
import java.util.ArrayList;
import java.util.List;

/** Builds machines. */
final class Machines {

    static final int PCIE = 2;
    static final int XGMI = 11;
    static final long UNTOLD = 0;

    private final List<Node> nodes = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();

    /** GPUs from id 1 on, each linked with each by xGMI of 64 GB/s; 2 PCIe engines and so many of xGMI, 8 queues each. */
    static Machines hive(int gpus, int xgmiEngines) {
        Machines machine = new Machines();
        for (int from = 1; from <= gpus; from++) {
            machine.gpu(from, 2, xgmiEngines, 8);
            for (int to = 1; to <= gpus; to++) {
                if (to != from) {
                    machine.link(from, to, XGMI, 64_000, -1);
                }
            }
        }
        return machine;
    }

    Machines cpu(int id) {
        nodes.add(Node.of(
                id,
                Values.unknown(NodeField.class)
                        .with(NodeField.CPU_CORES_COUNT, 16)
                        .with(NodeField.SIMD_COUNT, 0)));
        return this;
    }

    Machines gpu(int id, int pcie, int xgmi, int queues) {
        nodes.add(Node.of(
                id,
                Values.unknown(NodeField.class)
                        .with(NodeField.CPU_CORES_COUNT, 0)
                        .with(NodeField.SIMD_COUNT, 1216)
                        .with(NodeField.NUM_SDMA_ENGINES, pcie)
                        .with(NodeField.NUM_SDMA_XGMI_ENGINES, xgmi)
                        .with(NodeField.NUM_SDMA_QUEUES_PER_ENGINE, queues)));
        return this;
    }

    /** A link in one direction; no mask if it is negative. It takes the place of one that was there. */
    Machines link(int from, int to, int type, long megabytesPerSecond, long mask) {
        return link(from, to, true, type, megabytesPerSecond, mask);
    }

    Machines link(int from, int to, boolean direct, int type, long megabytesPerSecond, long mask) {
        Values<LinkField> values = Values.unknown(LinkField.class)
                .with(LinkField.TYPE, type)
                .with(LinkField.WEIGHT, type == XGMI ? 15 : 20)
                .with(LinkField.MAX_BANDWIDTH, megabytesPerSecond);
        links.removeIf(link -> link.from() == from && link.to() == to);
        links.add(new Link(
                from, to, direct, mask < 0 ? values : values.with(LinkField.RECOMMENDED_SDMA_ENGINE_ID_MASK, mask)));
        return this;
    }

    /** Links in both directions. */
    Machines both(int one, int other, boolean direct, int type, long megabytesPerSecond) {
        return link(one, other, direct, type, megabytesPerSecond, -1)
                .link(other, one, direct, type, megabytesPerSecond, -1);
    }

    Machines set(int from, int to, LinkField field, long value) {
        links.replaceAll(link -> link.from() == from && link.to() == to
                ? new Link(from, to, link.direct(), link.values().with(field, value))
                : link);
        return this;
    }

    Topology topology() {
        return Topology.of(nodes, links);
    }
}
