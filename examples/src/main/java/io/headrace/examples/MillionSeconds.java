package io.headrace.examples;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.kernel.Range;
import io.headrace.sim.copy.Assumptions;
import io.headrace.sim.copy.SimDriver;
import io.headrace.topology.Link;
import io.headrace.topology.LinkField;
import io.headrace.topology.Node;
import io.headrace.topology.NodeField;
import io.headrace.topology.Topology;
import io.headrace.topology.Values;
import java.util.List;

/**
 * A GPU that runs one item a second, for a million seconds: in virtual time, so that it is over at once. The code that uses the device
 * is the same for any other.
 */
public final class MillionSeconds {

    private static final int ITEMS = 1_000;
    private static final int ROUNDS = 1_000;

    /** What the program got, and how long it took on the device. */
    record Outcome(float result, long nanos) {}

    private MillionSeconds() {}

    /** Lets it run in virtual time and says how long it took. */
    public static void main(String[] args) throws InterruptedException {
        long begin = System.nanoTime();
        long nanos = inVirtualTime().nanos();
        System.out.printf(
                "seconds by the device's clock = %d.%09d, by this machine's = %.1f%n",
                nanos / 1_000_000_000, nanos % 1_000_000_000, (System.nanoTime() - begin) / 1e9);
    }

    /** On a GPU that is not there. */
    static Outcome inVirtualTime() throws InterruptedException {
        SimDriver gpu = new SimDriver(machine(), Assumptions.DEFAULT.withKernels(1, 1));
        try (Headrace headrace = Headrace.open(HeadraceOptions.defaults().drivers(gpu))) {
            return run(headrace.device());
        }
    }

    /** On the device that a program gets. */
    static Outcome onThisMachine() throws InterruptedException {
        try (Headrace headrace = Headrace.open()) {
            return run(headrace.device());
        }
    }

    private static Outcome run(Device device) throws InterruptedException {
        float[] values = new float[ITEMS];
        long begin = device.time().nanos();
        try (F32 x = device.f32(ITEMS);
                Stream stream = device.stream()) {
            for (int round = 0; round < ROUNDS; round++) {
                stream.copy(values, x)
                        .launch(Range.of(ITEMS), i -> x.set(i, x.get(i) + 1))
                        .copy(x, values);
            }
            stream.await();
        }
        return new Outcome(values[ITEMS - 1], device.time().nanos() - begin);
    }

    /** A processor, a GPU with two copy engines, and a link of 32 GB/s in each direction. */
    private static Topology machine() {
        Values<LinkField> pcie = Values.unknown(LinkField.class)
                .with(LinkField.TYPE, 2)
                .with(LinkField.WEIGHT, 20)
                .with(LinkField.MAX_BANDWIDTH, 32_000);
        return Topology.of(
                List.of(
                        Node.of(
                                0,
                                Values.unknown(NodeField.class)
                                        .with(NodeField.CPU_CORES_COUNT, 16)
                                        .with(NodeField.SIMD_COUNT, 0)),
                        Node.of(
                                1,
                                Values.unknown(NodeField.class)
                                        .with(NodeField.CPU_CORES_COUNT, 0)
                                        .with(NodeField.SIMD_COUNT, 1_216)
                                        .with(NodeField.NUM_SDMA_ENGINES, 2)
                                        .with(NodeField.NUM_SDMA_XGMI_ENGINES, 0)
                                        .with(NodeField.NUM_SDMA_QUEUES_PER_ENGINE, 8))),
                List.of(new Link(0, 1, true, pcie), new Link(1, 0, true, pcie)));
    }
}
