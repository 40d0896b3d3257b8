package io.headrace.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChromeTraceWriterTest {

    private static final String HEAD = """
            {"displayTimeUnit":"ns","traceEvents":[
            {"ph":"M","name":"trace_format","pid":0,"tid":0,"args":{"producer":"headrace"}}""";

    @TempDir
    private Path folder;

    private static OperationRecord copy() {
        return new OperationRecord(
                9_007_199_254_740_993L,
                OperationKind.COPY,
                "up \"x\"",
                "host:0",
                12,
                "engine 0",
                4096,
                4_294_967_301L,
                1_712_195_495_505_582_987L,
                1_712_195_495_505_582_988L,
                1_712_195_495_505_582_989L,
                1_712_195_495_505_583_991L,
                5,
                8,
                Outcome.FAILED);
    }

    @Test
    void aRecordIsAnEventWithAllItsDigitsAndAnArrowFromWhereItWasEnqueued() throws IOException {
        Path file = folder.resolve("trace.json");
        try (ChromeTraceWriter writer = ChromeTraceWriter.open(file)) {
            writer.record(copy());
            writer.dropped(2);
            writer.dropped(3);
        }
        assertThat(Files.readString(file)).isEqualTo(HEAD + """
                ,
                {"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"host:0"}},
                {"ph":"M","name":"process_sort_index","pid":1,"tid":0,"args":{"sort_index":1}},
                {"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"enqueued by the host"}},
                {"ph":"M","name":"thread_sort_index","pid":1,"tid":1,"args":{"sort_index":0}},
                {"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"engine 0"}},
                {"ph":"M","name":"thread_sort_index","pid":1,"tid":2,"args":{"sort_index":1000}},
                {"ph":"X","cat":"enqueue","name":"up \\"x\\"","ts":1712195495505582.987,"pid":1,"tid":1,\
                "dur":0.001,"args":{"operation":9007199254740993}},
                {"ph":"s","cat":"enqueue","name":"enqueued","id":9007199254740993,\
                "ts":1712195495505582.987,"pid":1,"tid":1},
                {"ph":"X","cat":"copy","name":"up \\"x\\"","ts":1712195495505582.989,"pid":1,"tid":2,"dur":1.002,\
                "args":{"id":9007199254740993,"kind":"copy","device":"host:0","stream":12,"queue":"engine 0",\
                "bytes":4096,"correlation":4294967301,"enqueued_ns":1712195495505582987,\
                "submitted_ns":1712195495505582988,"started_ns":1712195495505582989,"ended_ns":1712195495505583991,\
                "start_ticks":5,"end_ticks":8,"outcome":"failed"}},
                {"ph":"f","bp":"e","cat":"enqueue","name":"enqueued","id":9007199254740993,\
                "ts":1712195495505582.989,"pid":1,"tid":2}
                ],"otherData":{"producer":"headrace","records":1,"dropped":5}}
                """);
    }

    @Test
    void aFileWithoutRecordsIsWhole() throws IOException {
        Path file = folder.resolve("trace.json");
        ChromeTraceWriter.open(file).close();
        assertThat(Files.readString(file))
                .isEqualTo(HEAD + "\n],\"otherData\":{\"producer\":\"headrace\",\"records\":0,\"dropped\":0}}\n");
    }

    @Test
    void whereOperationsOfAQueueOverlapItHasFurtherTracksWhichAreNumbered() throws IOException {
        Path file = folder.resolve("trace.json");
        try (ChromeTraceWriter writer = ChromeTraceWriter.open(file)) {
            writer.record(Records.kernel(1, "a", "queue 1", 0, 10));
            writer.record(Records.kernel(2, "b", "queue 0", 0, 10));
            writer.record(Records.kernel(3, "c", "queue 1", 5, 15));
            writer.record(Records.kernel(4, "d", "queue 1", 10, 15));
        }
        assertThat(Files.readString(file))
                .contains(
                        "\"tid\":2,\"args\":{\"name\":\"queue 1\"}",
                        "\"tid\":2,\"args\":{\"sort_index\":1000}",
                        "\"tid\":3,\"args\":{\"name\":\"queue 0\"}",
                        "\"tid\":3,\"args\":{\"sort_index\":2000}",
                        "\"tid\":4,\"args\":{\"name\":\"queue 1 (2)\"}",
                        "\"tid\":4,\"args\":{\"sort_index\":1001}",
                        "\"name\":\"d\",\"ts\":0.010,\"pid\":1,\"tid\":2,\"dur\":0.005");
    }

    @Test
    void aNameInGzPacksTheSameText() throws IOException {
        Path plain = folder.resolve("trace.json");
        Path packed = folder.resolve("trace.json.GZ");
        for (Path file : new Path[] {plain, packed}) {
            try (ChromeTraceWriter writer = ChromeTraceWriter.open(file)) {
                writer.record(copy());
            }
        }
        try (InputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(Files.readString(plain));
        }
    }

    @Test
    void whatIsWrittenGoesToTheFileRecordByRecord() throws IOException {
        Path file = folder.resolve("trace.json");
        try (ChromeTraceWriter writer = ChromeTraceWriter.open(file)) {
            String name = "n".repeat(1_000);
            for (int i = 0; i < 1_000; i++) {
                writer.record(Records.kernel(i, name, "queue 0", i, i + 1));
            }
            assertThat(Files.size(file)).isGreaterThan(2_000_000);
        }
    }

    @Test
    void aFolderThatIsMissingIsNamed() {
        Path file = folder.resolve("none").resolve("trace.json");
        assertThatThrownBy(() -> ChromeTraceWriter.open(file))
                .isInstanceOf(HeadraceException.class)
                .hasMessage("the trace cannot be written: path=" + file
                        + ": there is no such folder; make it first: folder=" + folder.resolve("none"));
    }

    @Test
    void aFolderIsNoFile() {
        assertThatThrownBy(() -> ChromeTraceWriter.open(folder))
                .isInstanceOf(HeadraceException.class)
                .hasMessage("the trace cannot be written: path=" + folder + ": that is a folder; name a file in it");
    }

    @Test
    void aFullDiskIsReportedByEveryCallFromThenOn() {
        Path full = Path.of("/dev/full");
        assumeThat(full).as("a device that is always full").exists();
        ChromeTraceWriter writer = ChromeTraceWriter.open(full);
        OperationRecord record = Records.kernel(1, "n".repeat(100_000), "queue 0", 0, 1);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> writer.record(record))
                    .isInstanceOf(HeadraceException.class)
                    .hasMessageContaining("the trace could not be written to its end: path=/dev/full records=1");
        }
        assertThatThrownBy(writer::close).isInstanceOf(HeadraceException.class);
        writer.close();
    }

    @Test
    void aClosedWriterTakesNothing() {
        ChromeTraceWriter writer = ChromeTraceWriter.open(folder.resolve("trace.json"));
        writer.close();
        writer.close();
        assertThatThrownBy(() -> writer.record(copy())).isInstanceOf(ClosedException.class);
        assertThatThrownBy(() -> writer.dropped(1)).isInstanceOf(ClosedException.class);
    }
}
