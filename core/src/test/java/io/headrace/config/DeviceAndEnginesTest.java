package io.headrace.config;

import static io.headrace.config.Knob.DEVICE;
import static io.headrace.config.Knob.EXCLUDED_ENGINES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.headrace.error.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceAndEnginesTest {

    @ParameterizedTest
    @CsvSource({"host:0,host:0", "cuda:12,cuda:12", "my-driver_2:01,my-driver_2:1", "'',''"})
    void aDeviceIsADriverAndAnIndexOrNothing(String text, String device) {
        assertThat(Given.variable("HEADRACE_DEVICE", text).text(DEVICE)).isEqualTo(device);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"host", "0", ":0", "host:", "host:x", "host:-1", "host:65536", "HOST:0", "host:0 ", "a:b:0", "\n"
            })
    void anythingElseIsNoDevice(String text) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Given.variable("HEADRACE_DEVICE", text))
                .withMessageStartingWith("HEADRACE_DEVICE=\"" + text + "\" cannot be used: ")
                .withMessageContaining("allowed: driver:index such as host:0, or empty");
    }

    @Test
    void enginesComeInOrderAndOnceEach() {
        assertThat(Given.variable("HEADRACE_EXCLUDED_ENGINES", "10,2,02,0").numbers(EXCLUDED_ENGINES))
                .containsExactly(0, 2, 10);
        assertThat(Given.variable("HEADRACE_EXCLUDED_ENGINES", "63").numbers(EXCLUDED_ENGINES))
                .containsExactly(63);
        assertThat(Given.variable("HEADRACE_EXCLUDED_ENGINES", "").numbers(EXCLUDED_ENGINES))
                .isEmpty();
        assertThat(Settings.defaults().numbers(EXCLUDED_ENGINES)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'1,',''", "',1',''", "',',''", "'1,,2',''", "'1, 2',' 2'", "'1;2','1;2'", "64,64", "'0,-1','-1'", "x,x"
    })
    void aListWithABadItemIsRefusedAndTheItemIsNamed(String text, String item) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Given.variable("HEADRACE_EXCLUDED_ENGINES", text))
                .withMessageStartingWith(
                        "HEADRACE_EXCLUDED_ENGINES=\"" + text + "\" cannot be used: item=\"" + item + "\": it is ")
                .withMessageContaining("allowed: numbers 0-63 separated by commas, or empty");
    }
}
