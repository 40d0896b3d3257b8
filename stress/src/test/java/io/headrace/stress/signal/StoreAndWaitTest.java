package io.headrace.stress.signal;

import static io.headrace.signal.Condition.EQ;
import static io.headrace.signal.Condition.GTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.signal.Signal;
import io.headrace.signal.SignalPool;
import io.headrace.stress.Crew;
import io.headrace.stress.Effort;
import org.junit.jupiter.api.Test;

/** A million rounds of a store and a wait, with no wake-up lost. */
class StoreAndWaitTest {

    private static final int ROUNDS = 1_000_000;

    @Test
    void twoThreadsHandAMillionValuesToAndFro() throws InterruptedException {
        handToAndFro(50_000, ROUNDS, false);
    }

    @Test
    void twoThreadsThatParkEachTimeLoseNoWakeUp() throws InterruptedException {
        handToAndFro(0, Effort.rounds(30_000, ROUNDS), false);
    }

    @Test
    void twoVirtualThreadsThatParkEachTimeLoseNoWakeUp() throws InterruptedException {
        handToAndFro(0, Effort.rounds(100_000, ROUNDS), true);
    }

    private static void handToAndFro(long busyNanos, int rounds, boolean virtual) throws InterruptedException {
        try (SignalPool pool = new SignalPool(0, busyNanos)) {
            Signal there = pool.create(0);
            Signal back = pool.create(0);
            Crew crew = new Crew();
            crew.start(virtual, () -> {
                for (int round = 1; round <= rounds; round++) {
                    there.storeRelease(round);
                    assertThat(back.await(EQ, round, Crew.LIMIT)).isTrue();
                }
            });
            crew.start(virtual, () -> {
                for (int round = 1; round <= rounds; round++) {
                    assertThat(there.await(EQ, round, Crew.LIMIT)).isTrue();
                    back.storeRelease(round);
                }
            });
            crew.join();
        }
    }

    /** Four wait for each number, spinning and parking by chance, and the next is stored when all four have seen it. */
    @Test
    void fourWaitersSeeEachOfMany() throws InterruptedException {
        int rounds = Effort.rounds(20_000, ROUNDS);
        int waiters = 4;
        try (SignalPool pool = new SignalPool(0, 2_000)) {
            Signal number = pool.create(0);
            Signal seen = pool.create(0);
            Crew crew = new Crew();
            for (int w = 0; w < waiters; w++) {
                crew.start(w % 2 == 0, () -> {
                    for (int round = 1; round <= rounds; round++) {
                        assertThat(number.await(GTE, round, Crew.LIMIT)).isTrue();
                        seen.addRelease(1);
                    }
                });
            }
            crew.start(() -> {
                for (int round = 1; round <= rounds; round++) {
                    number.storeRelease(round);
                    assertThat(seen.await(EQ, (long) round * waiters, Crew.LIMIT))
                            .isTrue();
                }
            });
            crew.join();
        }
    }
}
