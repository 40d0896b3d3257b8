package io.headrace.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.ResourcesExhaustedException;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WorkTest {

    private static final BigInteger NANOS = BigInteger.valueOf(Work.NANOS);

    @Test
    void timesAreRoundedUp() {
        assertThat(Work.nanos(64, 64_000_000_000L)).isEqualTo(1);
        assertThat(Work.nanos(65, 64_000_000_000L)).isEqualTo(2);
        assertThat(Work.nanos(0, 1)).isZero();
        assertThat(Work.nanos(1, 1)).isEqualTo(1_000_000_000);
        assertThat(Work.nanos(1L << 50, 64_000_000_000L)).isEqualTo(17_592_186_044_416_000L / 1_000);
    }

    @Test
    void moreThanVirtualTimeHasIsRefused() {
        assertThatThrownBy(() -> Work.nanos(Long.MAX_VALUE, 1))
                .isInstanceOf(ResourcesExhaustedException.class)
                .hasMessageContaining("bytes a second=1");
    }

    @Test
    void whateverIsTakenOffInWhicheverPiecesTheRestIsExact() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            long bytes = random.nextLong(1, 1L << random.nextInt(1, 45));
            Work work = new Work(bytes);
            BigInteger left = BigInteger.valueOf(bytes).multiply(NANOS);
            for (int step = 0; step < 20 && left.signum() > 0; step++) {
                long rate = random.nextLong(1, 1L << random.nextInt(1, 44));
                BigInteger[] parts = left.divideAndRemainder(BigInteger.valueOf(rate));
                BigInteger exact = parts[1].signum() == 0 ? parts[0] : parts[0].add(BigInteger.ONE);
                if (exact.bitLength() >= Long.SIZE) {
                    continue;
                }
                assertThat(work.nanosAt(rate))
                        .as("seed=%d round=%d", seed, round)
                        .isEqualTo(exact.longValue());
                long nanos = random.nextLong(exact.longValue() + 1);
                work.take(rate, nanos);
                left = left.subtract(BigInteger.valueOf(rate).multiply(BigInteger.valueOf(nanos)))
                        .max(BigInteger.ZERO);
                assertThat(work.isDone()).as("seed=%d round=%d", seed, round).isEqualTo(left.signum() == 0);
            }
        }
    }
}
