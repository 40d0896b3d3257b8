package io.headrace.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RoundsTest {

    @Test
    void aFigureIsTheMedianOfTheRoundsBehindTheWarmUps() throws InterruptedException {
        AtomicInteger round = new AtomicInteger();

        Map<String, Double> medians = Rounds.medians(new Effort(3, 2, 1), samples -> {
            samples.add("counted", round.incrementAndGet());
            samples.add("falling", 100.0 / round.get());
        });

        assertThat(round).hasValue(5);
        assertThat(medians).containsExactly(Map.entry("counted", 4.0), Map.entry("falling", 25.0));
    }

    @Test
    void theMedianOfAnEvenNumberIsTheMeanOfTheMiddleOnes() {
        assertThat(Samples.median(new double[] {9, 1, 2, 4})).isEqualTo(3);
    }

    @Test
    void aValueThatIsNoNumberIsNamed() {
        assertThatThrownBy(() -> new Samples().add("speed", 0.0 / 0.0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("speed=NaN");
    }

    @Test
    void eachFigureHasAtLeastFifteenSamples() {
        assertThat(Effort.QUICK.rounds()).isGreaterThanOrEqualTo(15);
        assertThat(Effort.FULL.rounds()).isGreaterThanOrEqualTo(15);
    }
}
