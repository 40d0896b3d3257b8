package io.headrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.config.Alias;
import io.headrace.config.Knob;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SettingsCommandTest {

    @AfterEach
    void forgetTheProperty() {
        System.clearProperty("headrace.queue.size");
    }

    @Test
    void everyKnobIsARow() {
        Cli.Result result = Cli.run("settings");

        assertThat(result.code()).isZero();
        assertThat(result.err()).isEmpty();
        for (Knob knob : Knob.values()) {
            assertThat(result.out()).contains(knob.variable(), knob.range(), knob.meaning());
        }
    }

    @Test
    void everyKnobIsAnObjectInTheOrderOfTheirDeclaration() throws IOException {
        Map<String, Object> facts = Facts.of(Cli.run("settings", "--json"));

        List<Map<String, Object>> knobs = Facts.list(facts, "knobs");
        assertThat(facts).containsOnlyKeys("knobs", "aliases");
        assertThat(knobs)
                .extracting(knob -> knob.get("name"))
                .containsExactlyElementsOf(
                        Arrays.stream(Knob.values()).map(Knob::variable).toList());
        assertThat(knobs)
                .allSatisfy(knob -> assertThat(knob).containsOnlyKeys("name", "value", "source", "range", "meaning"));
    }

    @Test
    void everyAliasIsARowAndAnObject() throws IOException {
        String table = Cli.run("settings").out();
        List<Map<String, Object>> aliases = Facts.list(Facts.of(Cli.run("settings", "--json")), "aliases");

        for (Alias alias : Alias.values()) {
            assertThat(table).contains(alias.variable(), alias.note());
        }
        assertThat(aliases)
                .extracting(alias -> alias.get("name"))
                .containsExactlyElementsOf(
                        Arrays.stream(Alias.values()).map(Alias::variable).toList());
        assertThat(aliases)
                .allSatisfy(alias -> assertThat(alias)
                        .containsOnlyKeys("name", "default_there", "knob", "default", "range", "note"));
        assertThat(aliases)
                .filteredOn(alias -> alias.get("name").equals("LIBOMPTARGET_AMDGPU_STREAM_BUSYWAIT"))
                .singleElement()
                .satisfies(alias -> assertThat(alias)
                        .containsEntry("knob", "HEADRACE_STREAM_BUSYWAIT")
                        .containsEntry("default_there", "2000000")
                        .containsEntry("default", "50"));
        assertThat(table).containsPattern("LIBOMPTARGET_STACK_SIZE +not applicable +the device's ");
    }

    @Test
    void aValueNamesItsSource() throws IOException {
        System.setProperty("headrace.queue.size", "64");

        assertThat(Cli.run("settings").out()).containsPattern("HEADRACE_QUEUE_SIZE +64 +headrace\\.queue\\.size ");
        assertThat(Facts.list(Facts.of(Cli.run("settings", "--json")), "knobs"))
                .filteredOn(knob -> knob.get("name").equals("HEADRACE_QUEUE_SIZE"))
                .singleElement()
                .satisfies(knob -> assertThat(knob).containsEntry("value", "64").containsEntry("source", "property"));
    }

    @Test
    void anUnusableValueIsNamedWithoutAStackTrace() {
        System.setProperty("headrace.queue.size", "100");

        Cli.Result result = Cli.run("settings");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .startsWith("headrace settings: ")
                .contains("headrace.queue.size", "100", "power of two")
                .doesNotContain("\tat ");
    }
}
