package io.headrace.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.ClosedException;
import io.headrace.error.InvalidSignalException;
import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.memory.Words;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SignalPoolTest {

    /** Counts the arenas that are out, and has only so many. */
    private static final class Arenas implements ArenaSource {

        private final AtomicInteger out = new AtomicInteger();
        private final AtomicInteger taken = new AtomicInteger();
        private volatile int limit = Integer.MAX_VALUE;

        @Override
        public long take(long bytes) {
            if (out.incrementAndGet() > limit) {
                out.decrementAndGet();
                throw new OutOfDeviceMemoryException("no arena left, by a test: limit=" + limit);
            }
            taken.incrementAndGet();
            return HostArenas.INSTANCE.take(bytes);
        }

        @Override
        public void giveBack(long address, long bytes) {
            HostArenas.INSTANCE.giveBack(address, bytes);
            out.decrementAndGet();
        }
    }

    private final Arenas arenas = new Arenas();

    @Test
    void theFirstSignalsNeedNoMemoryOfTheirOwn() {
        try (SignalPool pool = new SignalPool(64, 0, arenas)) {
            assertThat(pool.arenas()).isOne();
            for (int i = 0; i < 64; i++) {
                pool.create(i);
            }
            assertThat(arenas.taken).hasValue(1);
        }
        assertThat(arenas.out).hasValue(0);
        try (SignalPool none = new SignalPool(0, 0);
                SignalPool two = new SignalPool(513, 0)) {
            assertThat(none.arenas()).isZero();
            assertThat(two.arenas()).isEqualTo(2);
        }
    }

    @Test
    void slotsOfClosedSignalsAreUsedAgain() {
        try (SignalPool pool = new SignalPool(64, 0, arenas)) {
            Set<Long> handles = new HashSet<>();
            for (int i = 0; i < 100_000; i++) {
                Signal signal = pool.create(i);
                assertThat(signal.loadAcquire()).isEqualTo(i);
                handles.add(signal.handle());
                signal.close();
            }
            assertThat(handles).hasSizeLessThanOrEqualTo(SlotArena.SLOTS);
            assertThat(pool.live()).isZero();
            assertThat(arenas.taken).hasValue(1);
        }
    }

    @Test
    void livingSignalsHaveSlotsOfTheirOwn() {
        try (SignalPool pool = new SignalPool(64, 0, arenas)) {
            Set<Long> handles = new HashSet<>();
            List<Signal> signals = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                Signal signal = pool.create(i);
                signals.add(signal);
                assertThat(handles.add(signal.handle())).isTrue();
            }
            for (int i = 0; i < 10_000; i++) {
                assertThat(signals.get(i).loadAcquire()).isEqualTo(i);
            }
            assertThat(pool.live()).isEqualTo(10_000);
            assertThat(pool.arenas()).isEqualTo(Math.ceilDiv(10_000, 512));
        }
    }

    @Test
    void aStaleSignalNeverSeesTheSlotsNextOne() {
        try (SignalPool pool = new SignalPool(64, 0)) {
            Signal stale = pool.create(1);
            stale.close();
            Signal next = pool.create(2);
            assertThat(next.handle()).isEqualTo(stale.handle());

            assertThatThrownBy(stale::loadAcquire).isInstanceOf(InvalidSignalException.class);
            stale.close();
            assertThat(next.isClosed()).isFalse();
            assertThat(next.loadAcquire()).isEqualTo(2);
            assertThat(pool.live()).isOne();
        }
    }

    @Test
    void memoryIsBoundedByWhatLivesNotByWhatEverDid() {
        try (SignalPool pool = new SignalPool(64, 0, arenas)) {
            Deque<Signal> signals = new ArrayDeque<>();
            for (int i = 0; i < 100_000; i++) {
                signals.add(pool.create(0));
            }
            assertThat(pool.arenas()).isEqualTo(196);
            while (!signals.isEmpty()) {
                signals.removeFirst().close();
                // One arena is partly freed, and another one may be kept for those to come.
                assertThat(pool.arenas() * SlotArena.SLOTS).isLessThan(signals.size() + 3 * SlotArena.SLOTS);
            }
            assertThat(pool.arenas()).isOne();
            assertThat(arenas.out).hasValue(1);
        }
        assertThat(arenas.out).hasValue(0);
    }

    @Test
    void oneSignalToAndFroAtTheEdgeOfAnArenaTakesNoArenaEachTime() {
        try (SignalPool pool = new SignalPool(0, 0, arenas)) {
            for (int i = 0; i < SlotArena.SLOTS; i++) {
                pool.create(0);
            }
            for (int i = 0; i < 1_000; i++) {
                pool.create(0).close();
            }
            assertThat(arenas.taken).hasValue(2);
        }
    }

    @Test
    void whatAnArenaFailureLeavesBehindIsNothing() {
        arenas.limit = 2;
        assertThatThrownBy(() -> new SignalPool(1_500, 0, arenas)).isInstanceOf(ResourcesExhaustedException.class);
        assertThat(arenas.out).hasValue(0);

        try (SignalPool pool = new SignalPool(64, 0, arenas)) {
            List<Signal> signals = new ArrayList<>();
            for (int i = 0; i < 1_024; i++) {
                signals.add(pool.create(0));
            }
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> pool.create(0))
                        .isInstanceOf(ResourcesExhaustedException.class)
                        .hasMessageContaining("live=1024")
                        .hasCauseInstanceOf(OutOfDeviceMemoryException.class);
            }
            assertThat(pool.live()).isEqualTo(1_024);
            assertThat(pool.arenas()).isEqualTo(2);

            signals.getFirst().close();
            pool.create(7);
            arenas.limit = 3;
            pool.create(8);
            assertThat(pool.live()).isEqualTo(1_025);
        }
        assertThat(arenas.out).hasValue(0);
    }

    @Test
    void negativeSizesAreRefused() {
        assertThatThrownBy(() -> new SignalPool(-1, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SignalPool(0, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void closingASignalAgainHasNoEffect() throws InterruptedException {
        try (SignalPool pool = new SignalPool(64, 0)) {
            for (int round = 0; round < 200; round++) {
                Signal signal = pool.create(0);
                Crew.all(4, number -> signal.close());
                assertThat(pool.live()).isZero();
                Signal a = pool.create(1);
                Signal b = pool.create(2);
                assertThat(a.handle()).isNotEqualTo(b.handle());
                signal.close();
                a.close();
                b.close();
            }
        }
    }

    @Test
    void aRetainedSignalKeepsItsSlotAfterItWasClosed() {
        try (SignalPool pool = new SignalPool(64, 0)) {
            Signal signal = pool.create(0);
            signal.retain();
            signal.retain();
            signal.close();
            assertThat(pool.live()).isOne();
            assertThatThrownBy(() -> signal.storeRelease(1)).isInstanceOf(InvalidSignalException.class);

            signal.storeRetained(9);
            assertThat(Words.getLongAcquire(signal.handle() + SlotLayout.VALUE)).isEqualTo(9);
            assertThat(pool.create(0).handle()).isNotEqualTo(signal.handle());

            signal.release();
            assertThat(pool.live()).isEqualTo(2);
            signal.release();
            assertThat(pool.live()).isOne();
            assertThatThrownBy(signal::release).isInstanceOf(IllegalStateException.class);
            assertThat(pool.live()).isOne();
        }
    }

    @Test
    void aRetainedStoreIsSeenWhileTheSignalIsOpen() throws InterruptedException {
        try (SignalPool pool = new SignalPool(64, 0)) {
            Signal signal = pool.create(0);
            signal.retain();
            Crew crew = new Crew();
            Thread waiter = crew.start(() -> signal.await(Condition.EQ, 1));
            Crew.untilParked(waiter);
            signal.storeRetained(1);
            signal.release();
            crew.join();
            assertThat(signal.loadAcquire()).isOne();
        }
    }

    @Test
    void aReleaseWithoutAUseThrowsAndChangesNothing() {
        try (SignalPool pool = new SignalPool(64, 0)) {
            Signal signal = pool.create(4);
            assertThatThrownBy(signal::release).isInstanceOf(IllegalStateException.class);
            assertThat(signal.loadAcquire()).isEqualTo(4);
            assertThat(pool.live()).isOne();
        }
    }

    @Test
    void aClosedPoolClosesItsSignalsAndMakesNoMore() throws InterruptedException {
        SignalPool pool = new SignalPool(64, 0, arenas);
        Signal signal = pool.create(0);
        Signal pending = pool.create(0);
        pending.retain();
        Crew crew = new Crew();
        Thread waiter = crew.start(() ->
                assertThatThrownBy(() -> signal.await(Condition.EQ, 1)).isInstanceOf(InvalidSignalException.class));
        Crew.untilParked(waiter);

        pool.close();
        pool.close();

        crew.join();
        assertThat(pool.isClosed()).isTrue();
        assertThat(signal.isClosed()).isTrue();
        assertThatThrownBy(() -> pool.create(0)).isInstanceOf(ClosedException.class);
        assertThat(pool.live()).isOne();
        assertThat(arenas.out).hasValue(1);
        pending.storeRetained(3);
        pending.release();
        assertThat(pool.live()).isZero();
        assertThat(pool.arenas()).isZero();
        assertThat(arenas.out).hasValue(0);
    }

    @Test
    void sixteenThreadsThatCreateAndCloseLeaveExactCounts() throws InterruptedException {
        long seed = new Random().nextLong();
        try (SignalPool pool = new SignalPool(64, 0, arenas)) {
            AtomicInteger kept = new AtomicInteger();
            Set<Long> handles = ConcurrentHashMap.newKeySet();
            Crew.all(16, number -> {
                Random random = new Random(seed + number);
                List<Signal> mine = new ArrayList<>();
                for (int i = 0; i < 20_000; i++) {
                    if (mine.isEmpty() || random.nextInt(400) > mine.size()) {
                        Signal signal = pool.create(number);
                        assertThat(handles.add(signal.handle()))
                                .as("seed=%d", seed)
                                .isTrue();
                        mine.add(signal);
                    } else {
                        Signal signal = mine.remove(random.nextInt(mine.size()));
                        assertThat(signal.loadAcquire()).as("seed=%d", seed).isEqualTo(number);
                        handles.remove(signal.handle());
                        signal.close();
                        signal.close();
                    }
                }
                kept.addAndGet(mine.size());
            });
            assertThat(pool.live()).isEqualTo(kept.get()).isEqualTo(handles.size());
            assertThat(arenas.out).hasValue(pool.arenas());
        }
        assertThat(arenas.out).hasValue(0);
    }

    @Test
    void noCreationFailsForWantOfMemoryWhileASlotIsFree() throws InterruptedException {
        arenas.limit = 1;
        int threads = 8;
        try (SignalPool pool = new SignalPool(64, 0, arenas)) {
            Crew.all(threads, number -> {
                Deque<Signal> mine = new ArrayDeque<>();
                for (int i = 0; i < 20_000; i++) {
                    mine.add(pool.create(0));
                    if (mine.size() == SlotArena.SLOTS / threads) {
                        mine.removeFirst().close();
                    }
                }
            });
            assertThat(arenas.taken).hasValue(1);
        }
    }

    @Test
    void whenManyThreadsCloseEverythingTheMemoryGoesBack() throws InterruptedException {
        try (SignalPool pool = new SignalPool(64, 0, arenas)) {
            for (int round = 0; round < 30; round++) {
                Crew.all(16, number -> {
                    List<Signal> mine = new ArrayList<>();
                    for (int i = 0; i < 700; i++) {
                        mine.add(pool.create(0));
                    }
                    mine.forEach(Signal::close);
                });
                assertThat(pool.live()).isZero();
                assertThat(pool.arenas()).as("round %d", round).isOne();
                assertThat(arenas.out).hasValue(1);
            }
        }
    }

    @Test
    void signalsMadeWhileThePoolClosesAreClosedOrRefused() throws InterruptedException {
        for (int round = 0; round < 300; round++) {
            SignalPool pool = new SignalPool(0, 0, arenas);
            List<List<Signal>> made = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                made.add(new ArrayList<>());
            }
            Crew.all(5, number -> {
                if (number == 4) {
                    pool.close();
                    return;
                }
                try {
                    for (int i = 0; i < 600; i++) {
                        made.get(number).add(pool.create(0));
                    }
                } catch (ClosedException closed) {
                    assertThat(pool.isClosed()).isTrue();
                }
            });
            assertThat(made).allSatisfy(ofOne -> assertThat(ofOne).allMatch(Signal::isClosed));
            assertThat(pool.live()).isZero();
            assertThat(arenas.out).as("round %d", round).hasValue(0);
        }
    }

    @Test
    void aStoreThatRacesWithTheCloseNeverReachesTheSlotsNextSignal() throws InterruptedException {
        try (SignalPool pool = new SignalPool(64, 0)) {
            AtomicBoolean over = new AtomicBoolean();
            AtomicReference<Signal> current = new AtomicReference<>(pool.create(0));
            AtomicLong stale = new AtomicLong();
            Crew crew = new Crew();
            for (int i = 0; i < 3; i++) {
                crew.start(() -> {
                    while (!over.get()) {
                        try {
                            current.get().storeRelaxed(1);
                        } catch (InvalidSignalException closed) {
                            stale.incrementAndGet();
                        }
                    }
                });
            }
            long end = System.nanoTime() + 1_000_000_000;
            long rounds = 0;
            while (System.nanoTime() < end) {
                Signal open = pool.create(0);
                current.getAndSet(open).close();
                // Nobody knows these yet: whatever changes them was meant for the one just closed.
                Signal fresh = pool.create(77);
                for (int look = 0; look < 20; look++) {
                    assertThat(fresh.loadAcquire()).isEqualTo(77);
                }
                fresh.close();
                rounds++;
            }
            over.set(true);
            crew.join();
            assertThat(rounds).isPositive();
            assertThat(pool.live()).isOne();
        }
    }

    @Test
    void aLoadThatRacesWithTheCloseNeverReturnsTheSlotsNextValue() throws InterruptedException {
        try (SignalPool pool = new SignalPool(64, 0)) {
            AtomicBoolean over = new AtomicBoolean();
            // The signal and the only value it ever has travel together.
            record Known(Signal signal, long value) {}
            AtomicReference<Known> current = new AtomicReference<>(new Known(pool.create(0), 0));
            Crew crew = new Crew();
            for (int i = 0; i < 3; i++) {
                crew.start(() -> {
                    while (!over.get()) {
                        Known known = current.get();
                        try {
                            assertThat(known.signal.loadRelaxed()).isEqualTo(known.value);
                        } catch (InvalidSignalException closed) {
                            assertThat(known.signal.isClosed()).isTrue();
                        }
                    }
                });
            }
            long end = System.nanoTime() + 1_000_000_000;
            for (long value = 1; System.nanoTime() < end; value++) {
                current.get().signal.close();
                current.set(new Known(pool.create(value), value));
            }
            over.set(true);
            crew.join();
        }
    }
}
