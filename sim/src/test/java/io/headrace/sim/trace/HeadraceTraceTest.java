package io.headrace.sim.trace;

import static io.headrace.sim.trace.TraceFiles.only;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadraceTraceTest {

    @TempDir
    private Path folder;

    private TraceFiles files;

    @BeforeEach
    void prepare() {
        files = new TraceFiles(folder);
    }

    private static String event(String kind, String times) {
        return """
                {"ph":"X","cat":"headrace","name":"tile","pid":1,"tid":2,"ts":0.000,"dur":0.001,
                 "args":{"id":"9223372036854775807","kind":"%s","device":"host:0","stream":"12","queue":3,"bytes":"4096",
                         "correlation":4294967301,%s,"outcome":"done"}}""".formatted(kind, times);
    }

    private Trace read(String... events) {
        return files.read("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"producer\":\"headrace\",\"dropped\":0},"
                + "\"traceEvents\":[" + String.join(",", events) + "]}");
    }

    @Test
    void everyDigitOfItsNanosecondsIsKept() {
        Trace trace = read(event(
                "kernel",
                "\"enqueued_ns\":\"1712195495505582987\",\"submitted_ns\":1712195495505582988,"
                        + "\"started_ns\":\"1712195495505582989\",\"ended_ns\":1712195495505582991"));
        assertThat(trace.format()).isEqualTo(TraceFormat.HEADRACE);
        assertThat(only(trace))
                .isEqualTo(new TracedOperation(
                        Long.MAX_VALUE,
                        OperationKind.KERNEL,
                        "tile",
                        "host:0",
                        "12",
                        "3",
                        OptionalLong.of(4096),
                        4_294_967_301L,
                        OptionalLong.of(1_712_195_495_505_582_987L),
                        OptionalLong.of(1_712_195_495_505_582_988L),
                        1_712_195_495_505_582_989L,
                        1_712_195_495_505_582_991L,
                        "done"));
    }

    @Test
    void itsClockMayShowZero() {
        Trace trace = read(event("copy", "\"started_ns\":0,\"ended_ns\":5"));
        assertThat(trace.flagged()).isEmpty();
        assertThat(only(trace).kind()).isEqualTo(OperationKind.COPY);
    }

    @Test
    void anOperationThatTookNoTimeIsKeptAndFlagged() {
        Trace trace = read(event("fill", "\"started_ns\":7,\"ended_ns\":7"));
        assertThat(only(trace).flag()).contains(Flag.ZERO_DURATION);
        assertThat(TraceTotals.of(trace).operations()).isZero();
    }

    @Test
    void operationsThatWereDroppedWhileTheyWereRecordedAreSaidToBeMissing() {
        assertThat(read(event("copy", "\"started_ns\":0,\"ended_ns\":5")).notes())
                .isEmpty();
        Trace trace = files.read("{\"traceEvents\":[" + event("copy", "\"started_ns\":0,\"ended_ns\":5")
                + "],\"otherData\":{\"producer\":\"headrace\",\"records\":1,\"dropped\":12}}");
        assertThat(trace.notes())
                .containsExactly("12 operations were dropped while they were recorded, and are missing");
    }

    @Test
    void whatTheHostDidIsNoDeviceWork() {
        Trace trace = read(event("host_call", "\"started_ns\":7,\"ended_ns\":8"));
        assertThat(trace.operations()).isEmpty();
        assertThat(trace.ignored()).isEqualTo(1);
    }
}
