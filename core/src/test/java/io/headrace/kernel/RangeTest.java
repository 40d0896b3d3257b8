package io.headrace.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangeTest {

    @Test
    void itemsAreTheProductOfTheSizes() {
        assertThat(Range.of(7).items()).isEqualTo(7);
        assertThat(Range.of(7, 3).items()).isEqualTo(21);
        assertThat(Range.of(7, 3, 2).items()).isEqualTo(42);
        assertThat(Range.of(1L << 40).items()).isEqualTo(1L << 40);
    }

    @Test
    void aRangeKnowsHowManyDimensionsWereGivenAlsoIfTheirSizesAreOne() {
        assertThat(Range.of(5).dimensions()).isEqualTo(1);
        assertThat(Range.of(5, 1).dimensions()).isEqualTo(2);
        assertThat(Range.of(5, 1, 1).dimensions()).isEqualTo(3);
        assertThat(Range.of(5)).isNotEqualTo(Range.of(5, 1));
    }

    @Test
    void aRangeIsEmptyIfOneSizeIsZero() {
        assertThat(Range.of(0).isEmpty()).isTrue();
        assertThat(Range.of(3, 0).isEmpty()).isTrue();
        assertThat(Range.of(0, 3, 3).isEmpty()).isTrue();
        assertThat(Range.of(1).isEmpty()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775807, 1, 1",
        "3037000499, 3037000499, 1",
        "2097151, 2097151, 2097151",
        "9223372036854775807, 9223372036854775807, 0",
    })
    void asManyItemsAsFitALongAreAllowed(long x, long y, long z) {
        assertThat(Range.of(x, y, z).items()).isEqualTo(x * y * z).isNotNegative();
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775807, 2, 1",
        "3037000500, 3037000500, 1",
        "4294967296, 4294967296, 1",
        "4294967296, 1, 4294967296",
        "2097152, 2097152, 2097152",
        "4294967296, 2147483648, 2",
        "9223372036854775807, 9223372036854775807, 9223372036854775807",
    })
    void moreItemsThanFitALongAreRefused(long x, long y, long z) {
        assertThatThrownBy(() -> Range.of(x, y, z))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("x=" + x)
                .hasMessageContaining("y=" + y)
                .hasMessageContaining("z=" + z);
    }

    @ParameterizedTest
    @CsvSource({"-1, 1, 1", "1, -1, 1", "1, 1, -1", "-1, -1, 1", "0, -5, 0"})
    void negativeSizesAreRefused(long x, long y, long z) {
        assertThatThrownBy(() -> Range.of(x, y, z))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("negative");
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1, 1", "4, 1, 1, 1", "1, 2, 2, 1", "1, 2, 1, 2", "2, 2, 2, 2"})
    void dimensionsThatDoNotFitTheSizesAreRefused(int dimensions, long x, long y, long z) {
        assertThatThrownBy(() -> new Range(dimensions, x, y, z))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("dimensions=" + dimensions);
    }
}
