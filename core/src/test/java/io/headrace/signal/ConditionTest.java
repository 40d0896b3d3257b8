package io.headrace.signal;

import static io.headrace.signal.Condition.EQ;
import static io.headrace.signal.Condition.GTE;
import static io.headrace.signal.Condition.LT;
import static io.headrace.signal.Condition.NE;
import static java.lang.Long.MAX_VALUE;
import static java.lang.Long.MIN_VALUE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConditionTest {

    private static final long[] VALUES = {MIN_VALUE, MIN_VALUE + 1, -2, -1, 0, 1, 2, MAX_VALUE - 1, MAX_VALUE};

    @Test
    void comparisonsAreSigned() {
        for (long observed : VALUES) {
            for (long value : VALUES) {
                assertThat(EQ.holds(observed, value)).isEqualTo(observed == value);
                assertThat(NE.holds(observed, value)).isEqualTo(observed != value);
                assertThat(LT.holds(observed, value)).isEqualTo(observed < value);
                assertThat(GTE.holds(observed, value)).isEqualTo(observed >= value);
            }
        }
    }
}
