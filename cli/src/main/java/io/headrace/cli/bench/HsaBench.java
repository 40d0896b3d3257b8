package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.Kernel;
import io.headrace.Program;
import io.headrace.Stream;
import io.headrace.cli.CommandFailure;
import io.headrace.kernel.GroupedRange;
import io.headrace.kernel.Range;
import io.headrace.kernel.Source;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** An AMD GPU through the library, next to packets that are written into an HSA queue by nothing but Java's own interface to native code. */
final class HsaBench implements Bench {

    private static final int BURSTS = 200;

    /** So many that neither side has to wait for room. */
    private static final int BURST = 256;

    private static final int AWAITED = 500;
    private static final GroupedRange ONE = Range.of(1).group(1);

    @Override
    public String name() {
        return "hsa";
    }

    @Override
    public String about() {
        return "an AMD GPU: empty launches, next to bare packets in an HSA queue";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure("launch_call_ns", "ns", "an empty launch, what the caller is kept: the median of bursts"),
                new Figure("bare_packet_ns", "ns", "a packet for the same, written and told of by the doorbell"),
                new Figure("launch_over_bare_ns", "ns", "the first of these less 1.5 times the second"),
                new Figure("launch_await_us_p50", "us", "an empty launch that is waited for: the median"),
                new Figure("bare_await_us_p50", "us", "a bare packet, and a wait for its signal"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        try (Headrace headrace = Headrace.open()) {
            Device device = device(headrace);
            try (BareHsa bare = new BareHsa(device.name());
                    Program program =
                            device.compile(Source.hsaCodeObject(bare.code()).withName("bench.hsaco"));
                    Stream stream = device.stream()) {
                Kernel kernel = program.kernel(BareHsa.KERNEL_NAME);
                Map<String, Double> figures = Rounds.medians(effort, samples -> {
                    int bursts = effort.repetitions(BURSTS);
                    for (int burst = 0; burst < bursts; burst++) {
                        // Whoever reads the packets is awake then, on either side: unread ones cost their writer less.
                        stream.launch(kernel, ONE).await();
                        long start = System.nanoTime();
                        for (int i = 0; i < BURST; i++) {
                            stream.launch(kernel, ONE);
                        }
                        samples.add("launch_call_ns", (System.nanoTime() - start) / (double) BURST);
                        stream.await();
                        bare.finish();
                        start = System.nanoTime();
                        for (int i = 0; i < BURST; i++) {
                            bare.launch();
                        }
                        samples.add("bare_packet_ns", (System.nanoTime() - start) / (double) BURST);
                        bare.finish();
                    }
                    int awaited = effort.repetitions(AWAITED);
                    samples.add(
                            "launch_await_us_p50",
                            Latencies.of(
                                            awaited,
                                            () -> stream.launch(kernel, ONE).await())
                                    .micros(50));
                    samples.add(
                            "bare_await_us_p50",
                            Latencies.of(awaited, bare::finish).micros(50));
                });
                figures.put(
                        "launch_over_bare_ns",
                        Objects.requireNonNull(figures.get("launch_call_ns"))
                                - 1.5 * Objects.requireNonNull(figures.get("bare_packet_ns")));
                return figures;
            }
        }
    }

    private static Device device(Headrace headrace) {
        return headrace.devices().stream()
                .filter(device -> device.info().sourceKinds().contains(Source.Kind.HSA_CODE_OBJECT))
                .findFirst()
                .orElseThrow(() -> new CommandFailure("there is no AMD GPU that could be used: devices="
                        + headrace.devices().stream().map(Device::id).toList()
                        + "; `headrace info` says why the HSA driver has none"));
    }
}
