package io.headrace.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Headrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 150})
    void theMatrixProductIsThatOfPlainJava(int n) throws InterruptedException {
        assertThat(MatrixProduct.wrong(n)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1_000, 100_003})
    void theHistogramIsThatOfPlainJava(int length) throws InterruptedException {
        byte[] data = new byte[length];
        for (int i = 0; i < length; i++) {
            data[i] = (byte) (i * i / 3);
        }
        assertThat(Histogram.counts(data)).isEqualTo(Histogram.countsInPlainJava(data));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1_023, 1_024, 1_025, 50_000})
    void everyPrefixSumIsThatOfPlainJava(int length) throws InterruptedException {
        assertThat(PrefixSum.wrong(length)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 31})
    void heatFlowsAsInPlainJava(int steps) throws InterruptedException {
        double[] plate = HeatFlow.hotCorner(40, 30);
        assertThat(HeatFlow.after(steps, plate, 40)).isEqualTo(HeatFlow.afterInPlainJava(steps, plate, 40));
    }

    @Test
    @Timeout(300)
    void theOtherProcessAnswersEachQuestion() throws Exception {
        assertThat(TwoProcesses.sumOfSquares(10)).isEqualTo(385);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10, 70})
    void thePictureOnThreeQueuesIsInvertedWhole(int blocks) throws InterruptedException {
        assertThat(PictureOnThreeQueues.wrong(301, 57, blocks)).isZero();
    }

    @Test
    void theProductOfCublasIsRightOrItIsSaidWhyThereIsNone() throws InterruptedException {
        assertThat(CublasProduct.run(100)).containsAnyOf("wrong elements = 0 ", "not run, ");
    }

    @Test
    void aMillionSecondsOfVirtualTimeAreExactAndTheResultIsThatOfARealDevice() throws InterruptedException {
        MillionSeconds.Outcome virtual = MillionSeconds.inVirtualTime();
        assertThat(virtual.result()).isEqualTo(1_000);
        long copyNanos = 4_000 / 32;
        assertThat(virtual.nanos()).isEqualTo(1_000 * (1_000 * 1_000_000_000L + 2 * copyNanos));
        assertThat(MillionSeconds.onThisMachine().result()).isEqualTo(virtual.result());
    }
}
