package io.headrace.config;

import static io.headrace.config.Knob.QUEUE_BUSY_TRACKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.headrace.config.Settings.Source;
import io.headrace.error.ConfigurationException;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlagKnobTest {

    private static final String NAME = "HEADRACE_QUEUE_BUSY_TRACKING";
    private static final String ALIAS = "LIBOMPTARGET_AMDGPU_HSA_QUEUE_BUSY_TRACKING";

    // E8
    @ParameterizedTest
    @ValueSource(strings = {"yes", "ON", "1", "tRuE", "true", "Yes", "on"})
    void aYesInAnyCaseIsTrue(String text) {
        // The alias says no: so a yes that was overlooked would show.
        assertThat(Given.variables(Map.of(NAME, text, ALIAS, "off")).flag(QUEUE_BUSY_TRACKING))
                .isTrue();
        assertThat(Given.variable(ALIAS, text).source(QUEUE_BUSY_TRACKING)).isEqualTo(Source.ALIAS);
        assertThat(Given.variable(ALIAS, text).flag(QUEUE_BUSY_TRACKING)).isTrue();
    }

    // E8
    @ParameterizedTest
    @ValueSource(strings = {"no", "off", "0", "FALSE", "No", "oFF"})
    void aNoInAnyCaseIsFalse(String text) {
        assertThat(Given.variable(NAME, text).flag(QUEUE_BUSY_TRACKING)).isFalse();
        assertThat(Given.variable(ALIAS, text).flag(QUEUE_BUSY_TRACKING)).isFalse();
    }

    // E8
    @ParameterizedTest
    @ValueSource(strings = {"maybe", "", "2", "y", "t", " true", "true ", "00", "enabled"})
    void anythingElseIsRefused(String text) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Given.variable(NAME, text))
                .withMessage(NAME + "=\"" + text + "\" cannot be used: it is neither a yes nor a no; "
                        + "allowed: true|yes|on|1 or false|no|off|0; unset, it is \"true\"");
    }

    // E8
    @ParameterizedTest
    @ValueSource(strings = {"maybe", "", "2", " true"})
    void anythingElseInTheAliasIsIgnoredWithOneWarning(String text) {
        Settings settings = Given.variable(ALIAS, text);

        assertThat(settings.flag(QUEUE_BUSY_TRACKING)).isTrue();
        assertThat(settings.source(QUEUE_BUSY_TRACKING)).isEqualTo(Source.DEFAULT);
        assertThat(settings.warnings())
                .singleElement()
                .asString()
                .startsWith(ALIAS + "=\"" + text + "\" cannot be used: ");
    }

    @Test
    void theLocaleDoesNotMatter() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.of("tr"));
        try {
            assertThat(Settings.defaults().text(QUEUE_BUSY_TRACKING)).isEqualTo("true");
            assertThat(Knob.STREAM_BUSYWAIT.property()).isEqualTo("headrace.stream.busywait");
            assertThat(Given.warningsOfProperty("headrace.num.initial.signals")).isEmpty();
        } finally {
            Locale.setDefault(before);
        }
    }
}
