package io.headrace.sim.trace;

import static io.headrace.sim.trace.TraceFiles.chrome;
import static io.headrace.sim.trace.TraceFiles.kernel;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokenTraceTest {

    private static final String TABLE = "dispatch_id,stream_id,queue_id,kernel_id,start_ns,end_ns\n"
            + IntStream.range(1, 2_000)
                    .mapToObj(i -> i + ",0,16,8," + (1_000_000 + i * 10) + "," + (1_000_005 + i * 10) + "\n")
                    .collect(Collectors.joining());

    @TempDir
    private Path folder;

    private TraceFiles files;

    @BeforeEach
    void prepare() {
        files = new TraceFiles(folder);
    }

    private static String events(int count) {
        return chrome(IntStream.range(1, count + 1)
                .mapToObj(i -> kernel("7", Integer.toString(i * 10), "5"))
                .toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  \n",
                "{}",
                "[]",
                "[1,2,3]",
                "[{\"a\":1}]",
                "{\"a\":[{\"ph\":\"X\"}]}",
                "{\"traceEvents\":7}",
                "{\"rocprofiler-sdk-tool\":7}",
                "{\"a\":",
                "{\"a\":1,,,}x",
                "hello\n",
                "a,b,c\n1,2,3\n",
                "\"a",
                "start_ns,b\n1,2\n",
                "\u0000\u0001\u0002"
            })
    void whatIsNoTraceIsRefusedByName(String text) {
        Path path = files.write(text.getBytes(StandardCharsets.UTF_8));
        assertThatExceptionOfType(UnreadableTraceException.class)
                .isThrownBy(() -> TraceReader.read(path))
                .withMessageContaining("no trace")
                .withMessageContaining(path.toString());
    }

    @Test
    void aFileThatIsNotThereIsRefusedByName() {
        Path path = folder.resolve("none.json");
        assertThatExceptionOfType(UnreadableTraceException.class)
                .isThrownBy(() -> TraceReader.read(path))
                .withMessage("there is no such trace: path=" + path);
        assertThatExceptionOfType(UnreadableTraceException.class)
                .isThrownBy(() -> TraceReader.read(folder))
                .withMessageContaining(folder.toString());
    }

    @Test
    void aTraceWithoutDeviceWorkIsATrace() {
        Trace trace = files.read("{\"traceEvents\":[]}");
        assertThat(trace.operations()).isEmpty();
        assertThat(TraceTotals.of(trace).spanNanos()).isZero();
    }

    @Test
    void ofJsonThatIsCutAllWholeEventsAreRead() {
        byte[] whole = events(100).getBytes(StandardCharsets.UTF_8);
        int beginning = "{\"schemaVersion\":1,\"traceEvents\":[".length();
        int before = 0;
        for (int left = beginning; left < whole.length; left += 97) {
            Trace trace = files.read(TraceFiles.cut(whole, left));
            assertThat(trace.cut()).as("left=%d", left).isPresent();
            assertThat(trace.operations()).hasSizeGreaterThanOrEqualTo(before);
            before = trace.operations().size();
        }
        assertThat(before).isBetween(99, 100);
        assertThat(files.read(whole).cut()).isEmpty();
    }

    @Test
    void ofAPackedFileThatIsCutIsReadWhatCanBeUnpacked() {
        byte[] json = TraceFiles.packed(events(5_000));
        Trace half = files.read(TraceFiles.cut(json, json.length / 2));
        assertThat(half.cut()).get().asString().contains("ZLIB");
        assertThat(half.operations()).hasSizeBetween(1_500, 3_500);
        Trace withoutItsEnd = files.read(TraceFiles.cut(json, json.length - 3));
        assertThat(withoutItsEnd.cut()).isPresent();
        assertThat(withoutItsEnd.operations()).hasSize(5_000);
        byte[] table = TraceFiles.packed(TABLE);
        Trace most = files.read(TraceFiles.cut(table, table.length - 100));
        assertThat(most.cut()).isPresent();
        assertThat(most.operations()).hasSizeBetween(1_500, 1_999);
        assertThat(files.read(table).operations()).hasSize(1_999);
    }

    @Test
    void whatComesAfterNonsenseIsLostAndThatIsSaid() {
        String json = events(3).replace("\"ts\":20", "\"ts\":20 20");
        Trace trace = files.read(json);
        assertThat(trace.operations()).hasSize(1);
        assertThat(trace.cut()).get().asString().contains("line=");
    }

    @Test
    void whatFollowsTheEndIsSaid() {
        Trace trace = files.read(events(3) + events(2));
        assertThat(trace.operations()).hasSize(3);
        assertThat(trace.cut()).get().asString().contains("follows the end");
    }

    @Test
    void aTableMayBeCutAnywhere() {
        byte[] whole = TABLE.getBytes(StandardCharsets.UTF_8);
        int heading = TABLE.indexOf('\n') + 1;
        for (int left = heading + 1; left < heading + 300; left++) {
            String text = TABLE.substring(0, left);
            Trace trace = files.read(TraceFiles.cut(whole, left));
            long lines = text.lines().count() - 1;
            boolean lastIsWhole = text.endsWith("\n") || TABLE.charAt(left) == '\n';
            assertThat(trace.operations()).as("left=%d", left).hasSize((int) (lastIsWhole ? lines : lines - 1));
            assertThat(trace.cut().isPresent()).as("left=%d", left).isEqualTo(!lastIsWhole);
            assertThat(trace.flagged()).isEmpty();
        }
    }

    @Test
    void aQuoteThatIsNeverClosedCutsTheTable() {
        Trace trace = files.read(
                "Queue_Id,Kernel_Name,Stream_Id,Start_Timestamp,End_Timestamp\n1,f,1,10,20\n1,\"g,1,30,40\n");
        assertThat(trace.operations()).hasSize(1);
        assertThat(trace.cut()).isPresent();
    }

    @Test
    void bytesThatAreNoTextDoNotStopTheReader() {
        byte[] bytes = events(2).getBytes(StandardCharsets.UTF_8);
        bytes[events(2).indexOf("\"k\"") + 1] = (byte) 0xff;
        assertThat(files.read(bytes).operations()).hasSize(2);
    }

    @Test
    void timesOfCenturiesAreRefused() {
        Trace trace = files.read(
                "stream_id,queue_id,start_ns,end_ns\n1,1,1,9000000000000000000\n2,1,1,9000000000000000000\n");
        assertThatExceptionOfType(UnreadableTraceException.class)
                .isThrownBy(() -> TraceTotals.of(trace))
                .withMessageContaining("292 years");
    }
}
