package io.headrace.stress.signal;

import static io.headrace.signal.Condition.GTE;
import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.signal.Signal;
import io.headrace.signal.SignalPool;
import io.headrace.signal.SignalRegistration;
import io.headrace.stress.Crew;
import io.headrace.stress.Effort;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Handlers against storing threads: one call at a time, for ever higher values, and the last value is never missed. */
class HandlersTest {

    private static final int THREADS = 4;

    @Test
    void everyRoundOfStoresLeadsToACallForItsLastValue() throws InterruptedException {
        int rounds = Effort.rounds(2_000, 250_000);
        try (SignalPool pool = new SignalPool(0, 0)) {
            Signal signal = pool.create(0);
            AtomicLong last = new AtomicLong();
            AtomicInteger inside = new AtomicInteger();
            AtomicInteger wrong = new AtomicInteger();
            SignalRegistration registration = signal.onChange(GTE, 1, observed -> {
                if (inside.getAndIncrement() != 0 || last.getAndSet(observed) >= observed) {
                    wrong.incrementAndGet();
                }
                inside.decrementAndGet();
                return true;
            });
            Crew.all(THREADS, number -> {
                for (int round = 1; round <= rounds; round++) {
                    signal.addRelease(1);
                    long all = (long) round * THREADS;
                    Crew.until("the last value of round " + round + " is reported", () -> last.get() >= all);
                }
            });
            assertThat(wrong).hasValue(0);
            assertThat(registration.isActive()).isTrue();
        }
    }
}
