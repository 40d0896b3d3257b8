package io.headrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InfoCommandTest {

    @AfterEach
    void forgetTheProperties() {
        System.clearProperty("headrace.device");
        System.clearProperty("headrace.queue.size");
    }

    @Test
    void driversAndDevicesAreShown() {
        Cli.Result result = Cli.run("info");

        assertThat(result.code()).isZero();
        assertThat(result.out()).containsPattern("host +yes").contains("host:0", "1 of 4, 512 packets each");
    }

    @Test
    void theFactsAreOneObject() throws IOException {
        System.setProperty("headrace.queue.size", "32");

        Map<String, Object> facts = Facts.of(Cli.run("info", "--json"));

        assertThat(facts).containsOnlyKeys("drivers", "devices", "workers");
        assertThat(Facts.list(facts, "drivers"))
                .anySatisfy(driver -> assertThat(driver)
                        .containsOnlyKeys("name", "usable", "reason")
                        .containsEntry("name", "host")
                        .containsEntry("usable", true));
        assertThat(Facts.list(facts, "devices")).anySatisfy(device -> {
            assertThat(device).containsEntry("id", "host:0").containsKeys("name", "memory_bytes", "workers", "engines");
            assertThat(device.get("queues"))
                    .isEqualTo(Map.of("policy", "busy tracking", "limit", 4, "created", 1, "size", 32));
        });
        assertThat((int) facts.get("workers")).isPositive();
    }

    @Test
    void aDeviceThatDoesNotExistIsNamed() {
        System.setProperty("headrace.device", "host:99");

        Cli.Result result = Cli.run("info");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err())
                .startsWith("headrace info: ")
                .contains("host:99")
                .doesNotContain("\tat ");
    }
}
