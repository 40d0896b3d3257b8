package io.headrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.headrace.DriverReport;
import io.headrace.Headrace;
import io.headrace.cli.Cli;
import io.headrace.cli.Facts;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo on this machine's OpenCL; skipped, with the driver's reason, where there is none. */
class OpenClDemoTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void skipWithoutOpenCl() {
        try (Headrace headrace = Headrace.open()) {
            DriverReport report = headrace.drivers().stream()
                    .filter(driver -> driver.name().equals("opencl"))
                    .findFirst()
                    .orElseThrow();
            if (Boolean.getBoolean("opencl.required")) {
                assertThat(report.usable()).as(report.reason()).isTrue();
            }
            assumeTrue(report.usable(), report.reason());
        }
    }

    @Test
    void theDemoDrawsTheSamePicturesAsOnTheHostDevice() throws Exception {
        Path pictures = folder.resolve("pictures");
        Pictures.write(pictures.resolve("dot.png"), 1, 1, "png");
        Pictures.write(pictures.resolve("narrow.png"), 2, 1030, "png");
        Pictures.write(pictures.resolve("wide.png"), 1027, 515, "png");
        Path ours = folder.resolve("ours");
        Path theirs = folder.resolve("theirs");

        Cli.Result demo = Cli.run("demo", pictures, "--out", ours, "--device", "opencl:0", "--json");
        assertThat(demo.code()).as(demo.err()).isZero();
        assertThat(Facts.of(demo)).containsEntry("pictures", 3).containsEntry("wrong", 0);

        assertThat(Cli.run("demo", pictures, "--out", theirs, "--device", "host:0")
                        .code())
                .isZero();
        for (String name : new String[] {"dot", "narrow", "wide"}) {
            String file = name + "-edges.png";
            assertThat(ours.resolve(file)).hasBinaryContent(Files.readAllBytes(theirs.resolve(file)));
        }
    }
}
