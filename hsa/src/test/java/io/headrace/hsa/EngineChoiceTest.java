package io.headrace.hsa;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EngineChoiceTest {

    @ParameterizedTest
    @CsvSource({
        "the one that is recommended though it is busy, 4, 0, 1, 4",
        "its own one if it is idle,                     0, 3, 1, 2",
        "its own one if it is among the recommended,    6, 2, 1, 2",
        "any if its own one is busy,                    0, 1, 1, 0",
        "any if its own one is not recommended,         5, 2, 1, 0",
        "any if none is idle,                           0, 0, 0, 0",
    })
    void aCopyGetsTheEngineThatItsLinkRecommendsElseThatOfItsQueue(
            String which, int recommended, int idle, int engine, int chosen) {
        assertThat(EngineChoice.choose(recommended, idle, engine)).as(which).isEqualTo(chosen);
    }
}
