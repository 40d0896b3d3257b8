package io.headrace.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpellingTest {

    @ParameterizedTest
    @CsvSource({
        "HEADRACE_NUM_QUEUE,HEADRACE_NUM_QUEUES",
        "HEADRACE_NUMQUEUES,HEADRACE_NUM_QUEUES",
        "headrace_num_queues,HEADRACE_NUM_QUEUES",
        "HEADRACE_QEUE_SIZE,HEADRACE_QUEUE_SIZE",
        "HEADRACE_BUSYWAIT,HEADRACE_STREAM_BUSYWAIT",
        "HEADRACE_DEVICES,HEADRACE_DEVICE",
        "headrace.device,HEADRACE_DEVICE",
        "HEADRACE_TEST_DATAS,HEADRACE_TEST_DATA",
    })
    void aMisspeltVariableGetsOneWarningWithTheNearestName(String name, String nearest) {
        assertThat(Given.warningsOfVariable(name))
                .containsExactly(
                        "environment variable " + name + " is no knob and is ignored; the nearest is " + nearest);
    }

    @ParameterizedTest
    @CsvSource({
        "headrace.num.queue,headrace.num.queues",
        "headrace.num_queues,headrace.num.queues",
        "headrace.numQueues,headrace.num.queues",
        "HEADRACE_NUM_QUEUES,headrace.num.queues",
        "headrace.close.timeouts,headrace.close.timeout",
    })
    void aMisspeltPropertyGetsOneWarningWithTheNearestName(String name, String nearest) {
        assertThat(Given.warningsOfProperty(name))
                .containsExactly("system property " + name + " is no knob and is ignored; the nearest is " + nearest);
    }

    @Test
    void theValueOfAnUnknownNameIsNotShown() {
        assertThat(Given.variable("HEADRACE_TOKEN", "xyzzy").warnings())
                .singleElement()
                .asString()
                .doesNotContain("xyzzy");
    }

    @Test
    void aMisspeltNameDoesNotSetTheKnobItIsNearTo() {
        assertThat(Given.variable("HEADRACE_NUM_QUEUE", "8")).isEqualTo(Settings.defaults());
    }

    @Test
    void warningsComeInAlphabeticalOrder() {
        assertThat(Given.variables(Map.of("HEADRACE_C", "", "HEADRACE_A", "", "HEADRACE_B", ""))
                        .warnings())
                .extracting(warning -> warning.substring(0, 31))
                .containsExactly(
                        "environment variable HEADRACE_A",
                        "environment variable HEADRACE_B",
                        "environment variable HEADRACE_C");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HEADRACE_TEST_DATA",
                "HEADRACE",
                "HEADRACES_NUM",
                "MY_HEADRACE_NUM_QUEUE",
                "HEADSTONE_NUM",
                "PATH"
            })
    void otherNamesAreNoneOfOurBusiness(String name) {
        assertThat(Given.warningsOfVariable(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"headrace.test.data", "headrace", "headraces.num", "java.home"})
    void otherPropertiesAreNoneOfOurBusiness(String name) {
        assertThat(Given.warningsOfProperty(name)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aKnobsOwnNamesAreKnown(Knob knob) {
        assertThat(Spelling.isStrangeVariable(knob.variable())).isFalse();
        assertThat(Spelling.isStrangeProperty(knob.property())).isFalse();
        assertThat(Spelling.nearestVariable(knob.variable())).isEqualTo(knob.variable());
        assertThat(Spelling.nearestProperty(knob.variable())).isEqualTo(knob.property());
    }

    @ParameterizedTest
    @CsvSource({"'','',0", "abc,abc,0", "'',abc,3", "abc,'',3", "abc,abd,1", "abc,ac,1", "ac,abc,1", "kitten,sitting,3"
    })
    void editsAreCounted(String from, String to, int edits) {
        assertThat(Spelling.edits(from, to)).isEqualTo(edits);
    }
}
