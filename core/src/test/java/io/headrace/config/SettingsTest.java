package io.headrace.config;

import static io.headrace.config.Knob.DEVICE;
import static io.headrace.config.Knob.EXCLUDED_ENGINES;
import static io.headrace.config.Knob.MAX_PENDING;
import static io.headrace.config.Knob.NUM_QUEUES;
import static io.headrace.config.Knob.QUEUE_BUSY_TRACKING;
import static io.headrace.config.Knob.QUEUE_SIZE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headrace.config.Settings.Source;
import io.headrace.error.ConfigurationException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {

    private static final String ALIAS = "LIBOMPTARGET_AMDGPU_NUM_HSA_QUEUES";

    private final Map<String, String> properties = new HashMap<>(Map.of("headrace.num.queues", "1"));
    private final Map<String, String> environment = new HashMap<>(Map.of("HEADRACE_NUM_QUEUES", "2", ALIAS, "3"));
    private final List<String> warned = new ArrayList<>();

    private Settings settings() {
        return Settings.from(properties, environment, warned::add);
    }

    @Test
    void thePropertyComesBeforeTheVariableBeforeTheAliasBeforeTheDefault() {
        assertThat(settings().entries()).contains(new Settings.Entry(NUM_QUEUES, "1", Source.PROPERTY));
        properties.clear();
        assertThat(settings().entries()).contains(new Settings.Entry(NUM_QUEUES, "2", Source.ENVIRONMENT));
        environment.remove("HEADRACE_NUM_QUEUES");
        assertThat(settings().entries()).contains(new Settings.Entry(NUM_QUEUES, "3", Source.ALIAS));
        environment.clear();
        assertThat(settings().entries()).contains(new Settings.Entry(NUM_QUEUES, "4", Source.DEFAULT));
        assertThat(warned).isEmpty();
    }

    @Test
    void whatStandsBehindAValueThatIsSetIsNotLookedAt() {
        environment.put("HEADRACE_NUM_QUEUES", "many");
        environment.put(ALIAS, "many");

        assertThat(settings().number(NUM_QUEUES)).isEqualTo(1);
        assertThat(warned).isEmpty();
    }

    @Test
    void anUnusablePropertyIsRefusedByItsOwnNameAlthoughTheVariableIsUsable() {
        properties.put("headrace.num.queues", "");

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(this::settings)
                .withMessageStartingWith("headrace.num.queues=\"\" cannot be used: ")
                .withMessageContaining("allowed: 1-128");
    }

    @Test
    void allUnusableValuesAreNamedAtOnceAndTheWarningsComeFirst() {
        properties.put("headrace.num.queue", "8");
        environment.put("HEADRACE_QUEUE_SIZE", "1000");
        environment.put("HEADRACE_MAX_PENDING", "0");

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(this::settings)
                .withMessageContaining("HEADRACE_QUEUE_SIZE=\"1000\"")
                .withMessageContaining("HEADRACE_MAX_PENDING=\"0\"");
        assertThat(warned).hasSize(1);
    }

    @Test
    void warningsAreGivenOnceAndKept() {
        environment.put("HEADRACE_QUEUES", "8");
        environment.put("LIBOMPTARGET_AMDGPU_STREAM_BUSYWAIT", "2s");

        Settings settings = settings();

        assertThat(warned).hasSize(2);
        assertThat(settings.warnings()).isEqualTo(warned);
        assertThat(settings.with(MAX_PENDING, "7").warnings()).isEqualTo(warned);
    }

    @Test
    void withMakesOtherSettingsAndLeavesTheseAsTheyWere() {
        Settings before = settings();

        Settings after = before.with(QUEUE_SIZE, "1024");

        assertThat(after.number(QUEUE_SIZE)).isEqualTo(1024);
        assertThat(after.source(QUEUE_SIZE)).isEqualTo(Source.CODE);
        assertThat(after.number(NUM_QUEUES)).isEqualTo(1);
        assertThat(before.number(QUEUE_SIZE)).isEqualTo(512);
        assertThat(before.source(QUEUE_SIZE)).isEqualTo(Source.DEFAULT);
    }

    @Test
    void withRefusesWhatAVariableCouldNotSayEither() {
        Settings settings = settings();

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> settings.with(QUEUE_SIZE, "1000"))
                .withMessageStartingWith("QUEUE_SIZE=\"1000\" cannot be used: it is not a power of two")
                .withMessageContaining("allowed: 4-65536");
    }

    @Test
    void laterChangesOfTheMapsDoNotReachTheSettings() {
        Settings settings = settings();

        properties.clear();
        environment.clear();

        assertThat(settings.number(NUM_QUEUES)).isEqualTo(1);
    }

    @Test
    void settingsAreEqualIfTheirValuesAreWhereverTheseCameFrom() {
        Settings settings = settings();

        assertThat(settings).isEqualTo(Settings.defaults().with(NUM_QUEUES, "01"));
        assertThat(settings).hasSameHashCodeAs(Settings.defaults().with(NUM_QUEUES, "1"));
        assertThat(settings.with(QUEUE_BUSY_TRACKING, "YES")).isEqualTo(settings);
        assertThat(settings.with(EXCLUDED_ENGINES, "2,1")).isEqualTo(settings.with(EXCLUDED_ENGINES, "1,2"));
        assertThat(settings).isNotEqualTo(Settings.defaults());
        assertThat(settings).isNotEqualTo(settings.with(DEVICE, "host:0"));
        assertThat(settings).isNotEqualTo("settings");
    }

    @Test
    void entriesListEveryKnobInOrderWithTheNameItsValueCameFrom() {
        properties.put("headrace.device", "host:0");
        environment.put("HEADRACE_QUEUE_SIZE", "64");
        environment.put("LIBOMPTARGET_AMDGPU_STREAM_BUSYWAIT", "0");
        List<Settings.Entry> entries = settings().with(MAX_PENDING, "9").entries();

        assertThat(entries).extracting(Settings.Entry::knob).containsExactly(Knob.values());
        assertThat(entries)
                .extracting(Settings.Entry::origin)
                .startsWith(
                        "headrace.num.queues", "HEADRACE_QUEUE_SIZE", "default", "LIBOMPTARGET_AMDGPU_STREAM_BUSYWAIT")
                .contains("code", "headrace.device");
    }

    @Test
    void aKnobIsReadAsWhatItIs() {
        Settings settings = settings();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings.number(DEVICE))
                .withMessageContaining("knob=DEVICE is no number");
        assertThatIllegalArgumentException().isThrownBy(() -> settings.flag(NUM_QUEUES));
        assertThatIllegalArgumentException().isThrownBy(() -> settings.numbers(NUM_QUEUES));
        assertThat(settings.text(NUM_QUEUES)).isEqualTo("1");
    }

    @Test
    void theTextShowsTheValues() {
        assertThat(settings()).asString().startsWith("Settings{NUM_QUEUES=1, QUEUE_SIZE=512,");
    }

    @Test
    void thisProcessIsReadAnewEachTime() {
        String name = Knob.TEAMS_PER_CU.property();
        System.setProperty(name, "17");
        try {
            assertThat(Settings.read().number(Knob.TEAMS_PER_CU)).isEqualTo(17);
            assertThat(Settings.read().source(Knob.TEAMS_PER_CU)).isEqualTo(Source.PROPERTY);
        } finally {
            System.clearProperty(name);
        }
        assertThat(Settings.read().source(Knob.TEAMS_PER_CU)).isNotEqualTo(Source.PROPERTY);
    }
}
