package io.headrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.cli.Cli;
import io.headrace.cli.CliProcess;
import io.headrace.cli.Facts;
import io.headrace.cli.StandInGpu;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpuDemoTest {

    @TempDir
    private Path folder;

    private List<String> gpu = List.of();

    @BeforeEach
    void build() throws Exception {
        gpu = StandInGpu.options(folder);
    }

    @Test
    void theDemoDrawsTheSamePicturesAsOnTheHostDevice() throws Exception {
        Path pictures = folder.resolve("pictures");
        Pictures.write(pictures.resolve("dot.png"), 1, 1, "png");
        Pictures.write(pictures.resolve("flat.png"), 700, 3, "png");
        Pictures.write(pictures.resolve("narrow.png"), 2, 1030, "png");
        Pictures.write(pictures.resolve("wide.png"), 1027, 515, "png");
        Path ours = folder.resolve("ours");
        Path theirs = folder.resolve("theirs");

        try (CliProcess demo =
                CliProcess.start(folder, gpu, "demo", pictures, "--out", ours, "--device", "cuda:0", "--json")) {
            assertThat(demo.exitCode()).as(demo.err()).isZero();
            assertThat(demo.err()).isEmpty();
            assertThat(Facts.of(new Cli.Result(0, demo.out(), demo.err())))
                    .containsEntry("pictures", 4)
                    .containsEntry("tiles", 12)
                    .containsEntry("wrong", 0);
        }

        assertThat(Cli.run("demo", pictures, "--out", theirs, "--device", "host:0")
                        .code())
                .isZero();
        for (String name : List.of("dot", "flat", "narrow", "wide")) {
            String file = name + "-edges.png";
            assertThat(ours.resolve(file)).hasBinaryContent(Files.readAllBytes(theirs.resolve(file)));
        }
    }

    @Test
    void withoutACompilerTheDemoSaysSo() throws Exception {
        List<String> options = new ArrayList<>(gpu);
        options.add("-Dheadrace.nvrtc.library=" + folder.resolve("libnone.so"));

        try (CliProcess demo = CliProcess.start(
                folder, options, "demo", "--out", folder.resolve("out"), "--megapixels", 0.01, "--device", "cuda:0")) {
            assertThat(demo.exitCode()).isEqualTo(1);
            assertThat(demo.err())
                    .contains("headrace demo: ", "NVRTC", "libnone.so")
                    .doesNotContain("\tat ");
        }
    }
}
