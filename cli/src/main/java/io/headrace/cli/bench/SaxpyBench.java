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

    private final int large;
    private final int small;

    /** The bench with the lengths its figures name. */
    SaxpyBench() {
        this(LARGE, SMALL);
    }

    /** The bench with other lengths. */
    SaxpyBench(int large, int small) {
        this.large = large;
        this.small = small;
    }

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
        long bytes = 2L * large * Float.BYTES;
        MemoryNeeds.check(3 * bytes, bytes);
        try (Headrace headrace = Headrace.open()) {
            Device device = DispatchBench.device(headrace);
            int threads = device.info().computeUnits();
            // First, while no profile has seen anything else: they get the best code there is for them.
            try (Saxpy segments = new SegmentSaxpy(small, 1);
                    Saxpy arrays = new ArraySaxpy(small, 1)) {
                warmUp(effort, segments);
                warmUp(effort, arrays);
                OtherWork.run(device);
                try (Saxpy kernel = new KernelSaxpy(device, small);
                        Saxpy largeKernel = new KernelSaxpy(device, large);
                        Saxpy largeSegments = new SegmentSaxpy(large, threads);
                        Saxpy largeArrays = new ArraySaxpy(large, threads)) {
                    warmUp(effort, kernel);
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

    private static void warmUp(Effort effort, Saxpy saxpy) throws InterruptedException {
        for (int i = 0; i < WARM_UPS; i++) {
            saxpy.gigabytesPerSecond(effort.repetitions(WARM_UP_PASSES));
        }
    }
}
