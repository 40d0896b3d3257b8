package io.headrace.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.headrace.cli.Cli;
import io.headrace.cli.CliProcess;
import io.headrace.cli.Facts;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayCommandTest {

    private static final String HEADING = "stream_id,queue_id,start_ns,end_ns\n";

    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** Four streams that want the device at once, three of them in one queue. */
    private Path table() throws IOException {
        return file("trace.csv", HEADING + "1,16,1000,3000\n2,19,1000,3000\n3,19,1000,3000\n4,19,1000,3000\n");
    }

    @Test
    void theFactsAreExactlyThese() throws IOException {
        Path table = table();
        Cli.Result result = Cli.run("replay", table, "--queues", "1,2", "--policy", "round-robin,least-used", "--json");
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .isEqualToIgnoringNewLines("{\"trace\":\"" + table + "\",\"ops\":4,\"streams\":4,\"span_ns\":2000,"
                        + "\"sum_ns\":8000,\"union_ns\":2000,\"longest_stream_ns\":2000,\"runs\":["
                        + "{\"policy\":\"recorded\",\"queues\":2,\"makespan_ns\":6000,\"bound_ns\":4000,\"ratio\":1.5,"
                        + "\"wait_p99_ns\":4000,\"streams_per_queue\":[1,3]},"
                        + "{\"policy\":\"round-robin\",\"queues\":1,\"makespan_ns\":8000,\"bound_ns\":8000,\"ratio\":1.0,"
                        + "\"wait_p99_ns\":6000,\"streams_per_queue\":[4]},"
                        + "{\"policy\":\"least-used\",\"queues\":1,\"makespan_ns\":8000,\"bound_ns\":8000,\"ratio\":1.0,"
                        + "\"wait_p99_ns\":6000,\"streams_per_queue\":[4]},"
                        + "{\"policy\":\"round-robin\",\"queues\":2,\"makespan_ns\":4000,\"bound_ns\":4000,\"ratio\":1.0,"
                        + "\"wait_p99_ns\":2000,\"streams_per_queue\":[2,2]},"
                        + "{\"policy\":\"least-used\",\"queues\":2,\"makespan_ns\":4000,\"bound_ns\":4000,\"ratio\":1.0,"
                        + "\"wait_p99_ns\":2000,\"streams_per_queue\":[2,2]}]}");
    }

    @Test
    void theModelIsSaidBeforeTheTables() throws IOException {
        Cli.Result result = Cli.run("replay", table());
        assertThat(result.code()).isZero();
        assertThat(result.out())
                .contains("rocprofv3 CSV, operations=4 streams=4")
                .contains("This is a model and no measurement", "one operation at a time", "(--gaps keep)")
                .containsPattern("recorded +2 +6.000 +4.000 +1.500 +4.000 +0.000 +4.000 +4.000 +1 3")
                .containsPattern("least-used +16 +2.000 +2.000 +1.000 +0.000 ")
                .containsPattern("recorded +2 +\\? +19 +3 +3 +6.000 +100.0 %");
        assertThat(result.err()).contains("4 operations name no device");
    }

    @Test
    void gapsMayBeDroppedAndStreamsHeld() throws IOException {
        Path trace = file("gaps.csv", HEADING + "1,1,1000,2000\n2,1,5000,6000\n1,1,9000,9500\n");
        Map<String, Object> kept =
                Facts.of(Cli.run("replay", trace, "--queues", "2", "--policy", "least-used", "--json"));
        assertThat(Facts.list(kept, "runs").getLast())
                .containsEntry("makespan_ns", 8500)
                .containsEntry("streams_per_queue", List.of(2, 0));
        Map<String, Object> held =
                Facts.of(Cli.run("replay", trace, "--queues", "2", "--policy", "least-used", "--json", "--hold"));
        assertThat(Facts.list(held, "runs").getLast())
                .containsEntry("makespan_ns", 8500)
                .containsEntry("streams_per_queue", List.of(1, 1));
        Map<String, Object> dropped = Facts.of(
                Cli.run("replay", trace, "--queues", "2", "--policy", "least-used", "--json", "--gaps", "drop"));
        assertThat(Facts.list(dropped, "runs").getLast())
                .containsEntry("makespan_ns", 1500)
                .containsEntry("bound_ns", 1500);
    }

    @Test
    void aTraceWithoutDeviceWorkIsSaidAndEndsWithThree() throws IOException {
        Path trace = file("cpu.json", "{\"traceEvents\":[{\"ph\":\"X\",\"cat\":\"cpu_op\",\"ts\":5,\"dur\":1}]}");
        Cli.Result result = Cli.run("replay", trace, "--json");
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.err()).contains(trace + ": no device work, nothing to replay; events of other kinds: 1");
        assertThat(Facts.of(result)).containsEntry("ops", 0).containsEntry("runs", List.of());
        assertThat(Cli.run("replay", trace).code()).isEqualTo(3);
    }

    @Test
    void ofACutFileWhatCouldBeReadIsReplayedAndTheCommandFails() throws IOException {
        Path trace = file("cut.csv", HEADING + "1,1,1000,2000\n2,1,50");
        Cli.Result result = Cli.run("replay", trace, "--json");
        assertThat(result.code()).isEqualTo(1);
        assertThat(Facts.of(result)).containsEntry("ops", 1).containsEntry("sum_ns", 1000);
        assertThat(result.err()).contains("warning: " + trace + ": the file is cut or damaged");
    }

    @Test
    void whatIsFlaggedIsCountedOnStderr() throws IOException {
        Path trace = file("flags.csv", HEADING + "1,1,1000,2000\n2,1,5000,5000\n2,1,7000,6000\n3,1,0,9\n");
        Cli.Result result = Cli.run("replay", trace, "--json");
        assertThat(result.code()).isZero();
        assertThat(Facts.of(result)).containsEntry("ops", 1).containsEntry("span_ns", 1000);
        assertThat(result.err())
                .contains("operations of zero duration, left out of all figures: 1")
                .contains("operations of negative duration, left out of all figures: 1")
                .contains("operations without a time, left out of all figures: 1");
    }

    @ParameterizedTest
    @CsvSource({"'{\"a\":1}', no trace", "hello, no trace", "'', the file is empty"})
    void whatIsNoTraceFailsWithoutAStackTrace(String text, String words) throws IOException {
        Path path = file("x.json", text);
        Cli.Result result = Cli.run("replay", path);
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .startsWith("headrace replay: ")
                .contains(words, path.toString())
                .doesNotContain("\tat ");
    }

    @Test
    void oneBadTraceDoesNotKeepTheOthersFromBeingReplayed() throws IOException {
        Path empty = file("cpu.json", "{\"traceEvents\":[]}");
        Cli.Result result = Cli.run("replay", folder.resolve("none"), empty, table(), "--json", "--queues", "1");
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("there is no such trace");
        assertThat(result.out().lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(JSON.std.mapFrom(line)).containsKey("runs"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"--queues=0", "--queues=5000", "--queues=x", "--policy=best", "--gaps=fill", "--frobnicate"})
    void optionsThatMakeNoSenseAreRefused(String option) throws IOException {
        Cli.Result result = Cli.run("replay", table(), option);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("headrace replay");
    }

    @Test
    void withoutATraceItIsBadUsage() {
        assertThat(Cli.run("replay").code()).isEqualTo(2);
    }

    @Test
    @Timeout(150)
    void aFileOf40MegabytesNeedsLittleMemory() throws Exception {
        Path big = folder.resolve("big.csv");
        long rows = 0;
        long bytes = HEADING.length();
        try (BufferedWriter writer = Files.newBufferedWriter(big)) {
            writer.write(HEADING);
            for (; bytes < 40_000_000; rows++) {
                long start = 63_857_982_592_000L + rows * 100;
                String row = rows % 500 + "," + rows % 7 + "," + start + "," + (start + 250) + "\n";
                writer.write(row);
                bytes += row.length();
            }
        }
        try (CliProcess command = CliProcess.start(
                folder,
                List.of("-Xmx512m"),
                "replay",
                big,
                "--queues",
                "4",
                "--policy",
                "least-used",
                "--gaps",
                "drop",
                "--json")) {
            assertThat(command.exitCode(140)).as(command.err()).isZero();
            assertThat(JSON.std.mapFrom(command.out())).containsEntry("ops", (int) rows);
        }
    }

    @ParameterizedTest
    @EnabledIfEnvironmentVariable(named = "HEADRACE_TEST_DATA", matches = ".+")
    @CsvSource({
        "alexnet_streams7_20_unsigned-1.json.gz, 0, 98",
        "cpu_only_no_gpu.json.gz, 3, 0",
        "event_sync_1stream.json.gz, 0, 5",
        "mi250_kineto_hexstream.json.gz, 0, 16",
        "mi350x_dispatches.csv.gz, 0, 43915",
        "ns_resolution_1stream.json.gz, 0, 6095",
        "rank0_6streams_negqlen.json.gz, 0, 7747",
        "sampled_rank0_5streams.json.gz, 0, 1204",
        "tiny_base.json.gz, 0, 18",
        "rocprofv3-csv/kernel_trace.csv, 0, 9",
        "rocprofv3-csv/memory_copy_trace.csv, 0, 4",
        "rocprofv3-csv/hsa_api_trace.csv, 3, 0"
    })
    void realTracesAreReplayed(String name, int code, int operations) throws IOException {
        Path trace = Path.of(System.getenv("HEADRACE_TEST_DATA"), "traces", name);
        Cli.Result result = Cli.run("replay", trace, "--json");
        assertThat(result.code()).isEqualTo(code);
        Map<String, Object> facts = Facts.of(result);
        assertThat(facts).containsEntry("ops", operations);
        assertThat(Facts.list(facts, "runs"))
                .allSatisfy(run -> assertThat((Double) run.get("ratio")).isGreaterThanOrEqualTo(1.0));
    }

    @Test
    @EnabledIfEnvironmentVariable(named = "HEADRACE_TEST_DATA", matches = ".+")
    void theImbalanceOfARecordedMappingShowsBesideLeastUsed() throws IOException {
        Path trace = Path.of(System.getenv("HEADRACE_TEST_DATA"), "traces", "mi350x_dispatches.csv.gz");
        Map<String, Object> facts = Facts.of(
                Cli.run("replay", trace, "--json", "--gaps", "drop", "--queues", "4", "--policy", "least-used"));
        List<Map<String, Object>> runs = Facts.list(facts, "runs");
        assertThat(runs.getFirst())
                .containsEntry("policy", "recorded")
                .containsEntry("streams_per_queue", List.of(1, 1, 4, 561, 1));
        assertThat(runs.getLast()).containsEntry("streams_per_queue", List.of(142, 142, 142, 141));
    }
}
