package io.headrace.signal;

import static io.headrace.signal.Condition.EQ;
import static io.headrace.signal.Condition.GTE;
import static io.headrace.signal.Condition.LT;
import static io.headrace.signal.Condition.NE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.InvalidSignalException;
import io.headrace.memory.Words;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores at the slot's address, as a device or another process makes them. */
class ForeignStoresTest {

    /** Its waits park at once. */
    private final SignalPool pool = new SignalPool(0, 0);

    private final Crew crew = new Crew();

    @AfterEach
    void closePool() {
        pool.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aParkedWaitEndsByAnothersStore(boolean virtual) throws InterruptedException {
        Signal signal = shared(0);
        AtomicLong observed = new AtomicLong();
        Thread waiter = crew.start(
                virtual ? Thread.ofVirtual() : Thread.ofPlatform(), () -> observed.set(signal.await(GTE, 3)));
        for (long value = 1; value <= 3; value++) {
            Crew.untilParked(waiter);
            raw(signal, value);
        }
        crew.join();
        assertThat(observed).hasValue(3);
        assertThat(signal.watchers()).isZero();
    }

    @Test
    void aStoreLongAfterTheWaitBeganIsFoundToo() throws InterruptedException {
        Signal signal = shared(0);
        Thread waiter = crew.start(() -> signal.await(EQ, 1));
        Crew.untilParked(waiter);
        Thread.sleep(30);
        raw(signal, 1);
        crew.join();
    }

    @Test
    void aSignalMayBeSharedWhileSomebodyWaits() throws InterruptedException {
        Signal signal = pool.create(0);
        Thread waiter = crew.start(() -> signal.await(EQ, 1));
        Crew.untilParked(waiter);
        assertThat(signal.isShared()).isFalse();
        assertThat(signal.nativeAddress()).isEqualTo(signal.handle());
        assertThat(signal.isShared()).isTrue();
        raw(signal, 1);
        crew.join();
    }

    @Test
    void aClosedSignalCannotBeShared() {
        Signal signal = pool.create(0);
        signal.close();
        assertThatThrownBy(signal::nativeAddress).isInstanceOf(InvalidSignalException.class);
    }

    @Test
    void waitsForSeveralEndByAnothersStores() throws InterruptedException {
        Signal[] signals = {shared(0), pool.create(0), shared(0)};
        AtomicReference<AnyResult> any = new AtomicReference<>();
        crew.start(() -> any.set(Signals.awaitAny(signals, LT, 0, Long.MAX_VALUE, WaitHint.BLOCK)));
        long[] values = new long[3];
        crew.start(() -> assertThat(Signals.awaitAll(signals, NE, 0, Long.MAX_VALUE, WaitHint.BLOCK, values))
                .isTrue());
        Crew.until(() -> Arrays.stream(signals).allMatch(signal -> signal.watchers() == 2));
        raw(signals[0], 4);
        signals[1].storeRelease(5);
        raw(signals[2], -6);
        crew.join();
        assertThat(any.get().index()).isEqualTo(2);
        assertThat(any.get().observed()).isEqualTo(-6);
        assertThat(values).containsExactly(4, 5, -6);
    }

    @Test
    void watchesOfEveryConditionAreCalled() throws InterruptedException {
        Signal signal = shared(0);
        Spy[] spies = {new Spy(EQ, 7), new Spy(NE, 0), new Spy(GTE, 5), new Spy(LT, 0), new Spy(EQ, 8)};
        for (Spy spy : spies) {
            signal.watch(spy);
        }
        raw(signal, 7);
        Crew.until(() -> signal.watchers() == 2);
        Crew.until(
                () -> Arrays.stream(spies).limit(3).allMatch(spy -> spy.calls().equals(List.of("7"))));
        raw(signal, 8);
        Crew.until(() -> spies[4].calls().equals(List.of("8")));
        signal.close();
        assertThat(spies[3].calls()).containsExactly("closed");
    }

    /** The value that the watcher has seen last must not hide the same value from a wait that began in between. */
    @Test
    void aValueThatWasThereBeforeEndsANewWait() throws InterruptedException {
        Signal signal = shared(0);
        Spy keeper = new Spy(EQ, 1_000);
        signal.watch(keeper);
        for (int round = 0; round < 300; round++) {
            raw(signal, 1);
            if (round % 3 == 0) {
                Thread.sleep(1);
            }
            raw(signal, 0);
            Spy spy = new Spy(EQ, 1);
            signal.watch(spy);
            raw(signal, 1);
            Crew.until(() -> !spy.calls().isEmpty());
        }
        assertThat(signal.unwatch(keeper)).isTrue();
    }

    @Test
    void manyWaitersOnManySignalsAllEnd() throws InterruptedException {
        Signal[] signals = new Signal[1_000];
        Arrays.setAll(signals, i -> shared(0));
        for (Signal signal : signals) {
            crew.start(Thread.ofVirtual(), () -> signal.await(EQ, 1));
        }
        Crew.until(() -> Arrays.stream(signals).allMatch(signal -> signal.watchers() == 1));
        for (int i = 0; i < signals.length; i++) {
            raw(signals[i * 7 % signals.length], 1);
        }
        crew.join();
    }

    @Test
    void aSignalThatIsNotSharedNeedsNoWatcherAndIsNotLookedAt() throws InterruptedException {
        Crew.until(() -> {
            pool.close();
            return !ForeignStores.INSTANCE.isRunning();
        });
        try (SignalPool own = new SignalPool(0, 0)) {
            Signal signal = own.create(0);
            crew.start(() -> signal.await(EQ, 1));
            Crew.until(() -> signal.watchers() == 1);
            raw(signal, 1);
            Thread.sleep(10);
            assertThat(ForeignStores.INSTANCE.isRunning()).isFalse();
            assertThat(signal.watchers()).isOne();
            signal.storeRelease(1);
            crew.join();
        }
    }

    @Test
    void theWatcherEndsWithTheLastPoolAndComesBack() throws InterruptedException {
        for (int round = 0; round < 3; round++) {
            try (SignalPool own = new SignalPool(0, 0)) {
                Signal signal = own.create(0);
                signal.nativeAddress();
                Thread waiter = crew.start(() -> signal.await(EQ, 1));
                Crew.untilParked(waiter);
                Crew.until(ForeignStores.INSTANCE::isRunning);
                raw(signal, 1);
                crew.join();
            }
            Crew.until(() -> !ForeignStores.INSTANCE.isRunning());
        }
    }

    @Test
    void aClosedPoolTakesNoWatcherFromAnother() throws InterruptedException {
        Signal signal = shared(0);
        Thread waiter = crew.start(() -> signal.await(EQ, 1));
        Crew.untilParked(waiter);
        new SignalPool(0, 0).close();
        Thread.sleep(5);
        assertThat(ForeignStores.INSTANCE.isRunning()).isTrue();
        raw(signal, 1);
        crew.join();
    }

    @Test
    void theLongerNobodyBeganToWaitTheLessIsLookedForStores() {
        long millis = 1_000_000;
        assertThat(ForeignStores.pauseNanos(0)).isEqualTo(2_000);
        assertThat(ForeignStores.pauseNanos(2 * millis - 1)).isEqualTo(2_000);
        assertThat(ForeignStores.pauseNanos(2 * millis)).isEqualTo(millis);
        assertThat(ForeignStores.pauseNanos(512 * millis)).isEqualTo(millis);
        assertThat(ForeignStores.pauseNanos(1_024 * millis)).isEqualTo(2 * millis);
        assertThat(ForeignStores.pauseNanos(Long.MAX_VALUE)).isEqualTo(4 * millis);
    }

    @Test
    void onlyOneWatcherRunsHoweverManyRegisterFirst() throws InterruptedException {
        Signal[] signals = new Signal[16];
        Arrays.setAll(signals, i -> shared(0));
        Crew.all(16, number -> signals[number].watch(new Spy(EQ, 1)));
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().equals("headrace-signal-watch"))
                .hasSize(1)
                .allMatch(Thread::isDaemon);
    }

    private Signal shared(long initial) {
        Signal signal = pool.create(initial);
        signal.nativeAddress();
        return signal;
    }

    private static void raw(Signal signal, long value) {
        Words.setLongVolatile(signal.handle() + SlotLayout.VALUE, value);
    }
}
