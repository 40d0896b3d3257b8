package io.headrace.signal;

import static io.headrace.signal.Condition.EQ;
import static io.headrace.signal.Condition.GTE;
import static io.headrace.signal.Condition.NE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No wake-up is lost and none comes early. {@code -Dheadrace.test.rounds=1000000} runs the long form. */
class LostWakeUpTest {

    private static final int ROUNDS = Integer.getInteger("headrace.test.rounds", 200_000);
    private static final Duration BOUND = Duration.ofSeconds(40);

    @ParameterizedTest
    @CsvSource({"50000, 1, false", "0, 10, false", "0, 10, true", "1000, 4, false", "1000, 4, true"})
    void twoThreadsHandAValueToAndFro(long busyNanos, int divisor, boolean virtual) throws InterruptedException {
        int rounds = ROUNDS / divisor;
        Thread.Builder builder =
                virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
        try (SignalPool pool = new SignalPool(0, busyNanos)) {
            Signal there = pool.create(0);
            Signal back = pool.create(0);
            Crew crew = new Crew();
            crew.start(builder, () -> {
                for (int round = 1; round <= rounds; round++) {
                    there.storeRelease(round);
                    assertThat(back.await(EQ, round, BOUND))
                            .as("round %d", round)
                            .isTrue();
                }
            });
            crew.start(builder, () -> {
                for (int round = 1; round <= rounds; round++) {
                    assertThat(there.await(EQ, round, BOUND))
                            .as("round %d", round)
                            .isTrue();
                    back.storeRelease(round);
                }
            });
            crew.join();
        }
    }

    /** A store that wakes someone late must not end the wait of a later round, whose value it is not. */
    @Test
    void aSignalThatIsResetAndWaitedForAgainEndsNoWaitEarly() throws InterruptedException {
        int rounds = ROUNDS / 10;
        try (SignalPool pool = new SignalPool(0, 2_000)) {
            Signal signal = pool.create(0);
            AtomicInteger round = new AtomicInteger();
            Crew crew = new Crew();
            crew.start(() -> {
                for (int i = 1; i <= rounds; i++) {
                    assertThat(signal.await(EQ, 1, BOUND)).as("round %d", i).isTrue();
                    round.set(i);
                    signal.storeRelease(0);
                }
            });
            for (int i = 1; i <= rounds; i++) {
                signal.storeRelease(1);
                assertThat(signal.await(EQ, 0, BOUND)).as("round %d", i).isTrue();
                assertThat(round).hasValue(i);
            }
            crew.join();
        }
    }

    @Test
    void manyWaitForACounterThatManyRaise() throws InterruptedException {
        int rounds = ROUNDS / 20;
        try (SignalPool pool = new SignalPool(0, 0)) {
            Signal counter = pool.create(0);
            Crew.all(8, number -> {
                if (number < 3) {
                    for (int i = 0; i < rounds; i++) {
                        counter.addRelaxed(1);
                    }
                } else {
                    for (long next = 1; next <= 3L * rounds; next += number) {
                        assertThat(counter.await(GTE, next, BOUND))
                                .as("counter %d", next)
                                .isTrue();
                        assertThat(counter.loadAcquire()).isGreaterThanOrEqualTo(next);
                    }
                }
            });
            assertThat(counter.loadAcquire()).isEqualTo(3L * rounds);
            assertThat(counter.watchers()).isZero();
        }
    }

    @Test
    void aWaitForAnyChangeSeesEachStoreThatIsTheLast() throws InterruptedException {
        int rounds = ROUNDS / 20;
        try (SignalPool pool = new SignalPool(0, 500)) {
            Signal signal = pool.create(0);
            Crew crew = new Crew();
            crew.start(() -> {
                long seen = 0;
                while (seen < rounds) {
                    assertThat(signal.await(NE, seen, BOUND))
                            .as("after %d", seen)
                            .isTrue();
                    seen = signal.loadAcquire();
                }
            });
            for (int i = 1; i <= rounds; i++) {
                signal.storeRelease(i);
                if (i % 16 == 0) {
                    Thread.onSpinWait();
                }
            }
            crew.join();
        }
    }
}
