package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Kernel;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.kernel.Range;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What an NVIDIA GPU does through the library. */
final class GpuBench implements Bench {

    private static final int LAUNCHES = 10_000;
    private static final int AWAITED = 1_000;
    private static final int LINKS = 1_000;
    private static final int REPLAYS = 200;
    private static final int THREADS = 10_000;
    private static final int PEER_COPIES = 16;
    private static final long COPY_BYTES = 256L << 20;
    private static final long SAXPY_BYTES = 4L << 30;
    private static final Effort FEW = new Effort(5, 1, 1);

    /** A sixteenth of a small device's memory is enough for a look. */
    private static final int SHARE = 16;

    @Override
    public String name() {
        return "gpu";
    }

    @Override
    public String about() {
        return "an NVIDIA GPU: launches with 4 arguments, copies of pinned memory, virtual threads, saxpy";
    }

    @Override
    public List<Figure> figures() {
        return List.of(
                new Figure("launch_pipelined_ns", "ns", "an empty launch, 8 streams in turn"),
                new Figure("launch_await_us_p50", "us", "an empty launch that is waited for, spinning: the median"),
                new Figure("chain_across_queues_us", "us", "from an empty launch in one queue to the next in another"),
                new Figure(
                        "dependency_us",
                        "us",
                        "a queue made to wait for another that is busy: an event recorded and awaited, behind and"
                                + " before nothing"),
                new Figure("replay_per_kernel_ns", "ns", "an empty launch of 100 in a recording that is replayed"),
                new Figure("h2d_gb_per_s", "GB/s", "pinned host memory to the device"),
                new Figure("d2h_gb_per_s", "GB/s", "the device to pinned host memory"),
                new Figure("duplex_gb_per_s", "GB/s", "both at once, by two streams"),
                new Figure("duplex_one_queue_gb_per_s", "GB/s", "both at once, by two streams that share a queue"),
                Figure.optional("peer_gb_per_s", "GB/s", "one GPU's memory to another one's that it reaches"),
                Figure.optional("peer_duplex_gb_per_s", "GB/s", "both ways at once, by a stream of each"),
                Figure.optional(
                        "peer_duplex_one_queue_gb_per_s",
                        "GB/s",
                        "both ways at once, by two streams of one GPU that share a queue"),
                new Figure(
                        "virtual_threads_per_s", "1/s", "virtual threads: own stream, 64 KiB up, kernel, 64 KiB down"),
                new Figure("saxpy_gb_per_s", "GB/s", "y = a * x + y, 12 bytes an item, two vectors of 4 GiB together"),
                new Figure("copy_ceiling_gb_per_s", "GB/s", "read and written by a copy within the device"));
    }

    @Override
    public Map<String, Double> run(Effort effort) throws InterruptedException {
        Map<String, Double> figures = new HashMap<>();
        try (Headrace headrace = Headrace.open();
                GpuKernels kernels = new GpuKernels(GpuKernels.device(headrace))) {
            Device device = GpuKernels.device(headrace);
            launches(device, kernels, effort, figures);
            copies(device, effort, figures);
            peerCopies(device, effort, figures);
            figures.put(
                    "virtual_threads_per_s",
                    Rounds.medians(
                                    FEW,
                                    samples -> samples.add(
                                            "virtual_threads_per_s",
                                            GpuThreads.perSecond(
                                                    device,
                                                    kernels.saxpy(),
                                                    Math.min(effort.repetitions(THREADS), GpuThreads.most(device)))))
                            .get("virtual_threads_per_s"));
            saxpy(device, kernels.saxpy4(), effort, figures);
        }
        try (Headrace headrace = Headrace.open(HeadraceOptions.defaults().with(Knob.NUM_QUEUES, 1));
                GpuCopies copies = new GpuCopies(GpuKernels.device(headrace), copyBytes(GpuKernels.device(headrace)))) {
            figures.putAll(Rounds.medians(
                    effort, samples -> samples.add("duplex_one_queue_gb_per_s", copies.both(effort.repetitions(4)))));
            Device device = GpuKernels.device(headrace);
            if (!device.peers().isEmpty()) {
                Device peer = device.peers().getFirst();
                try (GpuPeerCopies peers = new GpuPeerCopies(device, peer, device, copyBytes(device))) {
                    figures.putAll(Rounds.medians(
                            effort,
                            samples -> samples.add(
                                    "peer_duplex_one_queue_gb_per_s", peers.both(effort.repetitions(PEER_COPIES)))));
                }
            }
        }
        return figures;
    }

    private static void peerCopies(Device device, Effort effort, Map<String, Double> figures)
            throws InterruptedException {
        if (device.peers().isEmpty()) {
            System.err.println("no figures of copies between GPUs: device=" + device.id() + " reaches no other one");
            return;
        }
        Device peer = device.peers().getFirst();
        try (GpuPeerCopies peers = new GpuPeerCopies(device, peer, peer, copyBytes(device))) {
            figures.putAll(Rounds.medians(effort, samples -> {
                samples.add("peer_gb_per_s", peers.oneWay(effort.repetitions(PEER_COPIES)));
                samples.add("peer_duplex_gb_per_s", peers.both(effort.repetitions(PEER_COPIES)));
            }));
        }
    }

    private static void launches(Device device, GpuKernels kernels, Effort effort, Map<String, Double> figures)
            throws InterruptedException {
        try (GpuLaunches launches = new GpuLaunches(device, kernels)) {
            figures.putAll(Rounds.medians(effort, samples -> {
                samples.add("launch_pipelined_ns", launches.pipelined(effort.repetitions(LAUNCHES)));
                samples.add("launch_await_us_p50", launches.awaitedMicros(effort.repetitions(AWAITED)));
                samples.add("chain_across_queues_us", launches.chainMicros(effort.repetitions(LINKS)));
                samples.add("dependency_us", launches.dependencyMicros(effort.repetitions(LINKS)));
                samples.add("replay_per_kernel_ns", launches.replayed(effort.repetitions(REPLAYS)));
            }));
        }
    }

    private static void copies(Device device, Effort effort, Map<String, Double> figures) throws InterruptedException {
        try (GpuCopies copies = new GpuCopies(device, copyBytes(device))) {
            figures.putAll(Rounds.medians(effort, samples -> {
                samples.add("h2d_gb_per_s", copies.up(effort.repetitions(4)));
                samples.add("d2h_gb_per_s", copies.down(effort.repetitions(4)));
                samples.add("duplex_gb_per_s", copies.both(effort.repetitions(4)));
            }));
        }
    }

    private static long copyBytes(Device device) {
        return Math.min(COPY_BYTES, device.info().memoryBytes() / SHARE);
    }

    private static void saxpy(Device device, Kernel saxpy4, Effort effort, Map<String, Double> figures)
            throws InterruptedException {
        int length = (int) (Math.min(SAXPY_BYTES, device.info().memoryBytes() / SHARE) / 2 / Float.BYTES) & -4;
        try (F32 x = device.f32(length);
                F32 y = device.f32(length);
                Stream stream = device.stream()) {
            stream.fill(x, 1).await();
            figures.putAll(Rounds.medians(effort, samples -> {
                long start = System.nanoTime();
                stream.launch(saxpy4, Range.of(length / 4).group(256), length, 2f, x, y)
                        .await();
                samples.add("saxpy_gb_per_s", 3.0 * x.bytes() / (System.nanoTime() - start));
                start = System.nanoTime();
                stream.copy(x, y).await();
                samples.add("copy_ceiling_gb_per_s", 2.0 * x.bytes() / (System.nanoTime() - start));
            }));
        }
    }
}
