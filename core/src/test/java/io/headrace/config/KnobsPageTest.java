package io.headrace.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.headrace.config.Settings.Source;
import io.headrace.error.ConfigurationException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/knobs.md says what the program does. */
class KnobsPageTest {

    private static final String VALUES =
            "| value | number, our name | number, alias | number, there | flag, our name | flag, alias | flag, there |";

    @Test
    void theKnobsOfThePageAreThoseOfTheProgram() throws IOException {
        assertThat(KnobsPage.rows("| variable | default | allowed | meaning |"))
                .containsExactlyElementsOf(Arrays.stream(Knob.values())
                        .map(knob -> List.of(
                                code(knob.variable()),
                                knob.defaultValue().isEmpty() ? "" : code(knob.defaultValue()),
                                knob.range(),
                                knob.meaning()))
                        .toList());
    }

    @Test
    void theAliasesOfThePageAreThoseOfTheProgram() throws IOException {
        assertThat(KnobsPage.rows("| variable | default there | knob | default here | allowed here | note |"))
                .containsExactlyElementsOf(
                        Arrays.stream(Alias.values()).map(KnobsPageTest::row).toList());
    }

    @Test
    void theReadmeNamesEachKnobWithItsDefault() throws IOException {
        assertThat(KnobsPage.rows(Path.of("..", "README.md"), "| variable | default | meaning |"))
                .extracting(row -> row.get(0) + " " + row.get(1).replace(",", ""))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Knob.values())
                        .map(knob -> code(knob.variable()) + " " + shown(knob))
                        .toList());
    }

    private static String shown(Knob knob) {
        return switch (knob) {
            case DEVICE -> "best";
            case EXCLUDED_ENGINES -> "none";
            case CUDA_LIBRARY, NVRTC_LIBRARY, OPENCL_LIBRARY, HSA_LIBRARY -> "the system's";
            default -> knob.defaultValue();
        };
    }

    private static List<String> row(Alias alias) {
        Knob knob = alias.knob();
        return List.of(
                code(alias.variable()),
                alias.defaultThere(),
                knob == null ? "not applicable" : code(knob.variable()),
                knob == null ? "" : knob.defaultValue(),
                knob == null ? "" : knob.range(),
                alias.note());
    }

    private static String code(String text) {
        return "`" + text + "`";
    }

    static Stream<List<String>> values() throws IOException {
        return KnobsPage.rows(VALUES).stream();
    }

    @Test
    void thePageTellsOfEachKindOfValue() throws IOException {
        assertThat(values().map(row -> row.get(0)))
                .contains(
                        "`\" 4 \"`",
                        "`\"+4\"`",
                        "`\"0x4\"`",
                        "`\"\"`",
                        "`\"8x\"`",
                        "`\"x8\"`",
                        "`\"-1\"`",
                        "`\"4294967296\"`",
                        "`\"1e9\"`",
                        "`\"1000000000\"`",
                        "`\"yes\"`",
                        "`\"ON\"`",
                        "`\"0\"`",
                        "`\"1\"`",
                        "`\"tRuE\"`",
                        "`\"no\"`",
                        "`\"off\"`",
                        "`\"maybe\"`");
    }

    // E8
    @ParameterizedTest
    @MethodSource("values")
    void eachValueHasTheOutcomeThatThePageTells(List<String> row) {
        String value = row.get(0).replaceAll("^`\"|\"`$", "");

        assertThat(outcome(Knob.STREAM_BUSYWAIT, Knob.STREAM_BUSYWAIT.variable(), value))
                .isEqualTo(row.get(1));
        assertThat(outcome(Knob.STREAM_BUSYWAIT, Alias.AMDGPU_STREAM_BUSYWAIT.variable(), value))
                .isEqualTo(row.get(2));
        assertThat(outcome(Knob.QUEUE_BUSY_TRACKING, Knob.QUEUE_BUSY_TRACKING.variable(), value))
                .isEqualTo(row.get(4));
        assertThat(outcome(Knob.QUEUE_BUSY_TRACKING, Alias.AMDGPU_HSA_QUEUE_BUSY_TRACKING.variable(), value))
                .isEqualTo(row.get(5));
    }

    @ParameterizedTest
    @MethodSource("values")
    void aPropertyIsTakenLikeOurVariable(List<String> row) {
        String value = row.get(0).replaceAll("^`\"|\"`$", "");
        String property = Knob.STREAM_BUSYWAIT.property();

        if (row.get(1).equals("error")) {
            assertThatExceptionOfType(ConfigurationException.class)
                    .isThrownBy(() -> Given.properties(java.util.Map.of(property, value)))
                    .withMessageContainingAll(property, "\"" + value + "\"", Knob.STREAM_BUSYWAIT.range());
        } else {
            assertThat(Given.properties(java.util.Map.of(property, value)).text(Knob.STREAM_BUSYWAIT))
                    .isEqualTo(row.get(1));
        }
    }

    private static String outcome(Knob knob, String name, String value) {
        Settings settings;
        try {
            settings = Given.variable(name, value);
        } catch (ConfigurationException e) {
            assertThat(e.getMessage()).contains(name, "\"" + value + "\"", knob.range());
            return "error";
        }
        if (settings.source(knob) != Source.DEFAULT) {
            assertThat(settings.warnings()).isEmpty();
            return settings.text(knob);
        }
        assertThat(settings.text(knob)).isEqualTo(knob.defaultValue());
        assertThat(settings.warnings())
                .singleElement()
                .asString()
                .contains(name, "\"" + value + "\"", knob.range(), "ignored");
        return "warning, default";
    }
}
