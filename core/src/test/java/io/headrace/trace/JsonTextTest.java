package io.headrace.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {

    private final JsonText json = new JsonText();

    private String written() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        json.moveTo(out);
        return out.toString(StandardCharsets.US_ASCII);
    }

    @Test
    void whatIsNoPlainAsciiIsEscaped() throws IOException {
        json.text("a\"b\\c\n\u0000\u0001\u007f\u00e9\u2028\uffff</script>");
        assertThat(written()).isEqualTo("\"a\\\"b\\\\c\\u000a\\u0000\\u0001\\u007f\\u00e9\\u2028\\uffff</script>\"");
    }

    @Test
    void halvesOfSurrogatePairsAreWrittenLikeWholeOnes() throws IOException {
        json.text("\ud83d\ude00 \ude00\ud83d");
        assertThat(written()).isEqualTo("\"\\ud83d\\ude00 \\ude00\\ud83d\"");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.000",
        "1, 0.001",
        "-1, -0.001",
        "999, 0.999",
        "1000, 1.000",
        "-1060, -1.060",
        "1712195495505582989, 1712195495505582.989",
        "9223372036854775807, 9223372036854775.807",
        "-9223372036854775808, -9223372036854775.808"
    })
    void microsecondsHaveThreeDecimalsAndNoDigitIsLost(long nanos, String micros) throws IOException {
        json.micros(nanos);
        assertThat(written()).isEqualTo(micros);
    }

    @Test
    void aTextOfAnyLengthHasRoom() throws IOException {
        json.text("\u00e9".repeat(100_000));
        assertThat(written()).hasSize(600_002);
        json.raw("x");
        assertThat(written()).isEqualTo("x");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 7, 10, -10, 99, 100, -1, Long.MAX_VALUE, Long.MIN_VALUE, 4_294_967_301L})
    void numbersHaveAllTheirDigits(long number) throws IOException {
        json.number(number);
        assertThat(written()).isEqualTo(Long.toString(number));
    }
}
