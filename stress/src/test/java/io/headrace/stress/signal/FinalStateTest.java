package io.headrace.stress.signal;

import static io.headrace.signal.Condition.EQ;
import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.error.InvalidSignalException;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalPool;
import io.headrace.signal.SignalWatch;
import io.headrace.stress.Crew;
import io.headrace.stress.Effort;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A store that completes a wait against the close that fails it: each future and each watch ends in one state, once. */
class FinalStateTest {

    private static final class Round {

        private final Signal signal;
        private final CompletableFuture<Long> future;
        private final AtomicInteger fired = new AtomicInteger();
        private final AtomicInteger closed = new AtomicInteger();
        private final AtomicInteger dependents = new AtomicInteger();
        private volatile boolean over;

        Round(SignalPool pool) {
            signal = pool.create(0);
            future = signal.future(EQ, 1);
            future.whenComplete((value, failure) -> dependents.incrementAndGet());
            signal.watch(new SignalWatch(EQ, 1) {
                @Override
                protected void fired(long observed) {
                    fired.incrementAndGet();
                }

                @Override
                protected void closed() {
                    closed.incrementAndGet();
                }
            });
        }

        /** Whether it completed. */
        boolean result() throws Exception {
            Object first = future.handle((value, failure) -> value == null ? failure : value)
                    .get(Crew.LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (!first.equals(1L)) {
                assertThat(first).isInstanceOf(InvalidSignalException.class);
            }
            return first.equals(1L);
        }
    }

    @Test
    void completingAndFailingAtOnceHaveOneOutcome() throws Exception {
        int rounds = Effort.rounds(100_000, 1_000_000);
        long seed = Long.getLong("headrace.test.seed", System.nanoTime());
        System.out.println("FinalStateTest -Dheadrace.test.seed=" + seed);
        Random random = new Random(seed);
        AtomicReference<@Nullable Round> current = new AtomicReference<>();
        int completed = 0;
        try (SignalPool pool = new SignalPool(0, 0)) {
            Crew crew = new Crew();
            crew.start(() -> closeEach(current, rounds));
            for (int number = 0; number < rounds; number++) {
                Round round = new Round(pool);
                current.set(round);
                pause(random.nextInt(60));
                try {
                    round.signal.storeRelease(1);
                } catch (InvalidSignalException closed) {
                    // It was too late.
                }
                while (!round.over && !crew.hasFailed()) {
                    Thread.yield();
                }
                boolean won = round.result();
                assertThat(round.fired.get() + round.closed.get())
                        .as("calls of the watch")
                        .isOne();
                assertThat(round.result())
                        .as("round %d of seed %d", number, seed)
                        .isEqualTo(won);
                Crew.until("its dependent ran", () -> round.dependents.get() == 1);
                completed += won ? 1 : 0;
            }
            crew.join();
            assertThat(pool.live()).isZero();
        }
        assertThat(completed).as("rounds won by the store").isBetween(1, rounds - 1);
    }

    private static void closeEach(AtomicReference<@Nullable Round> current, int rounds) {
        for (int number = 0; number < rounds; number++) {
            Round round = current.getAndSet(null);
            while (round == null) {
                Thread.onSpinWait();
                round = current.getAndSet(null);
            }
            pause(30);
            round.signal.close();
            round.over = true;
        }
    }

    private static void pause(int spins) {
        for (int spin = spins; spin > 0; spin--) {
            Thread.onSpinWait();
        }
    }
}
