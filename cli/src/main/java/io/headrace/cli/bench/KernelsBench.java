package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.Headrace;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Whether kernels stay fast beside many others, and what a group kernel reaches against loops written by hand. */
final class KernelsBench implements Bench {

    private static final int ITEMS = 16 << 10;
    private static final int PASSES = 500;
    private static final int WARM_UPS = 8;
    private static final int KERNELS = 100;
    private static final int MATRIX = 1_024;

    private final int kernels;
    private final int matrix;

    /** The bench with the sizes its figures name. */
    KernelsBench() {
        this(KERNELS, MATRIX);
    }

    /** The bench with other sizes. */
    KernelsBench(int kernels, int matrix) {
        this.kernels = kernels;
        this.matrix = matrix;
    }

    @Override
    public String name() {
        return "kernels";
    }

    @Override
    public String about() {
        return "a kernel before and after 100 others, and a matrix product of 1024 x 1024 in groups with tiles";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure("after_100_kernels_ratio", "times", "a kernel after 100 different ones, by its time alone"),
                new Figure(
                        "kernel_16k_alone_us", "us", "y = a * x + y over 16 K floats, before any other kind of kernel"),
                new Figure("kernel_16k_after_100_us", "us", "the same as a new kernel after 100 different ones"),
                new Figure("matmul_gflops", "GFLOP/s", "matrix product as a group kernel with tiles of 64 x 64"),
                new Figure(
                        "matmul_loop_gflops", "GFLOP/s", "the same as a loop in blocks over MemorySegment, 2 threads"),
                new Figure(
                        "matmul_array_loop_gflops", "GFLOP/s", "the same as a loop in blocks over float[], 2 threads"),
                new Figure("matmul_ratio", "times", "the group kernel, by the loop over MemorySegment"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        try (Headrace headrace = Headrace.open()) {
            Device device = DispatchBench.device(headrace);
            Map<String, Double> figures = new HashMap<>(besideOthers(effort, device));
            figures.putAll(matrixProducts(effort, device));
            return figures;
        }
    }

    /**
     * A process is alone only once, so that kernel is measured before the others, and then again in turn with the new one. It is
     * not the first of its process, which is compiled while the library is cold and may stay three times slower than all later
     * ones: that would flatter the ratio.
     */
    private Map<String, Double> besideOthers(Effort effort, Device device) throws InterruptedException {
        int passes = effort.repetitions(PASSES);
        try (CopiedSaxpy first = new CopiedSaxpy(device, ITEMS)) {
            warmUp(first, passes);
        }
        try (CopiedSaxpy alone = new CopiedSaxpy(device, ITEMS)) {
            warmUp(alone, passes);
            Map<String, Double> before =
                    Rounds.medians(effort, samples -> samples.add("alone", alone.microseconds(passes)));
            ManyKernels.run(device, kernels);
            try (CopiedSaxpy after = new CopiedSaxpy(device, ITEMS)) {
                warmUp(after, passes);
                Map<String, Double> then = Rounds.medians(effort, samples -> {
                    samples.add("alone", alone.microseconds(passes));
                    samples.add("after", after.microseconds(passes));
                });
                alone.check();
                after.check();
                double best = Math.min(value(before, "alone"), value(then, "alone"));
                double later = value(then, "after");
                return Map.of(
                        "after_100_kernels_ratio",
                        later / best,
                        "kernel_16k_alone_us",
                        best,
                        "kernel_16k_after_100_us",
                        later);
            }
        }
    }

    private static double value(Map<String, Double> medians, String key) {
        return Objects.requireNonNull(medians.get(key), key);
    }

    private static void warmUp(CopiedSaxpy kernel, int passes) throws InterruptedException {
        for (int i = 0; i < WARM_UPS; i++) {
            kernel.microseconds(passes);
        }
    }

    private Map<String, Double> matrixProducts(Effort effort, Device device) throws InterruptedException {
        long bytes = 9L * matrix * matrix * Float.BYTES;
        MemoryNeeds.check(bytes, bytes);
        try (Product groups = new GroupProduct(device, matrix);
                Product segments = new SegmentProduct(matrix);
                Product arrays = new ArrayProduct(matrix)) {
            Map<String, Double> medians = Rounds.medians(effort, samples -> {
                samples.add("matmul_gflops", groups.gigaflops());
                samples.add("matmul_loop_gflops", segments.gigaflops());
                samples.add("matmul_array_loop_gflops", arrays.gigaflops());
            });
            for (Product product : List.of(groups, segments, arrays)) {
                product.check();
            }
            medians.put("matmul_ratio", value(medians, "matmul_gflops") / value(medians, "matmul_loop_gflops"));
            return medians;
        }
    }
}
