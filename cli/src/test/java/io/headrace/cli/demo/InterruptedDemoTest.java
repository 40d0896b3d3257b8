package io.headrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.headrace.cli.CliProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A demo that is told to end does so, and leaves nothing that is not complete. */
@EnabledOnOs(OS.LINUX)
class InterruptedDemoTest {

    private static final int SOON_SECONDS = 5;
    private static final int MOST_PAUSES = 10_000;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void aSignalWhileItComputesEndsIt(String signal, int code) throws Exception {
        end(signal, code, files -> true);
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void aSignalWhileItWritesEndsItAndNoHalfWrittenFileIsLeft(String signal, int code) throws Exception {
        end(signal, code, files -> files.stream().anyMatch(file -> size(file) > 0 && isPart(file)));
    }

    private void end(String signal, int code, Predicate<List<Path>> moment) throws Exception {
        assumeFalse(isIgnored(signal), "this process was started with the signal ignored, and so are its children");
        Path out = folder.resolve("out");
        try (CliProcess demo = CliProcess.start(folder, List.of("-Xmx1g"), "demo", "--out", out, "--megapixels", "4")) {
            for (int pause = 0; !Files.isDirectory(out) || !moment.test(files(out)); pause++) {
                assertThat(demo.isAlive()).as("the moment came before the end").isTrue();
                assertThat(pause).as("pauses").isLessThan(MOST_PAUSES);
                Thread.sleep(2);
            }
            demo.signal(signal);
            assertThat(demo.exitCode(SOON_SECONDS)).isEqualTo(code);
            assertThat(demo.out()).isEmpty();
        }
        assertThat(files(out))
                .noneMatch(InterruptedDemoTest::isPart)
                .allSatisfy(file -> assertThat(ImageIO.read(file.toFile())).isNotNull());
    }

    private static boolean isPart(Path file) {
        return file.toString().endsWith(".part");
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    /** A shell starts what runs in the background so. */
    private static boolean isIgnored(String signal) throws IOException {
        int number = signal.equals("INT") ? 2 : 15;
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> Long.parseUnsignedLong(line.replaceAll("SigIgn:\\s*", ""), 16))
                .anyMatch(mask -> (mask >> (number - 1) & 1) == 1);
    }
}
