package io.headrace.cli.topo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RangesTest {

    @Test
    void numbersThatFollowEachOtherAreOneRange() {
        assertThat(Ranges.of(List.of(5, 0, 2, 1, 7, 8))).isEqualTo("0-2,5,7-8");
        assertThat(Ranges.of(List.of(3))).isEqualTo("3");
        assertThat(Ranges.of(List.of())).isEmpty();
    }
}
