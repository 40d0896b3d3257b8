package io.headrace.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs each bench in miniature: whether it measures and checks what it did, not how fast this machine is. */
class BenchesTest {

    private static final Effort MINIATURE = new Effort(2, 1, 0.02);

    @Test
    void queuesHasItsFigures() throws InterruptedException {
        assertFigures(
                new QueuesBench(),
                "assign_release_ns",
                "assign_release_2_threads_ns",
                "lock_baseline_ns",
                "lock_baseline_2_threads_ns");
    }

    @Test
    void enginesHasItsFigures() throws InterruptedException {
        assertFigures(
                new EnginesBench(),
                "engine_allocate_free_ns",
                "engine_allocate_free_2_threads_ns",
                "engine_by_id_allocate_free_ns");
    }

    @Test
    void copiesHasItsFigures() throws InterruptedException {
        CopiesBench bench = new CopiesBench(1 << 20);
        assertFigures(bench, bench.figures().stream().map(Figure::key).toArray(String[]::new));
    }

    @Test
    void dispatchHasItsFigures() throws InterruptedException {
        assertFigures(
                new DispatchBench(),
                "launch_pipelined_ns",
                "launch_pipelined_full_ns",
                "launch_recorded_ns",
                "ping_pong_ns",
                "launch_await_us_p50",
                "launch_await_us_p99",
                "four_queues_us_p50",
                "after_idle_us_p50",
                "launch_await_park_us_p50",
                "bare_handover_us_p50",
                "executor_submit_get_us_p50",
                "executor_submit_get_us_p99",
                "executor_after_idle_us_p50");
    }

    @Test
    void saxpyHasItsFigures() throws InterruptedException {
        assertFigures(
                new SaxpyBench(200_003, 1_001),
                "small_gb_per_s",
                "small_segment_loop_gb_per_s",
                "small_array_loop_gb_per_s",
                "large_gb_per_s",
                "large_segment_loop_gb_per_s",
                "large_array_loop_gb_per_s");
    }

    @Test
    void kernelsHasItsFigures() throws InterruptedException {
        assertFigures(
                new KernelsBench(11, 128),
                "after_100_kernels_ratio",
                "kernel_16k_alone_us",
                "kernel_16k_after_100_us",
                "matmul_gflops",
                "matmul_loop_gflops",
                "matmul_array_loop_gflops",
                "matmul_ratio");
    }

    @Test
    void streamsAllRunAndShareTheQueues() throws InterruptedException {
        Map<String, Double> values = new StreamsBench(5_000).run(MINIATURE);
        assertThat(values.keySet()).containsExactlyInAnyOrderElementsOf(keys(new StreamsBench()));
        assertThat(values).containsEntry("open_streams", 5_000.0).containsEntry("wrong", 0.0);
        assertThat(values.get("queues_created")).isBetween(1.0, 4.0);
    }

    @Test
    void signalsAreNeverMixedUp() throws InterruptedException {
        Map<String, Double> values = new SignalsBench(Duration.ofMillis(200)).run(MINIATURE);
        assertThat(values.keySet()).isSubsetOf(keys(new SignalsBench())).containsAll(mandatory(new SignalsBench()));
        assertThat(values).containsEntry("stress_mismatches", 0.0);
        values.remove("stress_mismatches");
        values.keySet().removeIf(key -> key.endsWith("_bytes"));
        assertThat(values).allSatisfy((key, value) -> assertThat(value).as(key).isPositive());
    }

    @Test
    void virtualThreadsAllGetTheirResult() throws InterruptedException {
        Map<String, Double> values = new VirtualBench(500).run(MINIATURE);
        assertThat(values.keySet()).containsExactlyInAnyOrderElementsOf(keys(new VirtualBench()));
        assertThat(values).containsEntry("threads", 500.0).containsEntry("wrong", 0.0);
    }

    @Test
    void policyHasItsFigures() throws InterruptedException {
        assertFigures(new PolicyBench(1, 3), keys(new PolicyBench()).toArray(new String[0]));
    }

    @Test
    void traceHasItsFiguresAndNoRecordIsMissing() throws InterruptedException {
        Map<String, Double> values = new TraceBench().run(MINIATURE);
        assertThat(values.keySet()).containsExactlyInAnyOrderElementsOf(keys(new TraceBench()));
        assertThat(values).allSatisfy((key, value) -> assertThat(value).as(key).isFinite());
        assertThat(values.get("off_ns")).isPositive();
        assertThat(values.get("launch_ns_on")).isPositive();
    }

    @Test
    void asyncHasItsFiguresAndMakesAsManyQueuesAsNumbers() throws InterruptedException {
        assertFigures(new AsyncBench(), keys(new AsyncBench()).toArray(new String[0]));
        Map<String, Double> values = new AsyncBench().run(MINIATURE);
        assertThat(values).containsEntry("queues", 4_096.0);
        assertThat(values.get("hardware_queues")).isBetween(1.0, 4.0);
    }

    @Test
    void looksAtSignalsBehindABusTakeAsManyReadsAsTheyMust() throws InterruptedException {
        assertThat(new SignalBusReads().run(MINIATURE))
                .isEqualTo(Map.of(
                        "device_reads_load",
                        1.0,
                        "device_reads_load_without_copy",
                        3.0,
                        "device_reads_wait_any_1",
                        1.0,
                        "device_reads_timestamps",
                        1.0));
    }

    private static List<String> keys(Bench bench) {
        return bench.figures().stream().map(Figure::key).toList();
    }

    private static List<String> mandatory(Bench bench) {
        return bench.figures().stream()
                .filter(figure -> !figure.optional())
                .map(Figure::key)
                .toList();
    }

    @Test
    void everyBenchIsFoundByItsName() {
        assertThat(Benches.all())
                .allSatisfy(bench -> assertThat(Benches.named(bench.name())).containsSame(bench));
        assertThat(Benches.named("Queues")).isEmpty();
    }

    @Test
    void noTwoFiguresOfABenchHaveTheSameKey() {
        assertThat(Benches.all()).allSatisfy(bench -> assertThat(keys(bench)).doesNotHaveDuplicates());
    }

    private static void assertFigures(Bench bench, String... keys) throws InterruptedException {
        assertThat(bench.figures()).extracting(Figure::key).containsExactly(keys);
        Map<String, Double> values = bench.run(MINIATURE);
        assertThat(values).containsOnlyKeys(keys);
        assertThat(values)
                .allSatisfy((key, value) -> assertThat(value).as(key).isFinite().isPositive());
    }
}
