package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.F64;
import io.headrace.I32;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.error.ClosedException;
import io.headrace.error.KernelException;
import io.headrace.kernel.Range;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Sums, minima and maxima of views. */
abstract class ReductionContract extends DriverContract {

    private static final int[] LENGTHS = {0, 1, 2, 7, 8, 9, 4_095, 4_096, 4_097, 100_003, 1_000_000};

    @Test
    void integersAreReducedExactly() throws InterruptedException {
        Device device = device();
        RandomGenerator random = Seed.random("integersAreReducedExactly");
        for (int length : LENGTHS) {
            int[] values = random.ints(length).toArray();
            int[] extremes = new int[2];
            long[] sum = new long[1];
            try (I32 x = device.i32(length);
                    I32 extreme = device.i32(2);
                    I64 total = device.i64(1);
                    Stream stream = device.stream()) {
                finish(stream.copy(values, x)
                        .sum(x, total)
                        .min(x, extreme.elements(0, 1))
                        .max(x, extreme.elements(1, 1))
                        .copy(total, sum)
                        .copy(extreme, extremes));
            }
            assertThat(sum[0]).isEqualTo(Arrays.stream(values).asLongStream().sum());
            assertThat(extremes[0])
                    .as("length=" + length)
                    .isEqualTo(Arrays.stream(values).min().orElse(Integer.MAX_VALUE));
            assertThat(extremes[1])
                    .as("length=" + length)
                    .isEqualTo(Arrays.stream(values).max().orElse(Integer.MIN_VALUE));
        }
    }

    @Test
    void longsAreReducedAndTheirSumWraps() throws InterruptedException {
        Device device = device();
        RandomGenerator random = Seed.random("longsAreReducedAndTheirSumWraps");
        for (int length : LENGTHS) {
            long[] values = random.longs(length).toArray();
            long[] back = new long[3];
            try (I64 x = device.i64(length);
                    I64 results = device.i64(3);
                    Stream stream = device.stream()) {
                finish(stream.copy(values, x)
                        .sum(x, results.elements(0, 1))
                        .min(x, results.elements(1, 1))
                        .max(x, results.elements(2, 1))
                        .copy(results, back));
            }
            assertThat(back)
                    .as("length=" + length)
                    .containsExactly(
                            Arrays.stream(values).sum(),
                            Arrays.stream(values).min().orElse(Long.MAX_VALUE),
                            Arrays.stream(values).max().orElse(Long.MIN_VALUE));
        }
    }

    @Test
    void floatsAreReducedInDoublePrecision() throws InterruptedException {
        Device device = device();
        RandomGenerator random = Seed.random("floatsAreReducedInDoublePrecision");
        for (int length : LENGTHS) {
            float[] values = new float[length];
            double expected = 0;
            float least = Float.POSITIVE_INFINITY;
            float most = Float.NEGATIVE_INFINITY;
            for (int i = 0; i < length; i++) {
                // Multiples of 2^-10 below 2^10: every sum of them is exact in a double.
                values[i] = (random.nextInt(1 << 21) - (1 << 20)) / 1024.0f;
                expected += values[i];
                least = Math.min(least, values[i]);
                most = Math.max(most, values[i]);
            }
            float[] back = new float[3];
            try (F32 x = device.f32(length);
                    F32 results = device.f32(3);
                    Stream stream = device.stream()) {
                finish(stream.copy(values, x)
                        .sum(x, results.elements(0, 1))
                        .min(x, results.elements(1, 1))
                        .max(x, results.elements(2, 1))
                        .copy(results, back));
            }
            assertThat(back).as("length=" + length).containsExactly((float) expected, least, most);
        }
    }

    @Test
    void doublesAreReducedTheSameWayEachTime() throws InterruptedException {
        Device device = device();
        RandomGenerator random = Seed.random("doublesAreReducedTheSameWayEachTime");
        for (int length : LENGTHS) {
            double[] values = random.doubles(length, -1, 1).toArray();
            double[][] back = new double[4][3];
            try (F64 x = device.f64(length);
                    F64 results = device.f64(3);
                    Stream stream = device.stream()) {
                stream.copy(values, x);
                for (double[] round : back) {
                    stream.sum(x, results.elements(0, 1))
                            .min(x, results.elements(1, 1))
                            .max(x, results.elements(2, 1))
                            .copy(results, round);
                }
                finish(stream);
            }
            assertThat(back[0][0]).isEqualTo(blockwiseSum(values, 0, Math.max(1, Math.ceilDiv(length, 4_096))));
            assertThat(back[0][1]).isEqualTo(Arrays.stream(values).min().orElse(Double.POSITIVE_INFINITY));
            assertThat(back[0][2]).isEqualTo(Arrays.stream(values).max().orElse(Double.NEGATIVE_INFINITY));
            for (double[] round : back) {
                assertThat(round).as("length=" + length).containsExactly(back[0]);
            }
        }
    }

    /** The order in which sums are made, which is the same for every driver. */
    private static double blockwiseSum(double[] values, int fromBlock, int toBlock) {
        if (toBlock - fromBlock > 1) {
            int middle = (fromBlock + toBlock) / 2;
            return blockwiseSum(values, fromBlock, middle) + blockwiseSum(values, middle, toBlock);
        }
        int from = 4_096 * fromBlock;
        int to = Math.min(values.length, from + 4_096);
        double[] sums = new double[8];
        for (int i = from; i < to; i++) {
            boolean whole = (i - from) / 8 < (to - from) / 8;
            sums[whole ? (i - from) % 8 : 0] += values[i];
        }
        return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    }

    @Test
    void notANumberAndNegativeZeroGoByTheRulesOfMath() throws InterruptedException {
        Device device = device();
        float[] values = new float[10_000];
        float[] back = new float[7];
        try (F32 x = device.f32(values.length);
                F32 results = device.f32(back.length);
                Stream stream = device.stream()) {
            values[7_000] = -0.0f;
            stream.copy(values.clone(), x).min(x, results.elements(0, 1)).max(x, results.elements(1, 1));
            finish(stream);
            Arrays.fill(values, -0.0f);
            stream.copy(values.clone(), x).max(x, results.elements(2, 1));
            finish(stream);
            values[9_999] = Float.NaN;
            values[3] = Float.NEGATIVE_INFINITY;
            stream.copy(values, x)
                    .sum(x, results.elements(3, 1))
                    .min(x, results.elements(4, 1))
                    .max(x, results.elements(5, 1))
                    .max(x.elements(0, 100), results.elements(6, 1))
                    .copy(results, back);
            finish(stream);
        }
        assertThat(back).containsExactly(-0.0f, 0.0f, -0.0f, Float.NaN, Float.NaN, Float.NaN, -0.0f);
    }

    @Test
    void theResultMayBeAnElementOfTheView() throws InterruptedException {
        Device device = device();
        long[] back = new long[20_000];
        Arrays.fill(back, 1);
        try (I64 x = device.i64(back.length);
                Stream stream = device.stream()) {
            stream.copy(back.clone(), x);
            I64 last = x.elements(back.length - 1, 1);
            finish(stream.sum(x, last).sum(x, last).copy(x, back));
        }
        assertThat(back[back.length - 1]).isEqualTo(2L * back.length - 1);
    }

    @Test
    void aReductionWaitsItsTurnInTheStream() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        int n = 50_000;
        long[] sums = new long[2];
        try (I64 x = device.i64(n);
                I64 results = device.i64(2);
                Stream stream = device.stream()) {
            gate.hold(stream);
            stream.launch(Range.of(n), i -> x.set(i, i))
                    .sum(x, results.elements(0, 1))
                    .launch(Range.of(n), i -> x.set(i, 1))
                    .sum(x, results.elements(1, 1))
                    .copy(results, sums);
            assertThat(stream.isDone()).isFalse();
            gate.open();
            finish(stream);
        }
        assertThat(sums).containsExactly((n - 1L) * n / 2, n);
    }

    @Test
    void aReductionBehindAFailureDoesNotRun() throws InterruptedException {
        Device device = device();
        long[] back = new long[1];
        try (I64 x = device.i64(10);
                I64 result = device.i64(1);
                Stream stream = device.stream()) {
            finish(stream.fill(result, 77));
            stream.launch(Range.of(1), i -> {
                        throw new IllegalStateException("on purpose");
                    })
                    .sum(x, result);
            assertThatThrownBy(() -> finish(stream)).isInstanceOf(KernelException.class);
            finish(stream.copy(result, back));
        }
        assertThat(back).containsExactly(77);
    }

    @Test
    void viewsClosedAfterwardsAreStillReducedAndThoseClosedBeforeAreRefused() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        float[] back = new float[1];
        F32 x = device.f32(10_000);
        F32 result = device.f32(1);
        try (Stream stream = device.stream()) {
            gate.hold(stream.fill(x, 2));
            stream.sum(x, result).copy(result, back);
            x.close();
            result.close();
            gate.open();
            finish(stream);
            assertThat(back).containsExactly(20_000);
            F32 open = device.f32(1);
            assertThatThrownBy(() -> stream.max(x, open)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.max(open, result)).isInstanceOf(ClosedException.class);
            open.close();
            finish(stream);
        }
    }

    @Test
    void aResultThatIsNoSingleElementIsRefused() throws InterruptedException {
        Device device = device();
        try (F64 x = device.f64(3);
                I32 y = device.i32(3);
                Stream stream = device.stream()) {
            assertThatThrownBy(() -> stream.sum(x, x))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("length=3");
            assertThatThrownBy(() -> stream.min(y, y.elements(0, 0)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("length=0");
            finish(stream);
        }
    }
}
