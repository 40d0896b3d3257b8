package io.headrace.stress.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.error.InvalidSignalException;
import io.headrace.memory.Words;
import io.headrace.signal.Signal;
import io.headrace.signal.Signals;
import io.headrace.stress.Crew;
import io.headrace.stress.Effort;
import io.headrace.stress.Seed;
import java.lang.foreign.Arena;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Signals of another runtime, which takes a slot back as soon as it is told that it may. */
class AdoptedSignalsTest {

    private static final int SLOTS = 6;
    private static final int THREADS = 4;

    /** What the other runtime writes into a slot that it took back: nobody may see it, or write anything else. */
    private static final long TAKEN_BACK = -1;

    private final AtomicLong adopted = new AtomicLong();
    private final AtomicLong released = new AtomicLong();
    private final AtomicLong found = new AtomicLong();
    private final AtomicIntegerArray out = new AtomicIntegerArray(SLOTS);

    @Test
    void nobodyUsesASlotThatWasTakenBackAndEachIsTakenBackOnce() throws InterruptedException {
        long seed = Seed.of("AdoptedSignalsTest");
        int rounds = Effort.rounds(200_000, 10_000_000) / THREADS;
        try (Arena arena = Arena.ofShared()) {
            long slots = arena.allocate(SLOTS * 128, 4_096).address();
            for (int slot = 0; slot < SLOTS; slot++) {
                Words.setLongVolatile(value(slots, slot), TAKEN_BACK);
            }
            Crew.all(THREADS, number -> {
                Random random = new Random(seed + number);
                for (int round = 0; round < rounds; round++) {
                    int slot = random.nextInt(SLOTS);
                    if (out.compareAndSet(slot, 0, 1)) {
                        adopt(slots, slot);
                    } else {
                        use(slots + 128L * slot, random);
                    }
                }
            });
            for (int slot = 0; slot < SLOTS; slot++) {
                if (out.get(slot) == 1) {
                    Signals.resolve(slots + 128L * slot).close();
                }
                assertThat(Words.getLongVolatile(value(slots, slot))).isEqualTo(TAKEN_BACK);
            }
            assertThat(released).hasValue(adopted.get());
            assertThat(found.get()).as("found by handle").isPositive();
        }
    }

    private void adopt(long slots, int slot) {
        assertThat(Words.getLongVolatile(value(slots, slot)))
                .as("since it was taken back")
                .isEqualTo(TAKEN_BACK);
        Words.setLongVolatile(value(slots, slot), 1);
        adopted.incrementAndGet();
        Signals.adopt(slots + 128L * slot, 0, () -> {
            Words.setLongVolatile(value(slots, slot), TAKEN_BACK);
            released.incrementAndGet();
            out.set(slot, 0);
        });
    }

    private void use(long at, Random random) {
        try {
            Signal signal = Signals.resolve(at);
            found.incrementAndGet();
            switch (random.nextInt(5)) {
                case 0 -> assertThat(signal.addAcqRel(1)).isPositive();
                case 1 -> assertThat(signal.loadAcquire()).isPositive();
                case 2 -> assertThat(signal.exchangeAcqRel(3)).isPositive();
                case 3 -> {
                    signal.retain();
                    signal.close();
                    signal.storeRetained(2);
                    signal.release();
                }
                default -> signal.close();
            }
        } catch (InvalidSignalException closed) {
            // Another thread was earlier, or the slot is being handed over.
        }
    }

    private static long value(long slots, int slot) {
        return slots + 128L * slot + 8;
    }
}
