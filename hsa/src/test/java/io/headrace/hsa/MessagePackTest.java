package io.headrace.hsa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessagePackTest {

    private static @Nullable Object read(String hex) {
        return MessagePack.read(ByteBuffer.wrap(HexFormat.of().parseHex(hex)));
    }

    @ParameterizedTest
    @CsvSource({
        "00, 0",
        "7f, 127",
        "ff, -1",
        "e0, -32",
        "ccff, 255",
        "cdffff, 65535",
        "ceffffffff, 4294967295",
        "cf0000000100000000, 4294967296",
        "d080, -128",
        "d18000, -32768",
        "d280000000, -2147483648",
        "d3ffffffffffffffff, -1"
    })
    void wholeNumbersAreReadInAllForms(String hex, long number) {
        assertThat(read(hex)).isEqualTo(number);
    }

    @Test
    void textsListsMapsAndTruthValuesAreReadInAllForms() {
        assertThat(read("a3616263")).isEqualTo("abc");
        assertThat(read("d903616263")).isEqualTo("abc");
        assertThat(read("da0003616263")).isEqualTo("abc");
        assertThat(read("db00000003616263")).isEqualTo("abc");
        assertThat(read("9201c0")).isEqualTo(Arrays.asList(1L, null));
        assertThat(read("dc0002c2c3")).isEqualTo(List.of(false, true));
        assertThat(read("dd00000001a161")).isEqualTo(List.of("a"));
        assertThat(read("81a16101")).isEqualTo(Map.of("a", 1L));
        assertThat(read("de0001a16101")).isEqualTo(Map.of("a", 1L));
        assertThat(read("df00000001a16101")).isEqualTo(Map.of("a", 1L));
    }

    @ParameterizedTest
    @CsvSource({
        "a3, ends",
        "92, ends",
        "dfffffffff, ends",
        "dbffffffff, ends",
        "cf00, ends",
        "c1, no such kind",
        "'', ends"
    })
    void whatIsCutOrUnknownIsRefused(String hex, String reason) {
        assertThatThrownBy(() -> read(hex))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void listsThatAreNestedWithoutEndAreRefused() {
        assertThatThrownBy(() -> read("91".repeat(10_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("deeper");
    }

    @Test
    void anyBytesAreReadOrRefused() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            try {
                MessagePack.read(ByteBuffer.wrap(bytes));
            } catch (IllegalArgumentException refused) {
                assertThat(refused.getMessage()).as("seed=" + seed).isNotBlank();
            }
        }
    }
}
