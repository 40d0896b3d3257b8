package io.headrace.stress.signal;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.error.ClosedException;
import io.headrace.error.InvalidSignalException;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalPool;
import io.headrace.stress.Crew;
import io.headrace.stress.Effort;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SignalPoolTest {

    private static final int THREADS = 8;

    /** An arena has 512 slots. */
    private static final int SLOTS = 512;

    @Test
    void eachLivingSignalHasItsOwnSlotAndCountsAreExactWheneverAllRest() throws InterruptedException {
        int rounds = Effort.rounds(20, 1_000);
        Set<Long> handles = ConcurrentHashMap.newKeySet();
        AtomicInteger living = new AtomicInteger();
        try (SignalPool pool = new SignalPool(0, 0)) {
            CyclicBarrier rest = new CyclicBarrier(THREADS, () -> {
                assertThat(pool.live()).isEqualTo(living.get()).isEqualTo(handles.size());
                assertThat(pool.arenas()).isLessThanOrEqualTo(Math.ceilDiv(living.get(), SLOTS) + THREADS + 1);
            });
            CyclicBarrier counted = new CyclicBarrier(THREADS);
            Crew.all(THREADS, number -> {
                ArrayDeque<Signal> mine = new ArrayDeque<>();
                for (int round = 0; round < rounds; round++) {
                    boolean growing = round % 4 < 2;
                    for (int i = 0; i < 1_000; i++) {
                        if (mine.isEmpty() || ThreadLocalRandom.current().nextInt(10) < (growing ? 7 : 3)) {
                            Signal made = pool.create(number);
                            assertThat(handles.add(made.handle())).isTrue();
                            mine.add(made);
                        } else {
                            Signal old = mine.remove();
                            assertThat(old.loadAcquire()).isEqualTo(number);
                            handles.remove(old.handle());
                            old.close();
                        }
                    }
                    living.addAndGet(mine.size());
                    rest.await();
                    living.set(0);
                    counted.await();
                }
                mine.forEach(Signal::close);
            });
            assertThat(pool.live()).isZero();
        }
    }

    /** Whoever still has a closed signal changes no other that lives in its slot. */
    @Test
    void usesOfClosedSignalsNeverReachTheNextOneInTheSlot() throws InterruptedException {
        int rounds = Effort.rounds(100_000, 10_000_000);
        try (SignalPool pool = new SignalPool(0, 0)) {
            AtomicReferenceArray<@Nullable Tagged> shown = new AtomicReferenceArray<>(THREADS);
            Crew.all(THREADS, number -> {
                ThreadLocalRandom random = ThreadLocalRandom.current();
                for (int round = 0; round < rounds / THREADS; round++) {
                    if (number % 2 == 0) {
                        long tag = (long) round * THREADS + number + 1;
                        Signal mine = pool.create(tag);
                        shown.set(number, new Tagged(mine, tag));
                        assertThat(mine.loadAcquire()).isIn(tag, -tag);
                        mine.close();
                    } else {
                        useStale(shown.get(random.nextInt(THREADS / 2) * 2), random);
                    }
                }
            });
            assertThat(pool.live()).isZero();
            assertThat(pool.arenas()).isLessThanOrEqualTo(THREADS);
        }
    }

    /** A signal and the value that only it has, or that value's negative. */
    private record Tagged(Signal signal, long tag) {}

    private static void useStale(@Nullable Tagged shown, ThreadLocalRandom random) throws InterruptedException {
        if (shown == null) {
            return;
        }
        Signal signal = shown.signal();
        try {
            switch (random.nextInt(5)) {
                case 0 -> signal.storeRelease(-shown.tag());
                case 1 -> assertThat(signal.exchangeAcqRel(-shown.tag())).isIn(shown.tag(), -shown.tag());
                case 2 -> assertThat(signal.loadAcquire()).isIn(shown.tag(), -shown.tag());
                case 3 ->
                    assertThat(signal.await(Condition.EQ, 0, Duration.ofNanos(1_000)))
                            .isFalse();
                default -> {
                    signal.retain();
                    signal.storeRetained(-shown.tag());
                    signal.release();
                }
            }
        } catch (InvalidSignalException closed) {
            assertThat(signal.isClosed()).isTrue();
        }
    }

    @Test
    void aPoolThatIsClosedWhileOthersCreateLeavesNoSignalAlive() throws InterruptedException {
        for (int round = 0; round < Effort.rounds(300, 30_000); round++) {
            SignalPool pool = new SignalPool(round % 2, 0);
            AtomicInteger made = new AtomicInteger();
            Crew crew = new Crew();
            for (int t = 0; t < 4; t++) {
                crew.start(() -> createUntilClosed(pool, made));
            }
            int some = round % 100;
            Crew.until("some are made", () -> made.get() > some);
            pool.close();
            crew.join();
            assertThat(pool.live()).isZero();
            assertThat(pool.arenas()).isZero();
        }
    }

    private static void createUntilClosed(SignalPool pool, AtomicInteger made) {
        try {
            while (true) {
                Signal signal = pool.create(1);
                if (made.incrementAndGet() % 3 == 0) {
                    signal.close();
                }
            }
        } catch (ClosedException expected) {
            assertThat(pool.isClosed()).isTrue();
        }
    }
}
