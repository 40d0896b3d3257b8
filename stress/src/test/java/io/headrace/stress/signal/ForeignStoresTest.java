package io.headrace.stress.signal;

import static io.headrace.signal.Condition.EQ;
import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.memory.Words;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalPool;
import io.headrace.stress.Crew;
import io.headrace.stress.Effort;
import org.junit.jupiter.api.Test;

/** Stores past the library, as a device makes them, against threads that park: each is found. */
class ForeignStoresTest {

    @Test
    void valuesHandedToAndFroByForeignStoresAreAllFound() throws InterruptedException {
        int rounds = Effort.rounds(5_000, 1_000_000);
        try (SignalPool pool = new SignalPool(0, 0)) {
            Signal there = pool.create(0);
            Signal back = pool.create(0);
            Crew crew = new Crew();
            crew.start(() -> {
                long word = there.nativeAddress() + Long.BYTES;
                for (int round = 1; round <= rounds; round++) {
                    Words.setLongRelease(word, round % 2);
                    assertThat(back.await(EQ, round % 2, Crew.LIMIT)).isTrue();
                }
            });
            crew.start(true, () -> {
                long word = back.nativeAddress() + Long.BYTES;
                for (int round = 1; round <= rounds; round++) {
                    assertThat(there.await(EQ, round % 2, Crew.LIMIT)).isTrue();
                    Words.setLongRelease(word, round % 2);
                }
            });
            crew.join();
        }
    }
}
