package io.headrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.cli.Cli;
import io.headrace.cli.Facts;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {

    @TempDir
    private Path folder;

    private Path out;

    @BeforeEach
    void name() {
        out = folder.resolve("out");
    }

    @Test
    void aPictureGoesThroughAndItsEdgesAreWritten() throws Exception {
        Path file = Pictures.write(folder.resolve("a.png"), 300, 200, "png");

        Cli.Result result = Cli.run("demo", file, "--out", out);

        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        assertThat(result.out()).contains(file.toString(), "300 x 200", "Results are in " + out);
        assertEdges(file, out.resolve("a-edges.png"));
    }

    @Test
    void theFactsAreOneObject() throws Exception {
        Pictures.write(folder.resolve("a.png"), 600, 200, "png");
        Pictures.write(folder.resolve("b.jpg"), 100, 1200, "jpeg");

        Cli.Result result = Cli.run("demo", folder, "--out", out, "--json");

        Map<String, Object> facts = Facts.of(result);
        assertThat(result.code()).isZero();
        assertThat(facts)
                .containsOnlyKeys(
                        "pictures",
                        "skipped",
                        "tiles",
                        "streams",
                        "queues",
                        "seconds",
                        "sequential_seconds",
                        "ratio",
                        "wrong")
                .containsEntry("pictures", 2)
                .containsEntry("skipped", 0)
                .containsEntry("tiles", 5)
                .containsEntry("streams", 5)
                .containsEntry("wrong", 0);
        assertThat((double) facts.get("seconds")).isPositive();
        assertThat((double) facts.get("sequential_seconds")).isPositive();
        assertThat((double) facts.get("ratio")).isPositive();
        assertThat(Facts.list(facts, "queues"))
                .isNotEmpty()
                .allSatisfy(queue -> assertThat(queue).containsOnlyKeys("index", "users_max", "operations"));
        assertThat(Facts.list(facts, "queues").stream().mapToInt(queue -> (int) queue.get("operations")))
                .satisfies(operations -> assertThat(
                                operations.stream().mapToInt(Integer::intValue).sum())
                        .isGreaterThanOrEqualTo(3 * 5));
    }

    @Test
    void streamsCanBeShared() throws Exception {
        Path file = Pictures.write(folder.resolve("a.png"), 1200, 1100, "png");

        Cli.Result result = Cli.run("demo", file, "--out", out, "--json", "--streams", 2);

        assertThat(result.code()).isZero();
        assertThat(Facts.of(result))
                .containsEntry("tiles", 9)
                .containsEntry("streams", 2)
                .containsEntry("wrong", 0);
    }

    @Test
    void aTraceHasEachOperationThatTheCountersHave() throws Exception {
        Path file = Pictures.write(folder.resolve("a.png"), 600, 500, "png");
        Path trace = folder.resolve("trace.json");

        Cli.Result result = Cli.run("demo", file, "--out", out, "--trace", trace, "--watch", "--json");

        assertThat(result.code()).isZero();
        assertThat(Facts.of(result)).containsEntry("wrong", 0);
        Matcher told = Pattern.compile(
                        "The trace is in " + Pattern.quote(trace.toString()) + ": operations=([1-9][0-9]*) dropped=0")
                .matcher(result.err());
        assertThat(told.find()).as(result.err()).isTrue();
        List<String> watched = result.err()
                .lines()
                .filter(line -> line.contains(" s  operations="))
                .toList();
        assertThat(watched).isNotEmpty();
        assertThat(watched.getLast()).contains(" operations=" + told.group(1) + " failed=0 ", " users=0 ");
        assertThat(trace).isNotEmptyFile();
    }

    @Test
    void aTraceThatCannotBeWrittenIsAnErrorBeforeAnythingIsDone() throws Exception {
        Path file = Pictures.write(folder.resolve("a.png"), 20, 20, "png");

        Cli.Result result = Cli.run("demo", file, "--out", out, "--trace", folder.resolve("none/trace.json"));

        assertThat(result.code()).isNotZero();
        assertThat(result.err()).contains("the trace cannot be written", "none").doesNotContain("\tat ");
        assertThat(out.resolve("a-edges.png")).doesNotExist();
    }

    @Test
    void tinyPicturesWork() throws Exception {
        Path dot = Pictures.write(folder.resolve("dot.png"), 1, 1, "png");
        Path small = Pictures.write(folder.resolve("small.png"), 3, 2, "png");

        Cli.Result result = Cli.run("demo", dot, small, "--out", out);

        assertThat(result.code()).isZero();
        assertEdges(dot, out.resolve("dot-edges.png"));
        assertEdges(small, out.resolve("small-edges.png"));
    }

    @Test
    void whatIsNoPictureIsNamedAndTheOthersAreDone() throws Exception {
        Path text = Files.writeString(folder.resolve("text.png"), "no picture");
        Path missing = folder.resolve("missing.jpg");
        Path file = Pictures.write(folder.resolve("a.png"), 20, 20, "png");
        Path empty = Files.createDirectory(folder.resolve("empty"));

        Cli.Result result = Cli.run("demo", text, missing, file, empty, "--out", out, "--json");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err())
                .contains(
                        "headrace demo: skipped " + text + ": it is no PNG or JPEG picture",
                        "headrace demo: skipped " + missing + ": there is no such file",
                        "headrace demo: skipped " + empty + ": the folder holds no")
                .doesNotContain("\tat ");
        assertThat(Facts.of(result)).containsEntry("pictures", 1).containsEntry("skipped", 3);
        assertEdges(file, out.resolve("a-edges.png"));
    }

    @Test
    void withoutAnyPictureThereIsStillAReport() throws Exception {
        Cli.Result result = Cli.run("demo", folder.resolve("missing.png"), "--out", out, "--json");

        assertThat(result.code()).isEqualTo(1);
        assertThat(Facts.of(result)).containsEntry("pictures", 0).containsEntry("skipped", 1);
    }

    @Test
    void withoutAnyPictureNoTableIsPrinted() throws Exception {
        Cli.Result result = Cli.run("demo", folder.resolve("missing.png"), "--out", out);

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void picturesOfTheSameNameDoNotOverwriteEachOther() throws Exception {
        Path first = Pictures.write(folder.resolve("x").resolve("a.png"), 20, 30, "png");
        Path second = Pictures.write(folder.resolve("y").resolve("a.jpg"), 40, 50, "jpeg");

        Cli.Result result = Cli.run("demo", first, second, "--out", out);

        assertThat(result.code()).isZero();
        assertEdges(first, out.resolve("a-edges.png"));
        assertEdges(second, out.resolve("a-edges-2.png"));
    }

    @Test
    void anInputInTheOutputFolderStaysAsItIs() throws Exception {
        Path input = Pictures.write(folder.resolve("a-edges.png"), 20, 30, "png");
        Path other = Pictures.write(folder.resolve("sub").resolve("a.png"), 10, 10, "png");
        byte[] before = Files.readAllBytes(input);

        Cli.Result result = Cli.run("demo", other, input, "--out", folder);

        assertThat(result.code()).isZero();
        assertThat(input).hasBinaryContent(before);
        assertEdges(other, folder.resolve("a-edges-2.png"));
        assertEdges(input, folder.resolve("a-edges-edges.png"));
    }

    @Test
    void anOutputFolderThatCannotBeCreatedIsAnErrorBeforeAnyWork() throws Exception {
        Path file = Pictures.write(folder.resolve("a.png"), 20, 20, "png");

        Cli.Result result = Cli.run("demo", file, "--out", file.resolve("out"));

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err()).contains("results cannot be written: --out=").doesNotContain("\tat ");
    }

    @Test
    void withoutFilesTheSampleIsDrawnAndKept() throws Exception {
        Cli.Result result = Cli.run("demo", "--out", out, "--megapixels", 0.05, "--json");

        assertThat(result.code()).isZero();
        assertThat(Facts.of(result)).containsEntry("pictures", 4).containsEntry("wrong", 0);
        for (String title : new String[] {"dawn", "noon", "dusk", "night"}) {
            assertEdges(out.resolve("sample-" + title + ".png"), out.resolve("sample-" + title + "-edges.png"));
        }
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files).hasSize(8);
        }
    }

    @Test
    void numbersThatMakeNoSenseAreBadUsage() {
        assertThat(Cli.run("demo", "--streams", 0, "--out", out).code()).isEqualTo(2);
        assertThat(Cli.run("demo", "--streams", "many", "--out", out).code()).isEqualTo(2);
        assertThat(Cli.run("demo", "--megapixels", 0, "--out", out).code()).isEqualTo(2);
        assertThat(Cli.run("demo", "--megapixels", "NaN", "--out", out).code()).isEqualTo(2);
        assertThat(out).doesNotExist();
    }

    @Test
    void aDeviceThatDoesNotExistIsNamed() throws Exception {
        Path file = Pictures.write(folder.resolve("a.png"), 20, 20, "png");

        Cli.Result result = Cli.run("demo", file, "--out", out, "--device", "host:99");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("host:99").doesNotContain("\tat ");
    }

    @Test
    void theDeviceCanBeNamed() throws Exception {
        Path file = Pictures.write(folder.resolve("a.png"), 20, 20, "png");

        assertThat(Cli.run("demo", file, "--out", out, "--device", "host:0").code())
                .isZero();
    }

    private static void assertEdges(Path picture, Path result) throws Exception {
        BufferedImage image = ImageIO.read(result.toFile());
        Picture source = PictureReader.read(picture);
        byte[] expected = Pictures.edgesByDefinition(source);
        assertThat(image.getWidth()).isEqualTo(source.width());
        assertThat(image.getHeight()).isEqualTo(source.height());
        int[] written = image.getRaster().getSamples(0, 0, source.width(), source.height(), 0, (int[]) null);
        assertThat(written).hasSameSizeAs(expected);
        for (int i = 0; i < written.length; i++) {
            assertThat(written[i]).isEqualTo(expected[i] & 255);
        }
    }
}
