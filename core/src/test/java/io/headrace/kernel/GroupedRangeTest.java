package io.headrace.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupedRangeTest {

    @Test
    void groupsThatDoNotDivideTheRangeAreRoundedUp() {
        assertThat(Range.of(10).group(5).groups()).isEqualTo(Range.of(2));
        assertThat(Range.of(11).group(5).groups()).isEqualTo(Range.of(3));
        assertThat(Range.of(11, 4).group(5, 8).groups()).isEqualTo(Range.of(3, 1));
        assertThat(Range.of(11, 4, 7).group(5, 4, 2).groups()).isEqualTo(Range.of(3, 1, 4));
        assertThat(Range.of(Long.MAX_VALUE).group(2).groups()).isEqualTo(Range.of((Long.MAX_VALUE >> 1) + 1));
        assertThat(Range.of(0).group(5).groups().isEmpty()).isTrue();
    }

    @Test
    void aGroupHasTheDimensionsOfItsRange() {
        assertThatThrownBy(() -> Range.of(10).group(5, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("group=2 range=1");
        assertThatThrownBy(() -> Range.of(10, 10, 10).group(5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new GroupedRange(Range.of(10), 1, 2, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new GroupedRange(Range.of(10, 10), 1, 2, 2))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1", "1, 0, 1", "1, 1, 0", "-1, 1, 1", "1, -2147483648, 1", "1, 1, -5"})
    void sizesBelowOneAreRefused(int x, int y, int z) {
        assertThatThrownBy(() -> Range.of(9, 9, 9).group(x, y, z))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("x=" + x + " y=" + y + " z=" + z);
    }

    @Test
    void asManyItemsAsFitAnIntAreAllowed() {
        assertThat(Range.of(5).group(Integer.MAX_VALUE).x()).isEqualTo(Integer.MAX_VALUE);
        assertThat(Range.of(5, 5, 5).group(1_290, 1_290, 1_290).z()).isEqualTo(1_290);
        assertThat(Range.of(5, 5).group(46_340, 46_340).y()).isEqualTo(46_340);
        assertThatThrownBy(() -> Range.of(5, 5).group(46_341, 46_341)).hasMessageContaining("limit=2147483647");
        assertThatThrownBy(() -> Range.of(5, 5, 5).group(1_291, 1_291, 1_291))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Range.of(5, 5, 5).group(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
