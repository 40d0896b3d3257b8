package io.headrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that need no device open none: the classes that would are not even loaded. */
class NoDeviceTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "--version",
                "info --help",
                "settings --help",
                "demo --help",
                "bench --help",
                "settings",
                "settings --json",
                "topo --help",
                "replay --help"
            })
    void whatNeedsNoDeviceOpensNone(String arguments) throws Exception {
        assertThat(loaded(0, arguments)).contains("io.headrace.cli.Main").noneMatch(NoDeviceTest::isOfADevice);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "inof", "demo --streams 0", "info --frobnicate"})
    void badUsageOpensNoDevice(String arguments) throws Exception {
        assertThat(loaded(2, arguments)).contains("io.headrace.cli.Main").noneMatch(NoDeviceTest::isOfADevice);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " --json"})
    void theDescriptionOfAMachineOpensNoDevice(String options) throws Exception {
        Path node = Files.createDirectories(folder.resolve("tree/nodes/0"));
        Files.writeString(node.resolve("gpu_id"), "0\n");
        Files.writeString(node.resolve("name"), "\n");
        Files.writeString(node.resolve("properties"), "cpu_cores_count 4\nsimd_count 0\n");

        assertThat(loaded(0, "topo --root " + folder.resolve("tree") + options))
                .contains("io.headrace.cli.Main")
                .noneMatch(NoDeviceTest::isOfADevice);
    }

    @Test
    void whatNeedsADeviceShowsInThisTest() throws Exception {
        assertThat(loaded(0, "info")).contains("io.headrace.HeadraceRuntime", "io.headrace.host.HostDevice");
    }

    private static boolean isOfADevice(String name) {
        return name.equals("io.headrace.HeadraceRuntime") || name.startsWith("io.headrace.host.");
    }

    private List<String> loaded(int code, String arguments) throws Exception {
        Path log = folder.resolve("classes");
        Object[] words = arguments.isEmpty() ? new Object[0] : arguments.split(" ", -1);
        try (CliProcess command = CliProcess.start(folder, List.of("-Xlog:class+load:file=" + log + ":none"), words)) {
            assertThat(command.exitCode()).as(command.err()).isEqualTo(code);
        }
        return Files.readAllLines(log).stream()
                .map(line -> line.split(" ", 2)[0])
                .toList();
    }
}
