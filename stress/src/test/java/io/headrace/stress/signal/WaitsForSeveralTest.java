package io.headrace.stress.signal;

import static io.headrace.signal.Condition.EQ;
import static io.headrace.signal.Condition.GTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.signal.AnyResult;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalPool;
import io.headrace.signal.Signals;
import io.headrace.signal.WaitHint;
import io.headrace.stress.Crew;
import io.headrace.stress.Effort;
import io.headrace.stress.Seed;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Waits for any and for all against stores and closings: none is lost, none comes early. */
class WaitsForSeveralTest {

    private static final int ROUNDS = 1_000_000;
    private static final int SIGNALS = 5;

    @ParameterizedTest
    @EnumSource
    void aMillionStoresToOneOfSeveralEachEndAWaitForAny(WaitHint hint) throws InterruptedException {
        int rounds = Effort.rounds(20_000, ROUNDS);
        long seed = Seed.of("waits for any");
        try (SignalPool pool = new SignalPool(0, 5_000)) {
            Signal[] signals = new Signal[SIGNALS];
            Arrays.setAll(signals, i -> pool.create(0));
            Signal back = pool.create(0);
            Crew crew = new Crew();
            crew.start(() -> {
                Random random = new Random(seed);
                for (int round = 1; round <= rounds; round++) {
                    AnyResult result = Signals.awaitAny(signals, EQ, round, Crew.LIMIT.toNanos(), hint);
                    assertThat(result.isMet()).isTrue();
                    assertThat(result.index()).isEqualTo(random.nextInt(SIGNALS));
                    back.storeRelease(round);
                }
            });
            crew.start(() -> {
                Random random = new Random(seed);
                for (int round = 1; round <= rounds; round++) {
                    signals[random.nextInt(SIGNALS)].storeRelease(round);
                    assertThat(back.await(EQ, round, Crew.LIMIT)).isTrue();
                }
            });
            crew.join();
        }
    }

    @ParameterizedTest
    @EnumSource
    void storesOfTwoThreadsInAnyOrderEndEveryWaitForAll(WaitHint hint) throws InterruptedException {
        int rounds = Effort.rounds(10_000, ROUNDS);
        try (SignalPool pool = new SignalPool(0, 5_000)) {
            Signal[] signals = new Signal[2 * SIGNALS];
            Arrays.setAll(signals, i -> pool.create(0));
            Signal back = pool.create(0);
            long[] observed = new long[signals.length];
            Crew crew = new Crew();
            crew.start(() -> {
                for (int round = 1; round <= rounds; round++) {
                    assertThat(Signals.awaitAll(signals, GTE, round, Crew.LIMIT.toNanos(), hint, observed))
                            .isTrue();
                    assertThat(observed).containsOnly(round);
                    back.storeRelease(round);
                }
            });
            for (int half = 0; half < 2; half++) {
                int first = half;
                crew.start(() -> {
                    for (int round = 1; round <= rounds; round++) {
                        for (int i = first; i < signals.length; i += 2) {
                            signals[i].storeRelease(round);
                        }
                        assertThat(back.await(GTE, round, Crew.LIMIT)).isTrue();
                    }
                });
            }
            crew.join();
        }
    }

    @Test
    void closingOneByOneEndsEveryWaitOnceNoneIsLeft() throws InterruptedException {
        int rounds = Effort.rounds(2_000, 100_000);
        try (SignalPool pool = new SignalPool(0, 0)) {
            for (int round = 0; round < rounds; round++) {
                Signal[] signals = new Signal[SIGNALS];
                Arrays.setAll(signals, i -> pool.create(0));
                Crew crew = new Crew();
                crew.start(
                        true,
                        () -> assertThat(Signals.awaitAny(signals, EQ, 1, Crew.LIMIT.toNanos(), WaitHint.BLOCK)
                                        .outcome())
                                .isEqualTo(AnyResult.Outcome.NONE_VALID));
                crew.start(
                        true,
                        () -> assertThat(Signals.awaitAll(signals, EQ, 1, Crew.LIMIT.toNanos(), WaitHint.BLOCK, null))
                                .isTrue());
                for (Signal signal : signals) {
                    signal.close();
                }
                crew.join();
            }
            assertThat(pool.live()).isZero();
        }
    }
}
