package io.headrace.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Headrace;
import org.junit.jupiter.api.Test;

class ExamplesTest {

    @Test
    void saxpyGivesTheFormulasValue() throws InterruptedException {
        float[] x = {1, 2, 3};
        float[] y = {10, 20, 30};
        Saxpy.run(2, x, y);
        assertThat(y).containsExactly(12, 24, 36);
    }

    @Test
    void theSecondStreamSeesWhatTheFirstOneWrote() throws InterruptedException {
        assertThat(Dependencies.run()).isEqualTo(328_350);
    }

    @Test
    void everyRequestGetsItsOwnAnswer() {
        try (Headrace headrace = Headrace.open()) {
            assertThat(ManyRequests.serve(headrace.device(), 500)).isZero();
        }
    }
}
