package io.headrace.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.headrace.cli.Cli;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CheckCommandTest {

    @AfterEach
    void forgetTheProperties() {
        System.clearProperty("headrace.device");
        System.clearProperty("headrace.num.queues");
        System.clearProperty("headrace.queue.size");
    }

    @Test
    void chosenContractsAreShownWithTheirSums() {
        Cli.Result result = Cli.run("check", "--device", "host:0", "Fills", "DriverMemory");

        assertThat(result.code()).as(result.out() + result.err()).isZero();
        assertThat(result.out())
                .startsWith("Conformance of host:0")
                .containsPattern("Fills +\\d+ +0 +0 ")
                .containsPattern("DriverMemory +\\d+ +0 +0 ")
                .containsPattern("\n\\d+ passed, 0 failed, 0 skipped\n$");
        assertThat(result.err()).isEmpty();
    }

    @Test
    void eachTestIsAnObjectAndTheSumsComeLast() throws IOException {
        Cli.Result result = Cli.run("check", "--json", "Fills");

        assertThat(result.code()).isZero();
        List<Map<String, Object>> objects = new ArrayList<>();
        for (String line : result.out().lines().toList()) {
            objects.add(JSON.std.mapFrom(line));
        }
        assertThat(objects.removeLast())
                .containsOnlyKeys("passed", "failed", "skipped")
                .containsEntry("passed", objects.size())
                .containsEntry("failed", 0)
                .containsEntry("skipped", 0);
        assertThat(objects).isNotEmpty().allSatisfy(object -> {
            assertThat(object)
                    .containsOnlyKeys("test", "result", "reason", "seconds")
                    .containsEntry("result", "passed")
                    .containsEntry("reason", "");
            assertThat((String) object.get("test")).startsWith("Fills.");
        });
    }

    @Test
    void knobsThatAreSetOutsideDoNotCount() {
        System.setProperty("headrace.device", "host:0");
        System.setProperty("headrace.num.queues", "1");
        System.setProperty("headrace.queue.size", "4");

        Cli.Result result = Cli.run("check", "Binding");

        assertThat(result.code()).as(result.out() + result.err()).isZero();
    }

    @Test
    void whatPassingTestsPrintAndLogIsNotShown() {
        Cli.Result result = Cli.run("check", "--json", "RandomGraphs", "Faults");

        assertThat(result.code()).isZero();
        assertThat(result.out().lines()).allMatch(line -> line.startsWith("{"));
        assertThat(result.err()).isEmpty();
    }

    @Test
    void aDeviceThatDoesNotExistIsNamedWithThoseThatDo() {
        Cli.Result result = Cli.run("check", "--device", "host:99");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).startsWith("headrace check: ").contains("host:99", "usable devices: [host:0");
    }

    @Test
    void aDeviceOfAnotherFormIsBadUsage() {
        Cli.Result result = Cli.run("check", "--device", "nonsense");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("--device", "nonsense", "driver:index");
    }

    @Test
    void aContractThatDoesNotExistIsBadUsage() {
        Cli.Result result = Cli.run("check", "Fill");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("CONTRACT=Fill", "Binding", "Fills");
    }
}
