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

/** An OpenCL device through the library, next to the same calls of OpenCL by nothing but Java's own interface to native code. */
final class OpenClBench implements Bench {

    private static final int LAUNCHES = 5_000;
    private static final int AWAITED = 500;
    private static final GroupedRange ONE = Range.of(1).group(1);

    @Override
    public String name() {
        return "opencl";
    }

    @Override
    public String about() {
        return "an OpenCL device: empty launches, next to bare calls of OpenCL";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure("launch_pipelined_ns", "ns", "an empty launch, one stream, until the last has ended"),
                new Figure("bare_launch_pipelined_ns", "ns", "the same by clEnqueueNDRangeKernel and clFinish"),
                new Figure("launch_pipelined_ratio", "x", "the first of these as a multiple of the second"),
                new Figure("launch_call_ns", "ns", "what of it the caller is kept"),
                new Figure("launch_await_us_p50", "us", "an empty launch that is waited for: the median"),
                new Figure("bare_launch_finish_us_p50", "us", "the same by clEnqueueNDRangeKernel and clFinish"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        try (Headrace headrace = Headrace.open()) {
            Device device = device(headrace);
            try (Program program = device.compile(
                            Source.openclC(BareOpenCl.EMPTY_KERNEL).withName("bench.cl"));
                    Stream stream = device.stream();
                    BareOpenCl bare = new BareOpenCl(device.name())) {
                Kernel kernel = program.kernel(BareOpenCl.KERNEL_NAME);
                Map<String, Double> figures = Rounds.medians(effort, samples -> {
                    int launches = effort.repetitions(LAUNCHES);
                    long start = System.nanoTime();
                    for (int i = 0; i < launches; i++) {
                        stream.launch(kernel, ONE);
                    }
                    samples.add("launch_call_ns", (System.nanoTime() - start) / (double) launches);
                    stream.await();
                    samples.add("launch_pipelined_ns", (System.nanoTime() - start) / (double) launches);
                    start = System.nanoTime();
                    for (int i = 0; i < launches; i++) {
                        bare.launch();
                    }
                    bare.finish();
                    samples.add("bare_launch_pipelined_ns", (System.nanoTime() - start) / (double) launches);
                    int awaited = effort.repetitions(AWAITED);
                    samples.add(
                            "launch_await_us_p50",
                            Latencies.of(
                                            awaited,
                                            () -> stream.launch(kernel, ONE).await())
                                    .micros(50));
                    samples.add(
                            "bare_launch_finish_us_p50",
                            Latencies.of(awaited, () -> {
                                        bare.launch();
                                        bare.finish();
                                    })
                                    .micros(50));
                });
                figures.put(
                        "launch_pipelined_ratio",
                        Objects.requireNonNull(figures.get("launch_pipelined_ns"))
                                / Objects.requireNonNull(figures.get("bare_launch_pipelined_ns")));
                return figures;
            }
        }
    }

    private static Device device(Headrace headrace) {
        return headrace.devices().stream()
                .filter(device -> device.info().sourceKinds().contains(Source.Kind.OPENCL_C))
                .findFirst()
                .orElseThrow(() -> new CommandFailure("there is no OpenCL device that could be used: devices="
                        + headrace.devices().stream().map(Device::id).toList()
                        + "; `headrace info` says why the OpenCL driver has none"));
    }
}
