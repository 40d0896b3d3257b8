package io.headrace.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource({
        "1712195495505582.988, 1712195495505582988",
        "1712195495505582.987, 1712195495505582987",
        "9007199254740993, 9007199254740993000",
        "0.001, 1",
        "68.0, 68000",
        "1.5e3, 1500000",
        "-2.5, -2500"
    })
    void microsecondsBecomeNanosecondsDigitByDigit(String micros, long nanos) {
        BigDecimal time = Numbers.decimal(micros);
        assertThat(time).isNotNull();
        assertThat(Numbers.nanos(time.movePointRight(3))).hasValue(nanos);
    }

    @Test
    void whatIsFinerThanANanosecondIsCutAndSeen() {
        assertThat(Numbers.nanos(new BigDecimal("7.999"))).hasValue(7);
        assertThat(Numbers.isFiner(new BigDecimal("7.999"))).isTrue();
        assertThat(Numbers.isFiner(new BigDecimal("7.000"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "NaN", "Infinity", "yesterday", "1e999999999", "1e-999999999", "0x10", "1,5"})
    void whatIsNoNumberIsNoTime(String text) {
        assertThat(Numbers.decimal(text)).isNull();
    }

    @Test
    void aTimeBeyondALongIsNone() {
        assertThat(Numbers.nanos(new BigDecimal("9223372036854775807"))).hasValue(Long.MAX_VALUE);
        assertThat(Numbers.nanos(new BigDecimal("9223372036854775808"))).isEqualTo(OptionalLong.empty());
        assertThat(Numbers.nanos(null)).isEqualTo(OptionalLong.empty());
    }

    @Test
    void correlationsKeepAllTheir64Bits() {
        assertThat(Numbers.bits("5", 0)).isEqualTo(5);
        assertThat(Numbers.bits("4294967301", 0)).isEqualTo(4_294_967_301L);
        assertThat(Numbers.bits("18446744073709551615", 0)).isEqualTo(-1);
        assertThat(Numbers.bits("18446744073709551616", 7)).isEqualTo(7);
        assertThat(Numbers.bits("-9223372036854775808", 7)).isEqualTo(Long.MIN_VALUE);
        assertThat(Numbers.bits("-9223372036854775809", 7)).isEqualTo(7);
        assertThat(Numbers.bits("x", 7)).isEqualTo(7);
        assertThat(Numbers.bits("1.5", 7)).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({
        "7, 7",
        "007, 7",
        "7.0, 7",
        "0x0, 0",
        "0X1f, 31",
        "0x7fda0e810200, 140574522933760",
        "' 20 ', 20",
        "Agent 4, Agent 4",
        "0xzz, 0xzz",
        "1e999999999, 1e999999999",
        "-2, -2"
    })
    void oneStreamHasOneName(String text, String name) {
        assertThat(Numbers.name(text)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-1",
                "-1.0",
                "4294967295",
                "18446744073709551615",
                "0xffffffff",
                "0xFFFFFFFFFFFFFFFF",
                "",
                " ",
                "null",
                "None",
                "NaN"
            })
    void aStreamThatIsNotKnownHasNone(String text) {
        assertThat(Numbers.name(text)).isNull();
    }
}
