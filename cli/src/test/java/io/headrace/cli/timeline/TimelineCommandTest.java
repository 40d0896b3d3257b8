package io.headrace.cli.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.headrace.cli.Cli;
import io.headrace.cli.Facts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimelineCommandTest {

    private static final String HEADING = "stream_id,queue_id,start_ns,end_ns\n";
    private static final int LARGEST_CODE = 150_000;

    @TempDir
    private Path folder;

    private Path page;

    @BeforeEach
    void nameThePage() {
        page = folder.resolve("page.html");
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private Map<String, Object> data() throws IOException {
        String text = Files.readString(page);
        String begin = "<script type=\"application/json\" id=\"data\">";
        int from = text.indexOf(begin) + begin.length();
        return JSON.std.mapFrom(text.substring(from, text.indexOf("</script>", from)));
    }

    @Test
    void thePageHoldsTheTraceAndSaysSo() throws IOException {
        Path trace = Traces.write(folder.resolve("five.json"), Traces.five());
        Cli.Result result = Cli.run("timeline", trace, "-o", page);
        assertThat(result.code()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).isEqualToIgnoringNewLines(page + ": operations=5, for a browser");
        assertThat(data())
                .containsEntry("title", "five.json")
                .containsEntry("format", "Headrace JSON")
                .containsEntry("origin", "1712195495505592000")
                .containsEntry("names", List.of("grey", "blur", "blur edges", Traces.HOSTILE))
                .containsEntry("name", "0 1 2 3 0")
                .containsEntry("streams", List.of("1", "2", "3"))
                .containsEntry("id", "11 12 13 14 15")
                .containsEntry("started", "0 10000 110000 290000 490000")
                .containsEntry("submitted", "10000 15000 90000 296000 100000")
                .containsEntry("nanos", "200000 400000 200000 400000 500000");
    }

    @Test
    void nothingInItIsLoadedAndItsOwnCodeIsSmall() throws IOException {
        Cli.run("timeline", file("one.csv", HEADING + "1,1,1000,2000\n"), "-o", page);
        String text = Files.readString(page);
        assertThat(text).doesNotContain("src=", "@import", "url(").containsOnlyOnce("href=\"data:,\"");
        assertThat(text).contains("default-src 'none'", "Mike Bostock", "Robert Penner");
        assertThat(text.length()).isLessThan(LARGEST_CODE);
        assertThat(text.chars().allMatch(c -> c < 0x80)).as("all is ASCII").isTrue();
    }

    @Test
    void nameOfFilesAreTextToo() throws IOException {
        Path trace = file("<b> & \"x\".csv", HEADING + "1,1,1000,2000\n");
        assertThat(Cli.run("timeline", trace, "-o", page).code()).isZero();
        assertThat(Files.readString(page)).contains("<h1>&#60;b&#62; &#38; &#34;x&#34;.csv</h1>");
        assertThat(data()).containsEntry("title", "<b> & \"x\".csv");
    }

    @Test
    void whatTheTraceDoesNotTellIsLeftOpen() throws IOException {
        Cli.Result result = Cli.run("timeline", file("one.csv", HEADING + "7,,1000,2000\n7,,1500,1500\n"), "-o", page);
        assertThat(result.code()).isZero();
        assertThat(result.err())
                .contains("of zero duration, left out of sums of time: 1", "2 operations name no device");
        assertThat(data())
                .containsEntry("enqueued", " ")
                .containsEntry("nanos", "1000 0")
                .extractingByKey("notes")
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(2);
        assertThat(data().get("runs"))
                .isEqualTo(List.of(Map.of(
                        "name",
                        "as recorded",
                        "model",
                        false,
                        "devices",
                        List.of("?"),
                        "tracks",
                        List.of("stream 7"),
                        "track",
                        "0 0")));
    }

    @Test
    void aTraceWithoutDeviceWorkMakesNoPageAndEndsWithThree() throws IOException {
        Cli.Result result = Cli.run("timeline", file("cpu.json", "{\"traceEvents\":[]}"), "-o", page);
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.err()).contains("no device work, nothing to show");
        assertThat(page).doesNotExist();
    }

    @Test
    void ofACutFileWhatCouldBeReadIsShownAndTheCommandFails() throws IOException {
        Cli.Result result = Cli.run("timeline", file("cut.csv", HEADING + "1,1,1000,2000\n2,1,50"), "-o", page);
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("the file is cut or damaged");
        assertThat(data()).containsEntry("id", "1");
        assertThat(data().get("notes").toString()).contains("the file is cut or damaged");
    }

    @Test
    void whatCannotBeReadOrWrittenIsSaid() throws IOException {
        Path trace = file("one.csv", HEADING + "1,1,1000,2000\n");
        Path missing = folder.resolve("none").resolve("page.html");
        for (String command : List.of("timeline", "replay")) {
            assertThat(Cli.run(command, trace, "-o", missing))
                    .extracting(Cli.Result::code, Cli.Result::err)
                    .satisfies(all -> assertThat(all.toString())
                            .contains("1", "there is no such folder; make it first: folder=" + missing.getParent()));
            assertThat(Cli.run(command, trace, "-o", folder).err()).contains("that is a folder; name a file in it");
            Cli.Result itself = Cli.run(command, trace, "-o", trace);
            assertThat(itself.code()).isEqualTo(1);
            assertThat(itself.err()).contains("the page would overwrite its trace: --output=" + trace);
        }
        assertThat(Files.readString(trace)).startsWith(HEADING);
        assertThat(Cli.run("timeline", folder.resolve("no.csv"), "-o", page).err())
                .contains("there is no such trace");
        assertThat(page).doesNotExist();
    }

    @Test
    void badUsageIsRefused() throws IOException {
        Path trace = file("one.csv", HEADING + "1,1,1000,2000\n");
        assertThat(Cli.run("timeline").code()).isEqualTo(2);
        assertThat(Cli.run("timeline", trace).code()).isEqualTo(2);
        Cli.Result two = Cli.run("replay", trace, trace, "-o", page);
        assertThat(two.code()).isEqualTo(2);
        assertThat(two.err()).contains("--output=" + page + " is for one trace, and there are 2");
    }

    @Test
    void aReplaysPageHasTheRecordingAndEachRun() throws IOException {
        Path trace = file("trace.csv", HEADING + "1,16,1000,3000\n2,19,1000,3000\n3,19,1500,1500\n4,19,1000,3000\n");
        Cli.Result result = Cli.run("replay", trace, "--queues", "1,2", "--policy", "round-robin", "-o", page);
        assertThat(result.code()).isZero();
        assertThat(data()).containsEntry("nanos", "2000 2000 2000");
        List<Map<String, Object>> runs = Facts.list(data(), "runs");
        assertThat(runs)
                .extracting(run -> run.get("name"))
                .containsExactly(
                        "as recorded",
                        "recorded queues, replayed, 2 queues",
                        "round-robin, 1 queue",
                        "round-robin, 2 queues");
        assertThat(runs.get(1).toString())
                .contains("tracks=[queue 16, queue 19]", "track=0 1 1", "later=0 0 2000", "waited=0 0 2000");
        assertThat(runs.get(2).toString()).contains("track=0 0 0", "later=0 2000 4000", "waited=0 2000 4000");
    }

    @ParameterizedTest
    @EnabledIfEnvironmentVariable(named = "HEADRACE_TEST_DATA", matches = ".+")
    @CsvSource({
        "alexnet_streams7_20_unsigned-1.json.gz, 0",
        "cpu_only_no_gpu.json.gz, 3",
        "mi250_kineto_hexstream.json.gz, 0",
        "mi350x_dispatches.csv.gz, 0",
        "rocprofv3-csv/kernel_trace.csv, 0"
    })
    void realTracesAreShown(String name, int code) {
        Path trace = Path.of(System.getenv("HEADRACE_TEST_DATA"), "traces", name);
        assertThat(Cli.run("timeline", trace, "-o", page).code()).isEqualTo(code);
    }
}
