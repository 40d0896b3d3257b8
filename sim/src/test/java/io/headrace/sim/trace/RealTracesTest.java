package io.headrace.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real traces against figures that were found by other means. */
@EnabledIfEnvironmentVariable(named = "HEADRACE_TEST_DATA", matches = ".+")
class RealTracesTest {

    private static Trace read(String name) {
        return TraceReader.read(Path.of(System.getenv("HEADRACE_TEST_DATA"), "traces", name));
    }

    private static long micros(long nanos) {
        return TimeUnit.NANOSECONDS.toMicros(nanos + 500);
    }

    /**
     * The sum of {@code ns_resolution_1stream} is that of its exact decimals. As a difference of doubles each of its durations is
     * wrong by up to a quarter of a microsecond, and the sum comes out as 472,462.5. That of {@code mi350x_dispatches} is
     * 4,441,741.378, where 4,441,742 has been told.
     */
    @ParameterizedTest
    @CsvSource({
        "mi350x_dispatches.csv.gz, 43915, 567, 15122023, 4441741, 4233112, ?/565, 4031076",
        "sampled_rank0_5streams.json.gz, 1204, 5, 1222847, 607844, 547656, 0/84, 290059",
        "rank0_6streams_negqlen.json.gz, 7747, 6, 1231461, 449763, 438424, 0/7, 229813",
        "alexnet_streams7_20_unsigned-1.json.gz, 98, 2, 12920244, 66203, 66141, 0/7, 65133",
        "ns_resolution_1stream.json.gz, 6095, 1, 480029, 472454, 472454, 0/7, 472454",
        "mi250_kineto_hexstream.json.gz, 16, 1, 8912, 149, 149, 2/0, 149"
    })
    void sumsAreEqualToTheMicrosecond(
            String name,
            int operations,
            int streams,
            long span,
            long sum,
            long union,
            String longest,
            long longestSum) {
        Trace trace = read(name);
        TraceTotals totals = TraceTotals.of(trace);
        assertThat(trace.cut()).isEmpty();
        assertThat(trace.flagged()).isEmpty();
        assertThat(totals.operations()).isEqualTo(operations);
        assertThat(totals.streams()).isEqualTo(streams);
        assertThat(micros(totals.spanNanos())).isEqualTo(span);
        assertThat(micros(totals.sumNanos())).isEqualTo(sum);
        assertThat(micros(totals.unionNanos())).isEqualTo(union);
        assertThat(totals.longestStream()).map(StreamKey::toString).contains(longest);
        assertThat(micros(totals.longestStreamNanos())).isEqualTo(longestSum);
    }

    @Test
    void theSumOfNanosecondsIsExact() {
        assertThat(TraceTotals.of(read("ns_resolution_1stream.json.gz")).sumNanos())
                .isEqualTo(472_454_441L);
    }

    @Test
    void aTraceOfTheProcessorHasNoDeviceWork() {
        Trace trace = read("cpu_only_no_gpu.json.gz");
        assertThat(trace.operations()).isEmpty();
        assertThat(trace.ignored()).isPositive();
        assertThat(trace.cut()).isEmpty();
    }

    @Test
    void queuesOfTheRecordingAreKnown() {
        Trace trace = read("mi350x_dispatches.csv.gz");
        assertThat(trace.operations().stream()
                        .collect(Collectors.groupingBy(
                                operation -> String.valueOf(operation.queue()),
                                Collectors.mapping(TracedOperation::stream, Collectors.toSet()))))
                .hasSize(5)
                .hasEntrySatisfying("19", streams -> assertThat(streams).hasSize(561));
    }

    @ParameterizedTest
    @CsvSource({"kernel_trace.csv, 9", "memory_copy_trace.csv, 4", "hsa_api_trace.csv, 0"})
    void tablesOfTheProfilersManualAreRead(String name, int operations) {
        Trace trace = read("rocprofv3-csv/" + name);
        assertThat(trace.operations()).hasSize(operations);
        assertThat(trace.notes()).isEmpty();
        assertThat(trace.cut()).isEmpty();
    }
}
