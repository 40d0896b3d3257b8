package io.headrace.bench.gpu;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Kernel;
import io.headrace.Program;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.kernel.Range;
import io.headrace.kernel.Source;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Prints what a launch, a wait, a dependency, a replay and a copy cost with each {@link Contender}, in microseconds and GB/s: medians
 * of rounds in which each is measured once, so that all see the same machine. Then what only one or two of them do.
 *
 * <p>Run by {@code bench/gpu.sh}. Argument: the library made of {@code peers.cpp}; without it C++ is left out.
 */
public final class GpuPeers {

    private static final int ROUNDS = 15;
    private static final int WARM_UPS = 5;
    private static final int LAUNCHES = 5_000;
    private static final int AWAITED = 500;
    private static final int LINKS = 500;
    private static final int REPLAYS = 100;
    private static final int COPIES = 4;
    private static final long COPY_BYTES = 256L << 20;
    private static final long LARGE_BYTES = 2L << 30;
    private static final int JOBS = 100_000;
    private static final int WORKERS = 64;

    private final Map<String, Map<String, List<Double>>> samples = new LinkedHashMap<>();

    private GpuPeers() {}

    /** Measures, and prints tables in Markdown. */
    public static void main(String[] arguments) throws InterruptedException {
        GpuPeers peers = new GpuPeers();
        try (Headrace headrace = Headrace.open()) {
            Device device = gpu(headrace);
            System.out.println(device.info().name() + ", medians of " + ROUNDS + " rounds");
            List<Contender> contenders = new ArrayList<>();
            contenders.add(new HeadraceContender(device, COPY_BYTES));
            contenders.add(new BareContender());
            contenders.add(new JCudaContender());
            NativeContender cpp = null;
            if (arguments.length > 0) {
                cpp = new NativeContender(Path.of(arguments[0]).toAbsolutePath(), COPY_BYTES);
                contenders.add(cpp);
            }
            try {
                for (int round = 0; round < WARM_UPS + ROUNDS; round++) {
                    if (round == WARM_UPS) {
                        peers.samples.clear();
                    }
                    peers.round(contenders);
                }
                peers.print(contenders);
                large(device, cpp);
            } finally {
                contenders.forEach(Contender::close);
            }
            threads(device);
        }
        try (Headrace parking = Headrace.open(HeadraceOptions.defaults().with(Knob.STREAM_BUSYWAIT, 0))) {
            parked(gpu(parking));
        }
    }

    private static Device gpu(Headrace headrace) {
        return headrace.devices().stream()
                .filter(device -> device.info().sourceKinds().contains(Source.Kind.PTX))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no NVIDIA GPU; `headrace info` says why"));
    }

    private void round(List<Contender> contenders) throws InterruptedException {
        for (Contender contender : contenders) {
            add("launch, 1 stream, us", contender, contender.launch(LAUNCHES, 1) / 1_000);
            add("launch, 8 streams in turn, us", contender, contender.launch(LAUNCHES, 8) / 1_000);
            add("launch and wait, us", contender, contender.launchAndWait(AWAITED) / 1_000);
            add("one stream told to wait for another, us", contender, contender.dependency(LINKS) / 1_000);
            add(
                    "chain of kernels to and fro between two streams, a link, us",
                    contender,
                    contender.chain(LINKS) / 1_000);
            contender
                    .replay(REPLAYS)
                    .ifPresent(nanos -> add("replay of 100 recorded launches, a launch, us", contender, nanos / 1_000));
            copy("256 MiB up, GB/s", contender, true, false);
            copy("256 MiB down, GB/s", contender, false, true);
            copy("up and down at once, GB/s", contender, true, true);
        }
    }

    private void copy(String figure, Contender contender, boolean up, boolean down) throws InterruptedException {
        OptionalDouble rate = contender.copy(up, down, COPIES);
        rate.ifPresent(value -> add(figure, contender, value));
    }

    private void add(String figure, Contender contender, double value) {
        samples.computeIfAbsent(figure, f -> new LinkedHashMap<>())
                .computeIfAbsent(contender.name(), c -> new ArrayList<>())
                .add(value);
    }

    private void print(List<Contender> contenders) {
        StringBuilder head = new StringBuilder("| figure |");
        StringBuilder rule = new StringBuilder("|---|");
        for (Contender contender : contenders) {
            head.append(' ').append(contender.name()).append(" |");
            rule.append("---|");
        }
        System.out.println(head);
        System.out.println(rule);
        samples.forEach((figure, byContender) -> {
            StringBuilder line = new StringBuilder("| " + figure + " |");
            for (Contender contender : contenders) {
                List<Double> values = byContender.get(contender.name());
                line.append(values == null ? " |" : String.format(Locale.ROOT, " %.3f |", median(values)));
            }
            System.out.println(line);
        });
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** Saxpy over vectors of 2 GiB beside a copy within the device. */
    private static void large(Device device, @Nullable NativeContender cpp) throws InterruptedException {
        int length = (int) (LARGE_BYTES / Float.BYTES);
        double[] saxpy = new double[ROUNDS];
        double[] copy = new double[ROUNDS];
        double[] ceiling = new double[ROUNDS];
        try (Program program = device.compile(Source.ptx(Saxpy.PTX));
                F32 x = device.f32(length);
                F32 y = device.f32(length);
                Stream stream = device.stream()) {
            Kernel kernel = program.kernel("saxpy4");
            stream.fill(x, 1)
                    .launch(kernel, Range.of(length / 4).group(256), length, 2f, x, y)
                    .await();
            for (int round = 0; round < ROUNDS; round++) {
                long start = System.nanoTime();
                stream.launch(kernel, Range.of(length / 4).group(256), length, 2f, x, y)
                        .await();
                saxpy[round] = 3.0 * x.bytes() / (System.nanoTime() - start);
                start = System.nanoTime();
                stream.copy(x, y).await();
                copy[round] = 2.0 * x.bytes() / (System.nanoTime() - start);
                ceiling[round] = cpp == null ? Double.NaN : cpp.ceiling(LARGE_BYTES, 1);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "saxpy of two vectors of 2 GiB, waited for: %.0f GB/s; a copy of one to the other: %.0f; the copy by C++: %.0f%n",
                middle(saxpy),
                middle(copy),
                middle(ceiling));
    }

    private static double middle(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    private static void threads(Device device) throws InterruptedException {
        ManyThreads.headrace(device, JOBS / 10);
        ManyThreads.Outcome many = ManyThreads.headrace(device, JOBS);
        System.out.printf(
                Locale.ROOT,
                "%d virtual threads, own stream, 64 KiB up, kernel, down: %.0f a second, wrong %d, a ticker at most %.1f ms late%n",
                JOBS,
                many.perSecond(),
                many.wrong(),
                many.tickerLateMillisMax());
        ManyThreads.Outcome few = ManyThreads.jcuda(WORKERS, JOBS);
        System.out.printf(
                Locale.ROOT,
                "the same jobs by JCuda on %d platform threads that keep stream and memory: %.0f a second, wrong %d%n",
                WORKERS,
                few.perSecond(),
                few.wrong());
    }

    /** Waits that park at once. */
    private static void parked(Device device) throws InterruptedException {
        double[] platform = new double[ROUNDS];
        double[] virtual = new double[ROUNDS];
        try (HeadraceContender contender = new HeadraceContender(device, 1 << 20)) {
            contender.launchAndWait(AWAITED);
            for (int round = 0; round < ROUNDS; round++) {
                platform[round] = contender.launchAndWait(AWAITED) / 1_000;
                int at = round;
                Thread thread = Thread.startVirtualThread(() -> {
                    try {
                        virtual[at] = contender.launchAndWait(AWAITED) / 1_000;
                    } catch (InterruptedException e) {
                        virtual[at] = Double.NaN;
                    }
                });
                thread.join();
            }
        }
        System.out.printf(
                Locale.ROOT,
                "launch and wait that parks, us: platform thread %.1f, virtual thread %.1f%n",
                middle(platform),
                middle(virtual));
    }
}
