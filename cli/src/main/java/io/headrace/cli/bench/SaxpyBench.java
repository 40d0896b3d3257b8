package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.Headrace;
import java.util.List;
import java.util.Map;

/** What the same computation reaches as a Java kernel and as loops written by hand. */
final class SaxpyBench implements Bench {

    private static final int LARGE = 64 << 20;
    private static final int SMALL = 16 << 10;

    /** Passes in a round: one over large vectors takes longer than all these over small ones. */
    private static final int LARGE_PASSES = 1;

    private static final int SMALL_PASSES = 1_000;

    /** Passes and times until everything is compiled. */
    private static final int WARM_UP_PASSES = 500;

    private static final int WARM_UPS = 8;

    @Override
    public String name() {
        return "saxpy";
    }

    @Override
    public String about() {
        return "y = a * x + y, 12 bytes an item, after eight other kernels and after heap segments were used";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure("small_gb_per_s", "GB/s", "16 K floats (in cache) as a Java kernel, on one thread"),
                new Figure("small_segment_loop_gb_per_s", "GB/s", "the same as a loop over MemorySegment, long index"),
                new Figure("small_array_loop_gb_per_s", "GB/s", "the same as a loop over float[]"),
                new Figure("large_gb_per_s", "GB/s", "64 M floats (in memory) as a Java kernel, on all processors"),
                new Figure("large_segment_loop_gb_per_s", "GB/s", "the same as a loop over MemorySegment, long index"),
                new Figure("large_array_loop_gb_per_s", "GB/s", "the same as a loop over float[]"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        MemoryNeeds.check(3L * 2 * LARGE * Float.BYTES, 2L * LARGE * Float.BYTES);
        try (Headrace headrace = Headrace.open()) {
            Device device = DispatchBench.device(headrace);
            int threads = device.info().computeUnits();
            // First, while no profile has seen anything else: they get the best code there is for them.
            try (Saxpy segments = new SegmentSaxpy(SMALL, 1);
                    Saxpy arrays = new ArraySaxpy(SMALL, 1)) {
                warmUp(segments);
                warmUp(arrays);
                OtherWork.run(device);
                try (Saxpy kernel = new KernelSaxpy(device, SMALL);
                        Saxpy largeKernel = new KernelSaxpy(device, LARGE);
                        Saxpy largeSegments = new SegmentSaxpy(LARGE, threads);
                        Saxpy largeArrays = new ArraySaxpy(LARGE, threads)) {
                    warmUp(kernel);
                    int passes = effort.repetitions(SMALL_PASSES);
                    Map<String, Double> medians = Rounds.medians(effort, samples -> {
                        samples.add("small_gb_per_s", kernel.gigabytesPerSecond(passes));
                        samples.add("small_segment_loop_gb_per_s", segments.gigabytesPerSecond(passes));
                        samples.add("small_array_loop_gb_per_s", arrays.gigabytesPerSecond(passes));
                        samples.add("large_gb_per_s", largeKernel.gigabytesPerSecond(LARGE_PASSES));
                        samples.add("large_segment_loop_gb_per_s", largeSegments.gigabytesPerSecond(LARGE_PASSES));
                        samples.add("large_array_loop_gb_per_s", largeArrays.gigabytesPerSecond(LARGE_PASSES));
                    });
                    for (Saxpy saxpy : List.of(kernel, segments, arrays, largeKernel, largeSegments, largeArrays)) {
                        saxpy.check();
                    }
                    return medians;
                }
            }
        }
    }

    private static void warmUp(Saxpy saxpy) throws InterruptedException {
        for (int i = 0; i < WARM_UPS; i++) {
            saxpy.gigabytesPerSecond(WARM_UP_PASSES);
        }
    }
}
