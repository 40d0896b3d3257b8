package io.headrace.config;

import static io.headrace.config.Knob.CLOSE_TIMEOUT;
import static io.headrace.config.Knob.MAX_ASYNC_COPY_BYTES;
import static io.headrace.config.Knob.MAX_PENDING;
import static io.headrace.config.Knob.NUM_QUEUES;
import static io.headrace.config.Knob.QUEUE_SIZE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.headrace.config.Settings.Source;
import io.headrace.error.ConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberKnobTest {

    private static final String ALIAS = "LIBOMPTARGET_AMDGPU_NUM_HSA_QUEUES";

    // E8
    @ParameterizedTest
    @CsvSource({"8,8", "1,1", "128,128", "008,8", "00000000000000000000000000008,8"})
    void decimalDigitsInTheRangeAreTheValue(String text, long number) {
        assertThat(Given.variable("HEADRACE_NUM_QUEUES", text).number(NUM_QUEUES))
                .isEqualTo(number);
        assertThat(Given.variable(ALIAS, text).number(NUM_QUEUES)).isEqualTo(number);
        assertThat(Settings.defaults().with(NUM_QUEUES, text).number(NUM_QUEUES))
                .isEqualTo(number);
    }

    // E8
    @ParameterizedTest
    @ValueSource(
            strings = {
                "8x", "x8", "eight", "8mb", "30s", "", " ", " 4 ", "4 ", "+4", "-1", "-0", "0x4", "1e9", "4.0", "1_0",
                "1,0", "\u0664"
            })
    void whatIsNoPlainNumberIsRefused(String text) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Given.variable("HEADRACE_NUM_QUEUES", text))
                .withMessage("HEADRACE_NUM_QUEUES=\"" + text
                        + "\" cannot be used: it is not a whole number in decimal digits"
                        + " (no sign, blank, unit or exponent); allowed: 1-128; unset, it is \"4\"");
    }

    // E8
    @ParameterizedTest
    @ValueSource(strings = {"8x", "x8", "eight", "", " 4 ", "+4", "-1", "0x4", "1e9", "0", "129", "1000000000"})
    void anUnusableAliasIsIgnoredWithOneWarning(String text) {
        Settings settings = Given.variable(ALIAS, text);

        assertThat(settings.number(NUM_QUEUES)).isEqualTo(4);
        assertThat(settings.source(NUM_QUEUES)).isEqualTo(Source.DEFAULT);
        assertThat(settings.warnings())
                .singleElement()
                .asString()
                .startsWith(ALIAS + "=\"" + text + "\" cannot be used: it is ")
                .endsWith("; allowed: 1-128; ignored, HEADRACE_NUM_QUEUES stays at its default \"4\"");
    }

    // E8
    @Test
    void aNumberBelowTheRangeIsRefusedAndNotClamped() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Given.variable("HEADRACE_NUM_QUEUES", "0"))
                .withMessageStartingWith(
                        "HEADRACE_NUM_QUEUES=\"0\" cannot be used: it is below the least value 1; " + "allowed: 1-128");
    }

    // E8
    @ParameterizedTest
    @ValueSource(
            strings = {
                "129",
                "1000000000",
                "4294967296",
                "9223372036854775808",
                "18446744073709551620",
                "1000000000000000000",
                "99999999999999999999999999999999999999"
            })
    void aNumberAboveTheRangeIsRefusedAndNeitherClampedNorWrapped(String text) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Given.variable("HEADRACE_NUM_QUEUES", text))
                .withMessageStartingWith("HEADRACE_NUM_QUEUES=\"" + text
                        + "\" cannot be used: it is above the greatest value 128; allowed: 1-128");
    }

    @Test
    void theBoundsThemselvesAreAllowed() {
        assertThat(Given.variable("HEADRACE_CLOSE_TIMEOUT", "0").number(CLOSE_TIMEOUT))
                .isZero();
        assertThat(Given.variable("HEADRACE_MAX_PENDING", "2147483647").number(MAX_PENDING))
                .isEqualTo(2147483647L);
        assertThat(Given.variable("HEADRACE_MAX_ASYNC_COPY_BYTES", "1099511627776")
                        .number(MAX_ASYNC_COPY_BYTES))
                .isEqualTo(1L << 40);
    }

    @ParameterizedTest
    @CsvSource({"1000,512,1024", "5,4,8", "65535,32768,65536", "513,512,1024"})
    void aQueueSizeThatIsNoPowerOfTwoIsRefusedWithItsNeighbours(String text, int below, int above) {
        String why = "cannot be used: it is not a power of two, the nearest are " + below + " and " + above
                + "; allowed: 4-65536 packets, a power of two";

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Given.variable("HEADRACE_QUEUE_SIZE", text))
                .withMessageStartingWith("HEADRACE_QUEUE_SIZE=\"" + text + "\" " + why);
        assertThat(Given.variable("LIBOMPTARGET_AMDGPU_HSA_QUEUE_SIZE", text).warnings())
                .singleElement()
                .asString()
                .startsWith("LIBOMPTARGET_AMDGPU_HSA_QUEUE_SIZE=\"" + text + "\" " + why);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 8, 512, 1024, 65536})
    void aQueueSizeThatIsAPowerOfTwoIsTaken(int size) {
        assertThat(Given.variable("HEADRACE_QUEUE_SIZE", Integer.toString(size)).number(QUEUE_SIZE))
                .isEqualTo(size);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "131072"})
    void aPowerOfTwoOutsideTheRangeIsNoQueueSize(String text) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> Given.variable("HEADRACE_QUEUE_SIZE", text));
    }
}
