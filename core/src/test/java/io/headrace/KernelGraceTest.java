package io.headrace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KernelGraceTest {

    private final KernelGrace grace = new KernelGrace();

    @Test
    void itIsEmptyWhenAllThatEnteredHaveLeft() {
        assertThat(grace.isEmpty()).isTrue();
        int first = grace.enter();
        int second = grace.enter();
        grace.leave(first);
        assertThat(grace.isEmpty()).isFalse();
        grace.leave(second);
        assertThat(grace.isEmpty()).isTrue();
    }

    @Test
    void aTurnedGenerationWaitsForThoseBeforeTheTurnOnly() {
        int before = grace.enter();
        int turned = grace.turn();
        assertThat(turned).isEqualTo(before);
        int after = grace.enter();
        assertThat(after).isNotEqualTo(turned);
        assertThat(grace.isEmpty(turned)).isFalse();
        grace.leave(before);
        assertThat(grace.isEmpty(turned)).isTrue();
        assertThat(grace.isEmpty()).isFalse();
        grace.leave(after);
        assertThat(grace.isEmpty()).isTrue();
    }

    @Test
    void generationsAreUsedInTurn() {
        for (int round = 0; round < 10; round++) {
            int entered = grace.enter();
            int turned = grace.turn();
            assertThat(turned).isEqualTo(entered);
            grace.leave(entered);
            assertThat(grace.isEmpty(turned)).isTrue();
        }
    }

    /** Who entered before a turn has left when the turned generation is found empty, whoever enters meanwhile. */
    @Test
    void noneThatEnteredBeforeATurnIsMissed() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        AtomicLong turns = new AtomicLong();
        AtomicInteger missed = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                while (!over.get()) {
                    int entered = grace.enter();
                    // Two turns that were found empty have begun and ended while this one was inside: one too many.
                    long seen = turns.get();
                    Thread.onSpinWait();
                    if (turns.get() - seen > 2) {
                        missed.incrementAndGet();
                    }
                    grace.leave(entered);
                }
            }));
        }
        for (int round = 0; round < 5_000; round++) {
            int turned = grace.turn();
            while (!grace.isEmpty(turned)) {
                Thread.yield();
            }
            turns.incrementAndGet();
        }
        over.set(true);
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
        }
        assertThat(missed).hasValue(0);
        assertThat(grace.isEmpty()).isTrue();
    }
}
