package io.headrace.sim.trace;

import static io.headrace.sim.trace.TraceFiles.chrome;
import static io.headrace.sim.trace.TraceFiles.kernel;
import static io.headrace.sim.trace.TraceFiles.only;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PyTorchTraceTest {

    @TempDir
    private Path folder;

    private TraceFiles files;

    @BeforeEach
    void prepare() {
        files = new TraceFiles(folder);
    }

    @Test
    void aKernelBecomesAnOperationWithAllThatIsToldOfIt() {
        Trace trace = files.read(chrome("""
                {"name":"a, \\"b\\" \\u0001","ph":"X","cat":"gpu_memcpy","pid":3,"tid":9,
                 "ts":1712195495505582.988,"dur":4.928,
                 "args":{"External id":112,"grid":[1,2,3],"device":1,"context":1,"stream":7,"correlation":135071,
                         "bytes":256,"occupancy":NaN,"nested":{"stream":99}}}"""));
        assertThat(trace.format()).isEqualTo(TraceFormat.KINETO);
        assertThat(trace.cut()).isEmpty();
        assertThat(trace.notes()).isEmpty();
        assertThat(only(trace))
                .isEqualTo(new TracedOperation(
                        1,
                        OperationKind.COPY,
                        "a, \"b\" \u0001",
                        "1",
                        "7",
                        null,
                        OptionalLong.of(256),
                        135_071,
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        1_712_195_495_505_582_988L,
                        1_712_195_495_505_587_916L,
                        ""));
    }

    @Test
    void timesAsTextAreTimes() {
        TracedOperation operation = only(files.read(chrome(kernel("7", "\"1712195495505582.988\"", "\"0.001\""))));
        assertThat(operation.started()).isEqualTo(1_712_195_495_505_582_988L);
        assertThat(operation.nanos()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"-1, -1", "4294967295, -1", "18446744073709551615, -1", "\"0x0\", 0", "\"0x7\", 7", "7.0, 7", "\"7\", 7"
    })
    void aStreamHasOneNameHoweverItIsWritten(String written, String stream) {
        Trace trace = files.read(chrome(kernel(written, "5", "1")));
        assertThat(only(trace).stream()).isEqualTo(stream);
        assertThat(trace.notes()).hasSize(stream.equals("-1") ? 1 : 0);
    }

    @Test
    void withoutDeviceAndStreamTheTrackTellsThem() {
        TracedOperation operation = only(files.read(
                chrome("{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"k\",\"pid\":2,\"tid\":20,\"ts\":5,\"dur\":1}")));
        assertThat(operation.streamKey()).isEqualTo(new StreamKey("2", "20"));
    }

    @Test
    void aMissingDeviceIsSaid() {
        Trace trace = files.read(
                chrome("{\"ph\":\"X\",\"cat\":\"kernel\",\"ts\":5,\"dur\":1,\"args\":{\"device\":-1,\"stream\":3}}"));
        assertThat(only(trace).streamKey()).isEqualTo(new StreamKey("?", "3"));
        assertThat(trace.notes()).singleElement().asString().contains("1 operations name no device");
    }

    @Test
    void correlationsThatDifferInTheUpperHalfStayApart() {
        Trace trace = files.read(chrome(
                kernel("7", "5", "1").replace("\"correlation\":5", "\"correlation\":5"),
                kernel("7", "6", "1").replace("\"correlation\":5", "\"correlation\":4294967301")));
        assertThat(trace.operations()).extracting(TracedOperation::correlation).containsExactly(5L, 4_294_967_301L);
    }

    @Test
    void zeroAndNegativeDurationsAreFlaggedAndInNoSum() {
        Trace trace = files.read(chrome(
                kernel("7", "100", "10"), kernel("7", "50", "0"), kernel("8", "900", "-3"), kernel("7", "120", "1.5")));
        assertThat(trace.operations()).hasSize(4);
        assertThat(trace.flagged()).isEqualTo(Map.of(Flag.ZERO_DURATION, 1L, Flag.NEGATIVE_DURATION, 1L));
        assertThat(TraceTotals.of(trace))
                .isEqualTo(new TraceTotals(2, 1, 21_500, 11_500, 11_500, Optional.of(new StreamKey("0", "7")), 11_500));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "NaN", "null", "\"soon\"", "1e400", "9223372036854775807"})
    void whatHasNoTimeIsCountedAndDoesNotStretchTheAxis(String ts) {
        Trace trace = files.read(chrome(kernel("7", ts, "3"), kernel("7", "100", "10")));
        assertThat(trace.flagged()).isEqualTo(Map.of(Flag.NO_TIME, 1L));
        assertThat(TraceTotals.of(trace).spanNanos()).isEqualTo(10_000);
    }

    @Test
    void anOperationWithoutADurationHasNoTime() {
        Trace trace = files.read(chrome(kernel("7", "5", "null")));
        assertThat(trace.flagged()).isEqualTo(Map.of(Flag.NO_TIME, 1L));
    }

    @Test
    void eventsOfOtherKindsAreIgnoredAndCounted() {
        Trace trace = files.read(chrome(
                "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"args\":{\"name\":\"python\"}}",
                "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::add\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":99}",
                "{\"ph\":\"X\",\"cat\":\"gpu_user_annotation\",\"pid\":0,\"tid\":7,\"ts\":1,\"dur\":99}",
                "{\"ph\":\"s\",\"cat\":\"ac2g\",\"id\":1,\"pid\":1,\"ts\":1}",
                "{\"ph\":\"X\",\"cat\":\"cuda_sync\",\"ts\":1,\"dur\":2,\"args\":{\"stream\":4294967295}}",
                kernel("7", "5", "1")));
        assertThat(only(trace).stream()).isEqualTo("7");
        assertThat(trace.ignored()).isEqualTo(5);
        assertThat(TraceTotals.of(trace).streams()).isEqualTo(1);
    }

    @Test
    void olderCategoriesHaveCapitals() {
        Trace trace = files.read(chrome(
                kernel("7", "5", "1").replace("\"kernel\"", "\"Kernel\""),
                kernel("7", "6", "1").replace("\"kernel\"", "\"Memset\"")));
        assertThat(trace.operations())
                .extracting(TracedOperation::kind)
                .containsExactly(OperationKind.KERNEL, OperationKind.FILL);
    }

    @Test
    void aWaitOfAStreamForAnotherIsKept() {
        Trace trace = files.read(chrome("""
                {"ph":"X","cat":"cuda_sync","name":"Stream Wait Event","pid":0,"tid":20,"ts":1695835585751488,"dur":3,
                 "args":{"cuda_sync_kind":"Stream Wait Event","wait_on_stream":7,
                         "wait_on_cuda_event_record_corr_id":5169,"stream":20,"correlation":5170,"device":0}}""", """
                {"ph":"X","cat":"cuda_sync","name":"Event Sync","pid":0,"tid":-1,"ts":1695835585751488,"dur":3,
                 "args":{"cuda_sync_kind":"Event Sync","wait_on_stream":7,
                         "wait_on_cuda_event_record_corr_id":5169,"stream":-1,"correlation":5171,"device":0}}"""));
        assertThat(trace.waits())
                .isEqualTo(List.of(new StreamWait(new StreamKey("0", "20"), 5170, new StreamKey("0", "7"), 5169)));
        assertThat(trace.operations()).isEmpty();
    }

    @Test
    void operationsAreInTheOrderOfTheirBeginnings() {
        Trace trace = files.read(chrome(kernel("7", "9", "1"), kernel("8", "5", "1"), kernel("7", "5", "2")));
        assertThat(trace.operations()).extracting(TracedOperation::stream).containsExactly("8", "7", "7");
    }

    @Test
    void aListOfEventsIsATraceEvenWithoutItsLastBracket() {
        Trace whole = files.read("[" + kernel("7", "5", "1") + "," + kernel("7", "6", "1") + "]");
        Trace open = files.read("[" + kernel("7", "5", "1") + ",\n" + kernel("7", "6", "1") + ",\n");
        assertThat(whole.operations()).hasSize(2);
        assertThat(open.operations()).isEqualTo(whole.operations());
        assertThat(open.cut()).isEmpty();
    }

    @Test
    void slipsOfOtherProgramsAreForgiven() {
        Trace trace = files.read("{\"traceEvents\":[,"
                + kernel("7", "5", "1").replace("\"k\"", "\"C:\\dir\t\"")
                + "," + kernel("7", "6", "1") + ",]}");
        assertThat(trace.operations()).hasSize(2);
        assertThat(trace.cut()).isEmpty();
    }
}
