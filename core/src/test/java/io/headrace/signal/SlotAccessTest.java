package io.headrace.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.InvalidSignalException;
import io.headrace.memory.Words;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Slots in memory that goes away after the last use. */
class SlotAccessTest {

    /** Memory that is read in place while it is there; says if somebody comes when it is not. */
    private static final class Vanishing implements ArenaSource {

        private final Set<Long> there = ConcurrentHashMap.newKeySet();
        private final AtomicLong tooLate = new AtomicLong();
        private final AtomicLong reads = new AtomicLong();
        private final AtomicLong readsLeft = new AtomicLong(Long.MAX_VALUE);
        private volatile boolean broken;

        /** Whether changes take place and fail then. */
        private volatile boolean failsAfterChanges;

        private final SlotAccess access = new SlotAccess() {
            @Override
            void store(long slot, long value) {
                super.store(slot, value);
                failAfterChange();
            }

            @Override
            long exchange(long slot, long value) {
                long before = super.exchange(slot, value);
                failAfterChange();
                return before;
            }

            private void failAfterChange() {
                if (failsAfterChanges) {
                    throw new IllegalStateException("fails behind a change, by a test");
                }
            }

            @Override
            long load(long slot) {
                reads.incrementAndGet();
                if (broken || readsLeft.getAndDecrement() <= 0) {
                    throw new IllegalStateException("cannot be read, by a test");
                }
                long value = super.load(slot);
                check(slot);
                return value;
            }

            @Override
            long add(long slot, long delta) {
                long value = super.add(slot, delta);
                check(slot);
                return value;
            }

            @Override
            TickPair dispatchTicks(long slot) {
                TickPair pair = super.dispatchTicks(slot);
                check(slot);
                return pair;
            }
        };

        /** Lets so many reads through; those behind them fail. */
        private void failAfterReads(long number) {
            readsLeft.set(number);
        }

        private void check(long slot) {
            if (!there.contains(slot)) {
                tooLate.incrementAndGet();
            }
        }

        @Override
        public SlotAccess access() {
            return access;
        }

        @Override
        public long take(long bytes) {
            long address = HostArenas.INSTANCE.take(bytes);
            there.add(address);
            return address;
        }

        @Override
        public void giveBack(long address, long bytes) {
            there.remove(address);
            HostArenas.INSTANCE.giveBack(address, bytes);
        }
    }

    private final Vanishing memory = new Vanishing();
    private final SignalPool pool = new SignalPool(0, 0, memory);

    @Test
    void everyUseHasEndedWhenTheMemoryGoes() throws InterruptedException {
        AtomicReference<Signal> current =
                new AtomicReference<>(pool.createBatch(1, 0).get(0));
        AtomicBoolean over = new AtomicBoolean();
        Crew crew = new Crew();
        for (int i = 0; i < 2; i++) {
            crew.start(() -> {
                while (!over.get()) {
                    Signal signal = current.get();
                    try {
                        signal.loadAcquire();
                        signal.addRelaxed(1);
                        signal.dispatchTimes(DeviceClock.host());
                        Signals.awaitAny(new Signal[] {signal}, Condition.EQ, -1, 0, WaitHint.BLOCK);
                    } catch (InvalidSignalException closed) {
                        assertThat(signal.isClosed()).isTrue();
                    }
                }
            });
        }
        for (int round = 0; round < 20_000; round++) {
            current.get().close();
            current.set(pool.createBatch(1, 0).get(0));
        }
        over.set(true);
        crew.join();
        assertThat(memory.tooLate).hasValue(0);
    }

    @Test
    void aClosedSignalIsNotLookedAt() throws InterruptedException {
        Signal signal = pool.createBatch(1, 0).get(0);
        signal.close();
        long before = memory.reads.get();
        assertThatThrownBy(signal::loadAcquire).isInstanceOf(InvalidSignalException.class);
        assertThat(Signals.awaitAny(new Signal[] {signal}, Condition.EQ, 0, 0, WaitHint.BLOCK))
                .isEqualTo(AnyResult.NONE_VALID);
        assertThat(memory.reads).hasValue(before);
    }

    @Test
    void aReadThatFailsEndsItsUse() {
        Signal signal = pool.createBatch(1, 5).get(0);
        memory.broken = true;
        assertThatThrownBy(signal::loadAcquire).isInstanceOf(IllegalStateException.class);
        memory.broken = false;
        assertThat(signal.loadAcquire()).isEqualTo(5);
        signal.close();
        assertThat(memory.there).isEmpty();
    }

    @Test
    void aWordThatCannotBeReadHoldsUpNoOther() throws InterruptedException {
        Signal unreadable = pool.createBatch(1, 0).get(0);
        unreadable.nativeAddress();
        Spy blind = new Spy(Condition.EQ, 1);
        unreadable.watch(blind);
        memory.broken = true;
        try (SignalPool other = new SignalPool(0, 0, new Vanishing())) {
            Signal signal = other.create(0);
            Spy spy = new Spy(Condition.EQ, 1);
            signal.watch(spy);
            long word = signal.nativeAddress() + SlotLayout.VALUE;
            Words.setLongVolatile(word, 1);
            Crew.until(() -> !spy.calls().isEmpty());
        }
        Words.setLongVolatile(unreadable.handle() + SlotLayout.VALUE, 1);
        memory.broken = false;
        Crew.until(() -> !blind.calls().isEmpty());
        pool.close();
    }

    @Test
    void aLookThatFailsLeavesNoWatchBehind() {
        Signal signal = pool.createBatch(1, 0).get(0);
        memory.failAfterReads(0);
        assertThatThrownBy(() -> signal.watch(new Spy(Condition.EQ, 1))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> signal.onChange(Condition.EQ, 1, observed -> true))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> signal.future(Condition.EQ, 1)).isInstanceOf(IllegalStateException.class);
        // The last but one is the look with which the wait registers, the last one that before it parks.
        for (int reads = 0; reads <= 3; reads++) {
            memory.failAfterReads(reads);
            assertThatThrownBy(() -> signal.await(Condition.EQ, 1)).isInstanceOf(IllegalStateException.class);
            assertThat(signal.isWatched()).as("after %d reads", reads).isFalse();
        }
        for (int reads = 0; reads <= 4; reads++) {
            memory.failAfterReads(reads);
            assertThatThrownBy(() ->
                            Signals.awaitAny(new Signal[] {signal}, Condition.EQ, 1, Long.MAX_VALUE, WaitHint.BLOCK))
                    .isInstanceOf(IllegalStateException.class);
            assertThat(signal.isWatched()).as("after %d reads", reads).isFalse();
        }
        assertThat(signal.isWatched()).isFalse();
    }

    @Test
    void aStoreThatCannotBeLookedAtTookPlaceAndWhoWaitsLearnsOfItLater() throws InterruptedException {
        Signal signal = pool.createBatch(1, 0).get(0);
        Spy spy = new Spy(Condition.EQ, 1);
        List<Long> handled = new CopyOnWriteArrayList<>();
        signal.watch(spy);
        memory.failAfterReads(0);
        signal.storeRelease(1);
        memory.failAfterReads(Long.MAX_VALUE);
        Crew.until(() -> spy.calls().equals(List.of("1")));
        assertThat(signal.isShared()).isFalse();

        signal.onChange(Condition.EQ, 1, handled::add);
        Crew.until(() -> handled.size() == 1);
        memory.failAfterReads(0);
        assertThat(signal.exchangeAcqRel(1)).isEqualTo(1);
        memory.failAfterReads(Long.MAX_VALUE);
        Crew.until(() -> handled.equals(List.of(1L, 1L)));
        signal.close();
    }

    @Test
    void whoWaitsLearnsOfAChangeThatFailedAndTookPlaceAllTheSame() throws InterruptedException {
        Signal signal = pool.createBatch(1, 0).get(0);
        memory.failsAfterChanges = true;
        signal.retain();
        List<Runnable> changes =
                List.of(() -> signal.storeRelease(1), () -> signal.exchangeAcqRel(1), () -> signal.storeRetained(1));
        for (Runnable change : changes) {
            Words.setLongVolatile(signal.handle() + SlotLayout.VALUE, 0);
            Spy spy = new Spy(Condition.EQ, 1);
            signal.watch(spy);
            assertThatThrownBy(change::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("by a test");
            Crew.until(() -> spy.calls().equals(List.of("1")));
        }
        List<Long> handled = new CopyOnWriteArrayList<>();
        signal.onChange(Condition.EQ, 1, handled::add);
        Crew.until(() -> handled.size() == 1);
        for (Runnable change : changes) {
            int before = handled.size();
            assertThatThrownBy(change::run).isInstanceOf(IllegalStateException.class);
            Crew.until(() -> handled.size() == before + 1);
        }
        signal.release();
        signal.close();
        assertThat(memory.there).isEmpty();
    }

    @Test
    void aHandlerThatThrowsIsReportedThoughItsSignalCannotBeRead() throws InterruptedException {
        Signal signal = pool.createBatch(1, 1).get(0);
        SignalRegistration registration = signal.onChange(Condition.EQ, 1, observed -> {
            memory.failAfterReads(0);
            throw new IllegalStateException("thrown on purpose by a test");
        });
        Crew.until(() -> !registration.isActive());
        assertThat(registration).asString().contains("ENDED", Long.toHexString(signal.handle()));
        assertThat(signal).asString().contains("unreadable", "by a test");
        memory.failAfterReads(Long.MAX_VALUE);
        signal.close();
    }
}
