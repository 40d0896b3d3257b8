package io.headrace;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.config.Knob;
import io.headrace.config.Settings;
import io.headrace.kernel.Range;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefaultGroupsTest {

    @ParameterizedTest
    @CsvSource({
        "100, 8, 8",
        "8, 8, 8",
        "5, 8, 5",
        "1, 8, 1",
        "9, 8, 5",
        "0, 8, 0",
        "1000003, 1, 1",
        "9223372036854775807, 8, 4294967299"
    })
    void aRowIsSplitIntoEqualParts(long items, int wanted, long groups) {
        assertThat(DefaultGroups.of(Range.of(items), wanted).groups().items()).isEqualTo(groups);
    }

    @Test
    void rowsStayWholeWhereThereAreEnough() {
        assertThat(DefaultGroups.of(Range.of(1_000, 800), 8))
                .isEqualTo(Range.of(1_000, 800).group(1_000, 100));
        assertThat(DefaultGroups.of(Range.of(10, 20, 800), 8))
                .isEqualTo(Range.of(10, 20, 800).group(10, 20, 100));
    }

    @Test
    void rowsAreSplitWhereThereAreFew() {
        assertThat(DefaultGroups.of(Range.of(1_000, 2), 8))
                .isEqualTo(Range.of(1_000, 2).group(250, 1));
        assertThat(DefaultGroups.of(Range.of(100, 2, 2), 8))
                .isEqualTo(Range.of(100, 2, 2).group(50, 1, 1));
    }

    @Test
    void groupsHaveNoMoreItemsThanFitAnInt() {
        long many = 1L << 30;
        assertThat(DefaultGroups.of(Range.of(many, many), 1).groups().items()).isEqualTo(many);
        assertThat(DefaultGroups.of(Range.of(many, 1_000, 1_000), 1).groups().items())
                .isGreaterThan(many * 1_000_000 / Integer.MAX_VALUE);
    }

    @Test
    void theKnobIsForEachComputeUnit() {
        Limits limits = Limits.of(Settings.defaults().with(Knob.TEAMS_PER_CU, "7"));
        assertThat(limits.groups(3)).isEqualTo(21);
        assertThat(Limits.of(Settings.defaults()).groups(16)).isEqualTo(64);
        assertThat(Limits.of(Settings.defaults().with(Knob.TEAMS_PER_CU, "65536"))
                        .groups(1 << 20))
                .isEqualTo(Integer.MAX_VALUE);
    }
}
