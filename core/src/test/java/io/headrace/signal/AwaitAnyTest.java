package io.headrace.signal;

import static io.headrace.signal.Condition.EQ;
import static io.headrace.signal.Condition.GTE;
import static io.headrace.signal.Condition.LT;
import static io.headrace.signal.Condition.NE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.signal.AnyResult.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AwaitAnyTest {

    private static final Duration LONG = Duration.ofSeconds(40);

    /** Its waits park at once, unless the hint says otherwise. */
    private final SignalPool pool = new SignalPool(0, 0);

    private final Crew crew = new Crew();

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void theIndexIsTheCallersOwnAndTheValueThatOfItsSignal() throws InterruptedException {
        Signal a = pool.create(1);
        Signal bad = pool.create(7);
        bad.close();
        Signal b = pool.create(7);
        AnyResult result = Signals.awaitAny(Arrays.asList(null, a, bad, b), EQ, 7, LONG);
        assertThat(result.outcome()).isEqualTo(Outcome.MET);
        assertThat(result.index()).isEqualTo(3);
        assertThat(result.signal()).isSameAs(b);
        assertThat(result.observed()).isEqualTo(7);
    }

    @SuppressWarnings("JdkObsolete") // A list without random access is what the test needs.
    @Test
    void everyFormFindsTheSameSignal() throws InterruptedException {
        Signal a = pool.create(1);
        Signal b = pool.create(2);
        List<@Nullable Signal> list = Arrays.asList(null, a, b);
        Signal[] array = {null, a, b};
        List<Expectation> each =
                List.of(new Expectation(null, EQ, 2), new Expectation(a, EQ, 2), new Expectation(b, EQ, 2));
        assertThat(List.of(
                        Signals.awaitAny(list, EQ, 2, LONG),
                        Signals.awaitAny(new LinkedList<>(list), EQ, 2, LONG),
                        Signals.awaitAny(list, EQ, 2, 0, WaitHint.BLOCK),
                        Signals.awaitAny(array, EQ, 2, 0, WaitHint.SPIN),
                        Signals.awaitAny(each, LONG),
                        Signals.awaitAny(each, 0, WaitHint.ADAPTIVE)))
                .allSatisfy(result -> {
                    assertThat(result.index()).isEqualTo(2);
                    assertThat(result.observed()).isEqualTo(2);
                });
    }

    @Test
    void eachSignalKeepsItsOwnConditionThoughOthersAreLeftOut() throws InterruptedException {
        Signal closed = pool.create(0);
        closed.close();
        Signal a = pool.create(5);
        Signal b = pool.create(5);
        AnyResult result = Signals.awaitAny(
                List.of(
                        new Expectation(null, EQ, 5),
                        new Expectation(closed, EQ, 5),
                        new Expectation(a, LT, 5),
                        new Expectation(b, GTE, 5)),
                LONG);
        assertThat(result.index()).isEqualTo(3);
        assertThat(result.observed()).isEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource
    void aStoreEndsTheWait(WaitHint hint) throws InterruptedException {
        Signal[] signals = new Signal[64];
        Arrays.setAll(signals, i -> i % 7 == 0 ? null : pool.create(i));
        AtomicReference<AnyResult> found = new AtomicReference<>();
        for (Thread.Builder builder : List.of(Thread.ofPlatform(), Thread.ofVirtual())) {
            Thread waiter =
                    crew.start(builder, () -> found.set(Signals.awaitAny(signals, LT, -40, Long.MAX_VALUE, hint)));
            signals[33].storeRelease(-40);
            LockSupport.unpark(waiter);
            signals[50].storeRelease(-41);
            crew.join();
            assertThat(found.get().index()).isEqualTo(50);
            assertThat(found.get().observed()).isEqualTo(-41);
            signals[50].storeRelease(0);
            assertNothingIsLeft(signals);
        }
    }

    @Test
    void aValueThatIsOverwrittenBeforeTheThreadWakesCounts() throws InterruptedException {
        Signal signal = pool.create(0);
        Signal other = pool.create(0);
        signal.watch(new Spy(EQ, 1) {
            @Override
            protected void fired(long observed) {
                signal.storeRelease(2);
            }
        });
        AtomicReference<AnyResult> found = new AtomicReference<>();
        Thread waiter = crew.start(() -> found.set(Signals.awaitAny(List.of(other, signal), EQ, 1, LONG)));
        Crew.until(() -> signal.watchers() == 2);
        Crew.untilParked(waiter);
        signal.storeRelease(1);
        crew.join();
        assertThat(found.get().index()).isOne();
        assertThat(found.get().observed()).isOne();
        assertNothingIsLeft(signal, other);
    }

    @Test
    void noneInTimeIsAResultOfItsOwnAndLeavesNothing() throws InterruptedException {
        Signal signal = pool.create(5);
        for (long nanos : new long[] {-1, 0, 2_000_000}) {
            AnyResult result = Signals.awaitAny(new Signal[] {null, signal}, EQ, 6, nanos, WaitHint.ADAPTIVE);
            assertThat(result.outcome()).isEqualTo(Outcome.TIMED_OUT);
            assertThat(result.isMet()).isFalse();
            assertThatThrownBy(result::index).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(result::signal).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(result::observed).isInstanceOf(IllegalStateException.class);
        }
        assertNothingIsLeft(signal);
    }

    @Test
    void noneValidIsAResultOfItsOwnAtOnce() throws InterruptedException {
        Signal closed = pool.create(6);
        closed.close();
        assertThat(Signals.awaitAny(Arrays.asList(null, closed, null), EQ, 6, LONG)
                        .outcome())
                .isEqualTo(Outcome.NONE_VALID);
        assertThat(Signals.awaitAny(Collections.singletonList(null), EQ, 6, Duration.ZERO)
                        .outcome())
                .isEqualTo(Outcome.NONE_VALID);
        assertThat(Signals.awaitAny(List.of(new Expectation(closed, EQ, 6)), LONG)
                        .outcome())
                .isEqualTo(Outcome.NONE_VALID);
    }

    @Test
    void noEntryIsAnArgumentError() {
        assertThatThrownBy(() -> Signals.awaitAny(List.of(), EQ, 6, LONG))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("entries=0");
        assertThatThrownBy(() -> Signals.awaitAny(new Signal[0], EQ, 6, 0, WaitHint.BLOCK))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Signals.awaitAny(List.of(), LONG)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource
    void aSignalClosedMeanwhileDoesNotCountAndTheLastOneEndsTheWait(WaitHint hint) throws InterruptedException {
        Signal first = pool.create(0);
        Signal second = pool.create(0);
        AtomicReference<AnyResult> found = new AtomicReference<>();
        Thread waiter = crew.start(
                () -> found.set(Signals.awaitAny(new Signal[] {first, null, second}, EQ, 1, LONG.toNanos(), hint)));
        if (hint != WaitHint.SPIN) {
            Crew.untilParked(waiter);
        }
        first.close();
        Thread.sleep(20);
        assertThat(found).hasValue(null);
        second.close();
        crew.join();
        assertThat(found.get().outcome()).isEqualTo(Outcome.NONE_VALID);
    }

    @Test
    void aStoreJustBeforeTheClosingCounts() throws InterruptedException {
        for (int round = 0; round < 200; round++) {
            Signal signal = pool.create(0);
            AtomicReference<AnyResult> found = new AtomicReference<>();
            crew.start(Thread.ofVirtual(), () -> found.set(Signals.awaitAny(List.of(signal), EQ, 1, LONG)));
            Crew.until(() -> signal.watchers() == 1);
            signal.storeRelease(1);
            signal.close();
            crew.join();
            assertThat(found.get().outcome()).isEqualTo(Outcome.MET);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptedWaitThrowsAndLeavesNothing(WaitHint hint) throws InterruptedException {
        Signal[] signals = {pool.create(0), null, pool.create(0)};
        Thread waiter =
                crew.start(() -> assertThatThrownBy(() -> Signals.awaitAny(signals, NE, 0, LONG.toNanos(), hint))
                        .isInstanceOf(InterruptedException.class));
        Thread.sleep(10);
        waiter.interrupt();
        crew.join();
        assertNothingIsLeft(signals);
    }

    @Test
    void spuriousWakeUpsEndNoWait() throws InterruptedException {
        Signal[] signals = {pool.create(0), pool.create(0)};
        AtomicReference<AnyResult> found = new AtomicReference<>();
        Thread waiter = crew.start(() -> found.set(Signals.awaitAny(signals, EQ, 1, LONG.toNanos(), WaitHint.BLOCK)));
        for (int i = 0; i < 1_000; i++) {
            LockSupport.unpark(waiter);
        }
        Crew.untilParked(waiter);
        assertThat(found).hasValue(null);
        signals[1].storeRelease(1);
        crew.join();
        assertThat(found.get().index()).isOne();
    }

    @Test
    void oneSignalMayStandThereTwice() throws InterruptedException {
        Signal signal = pool.create(0);
        AtomicReference<AnyResult> found = new AtomicReference<>();
        crew.start(() -> found.set(
                Signals.awaitAny(List.of(new Expectation(signal, GTE, 9), new Expectation(signal, GTE, 3)), LONG)));
        Crew.until(() -> signal.watchers() == 2);
        signal.storeRelease(4);
        crew.join();
        assertThat(found.get().index()).isOne();
        assertNothingIsLeft(signal);
    }

    @Test
    void manyThreadsWaitForTheSameSignals() throws InterruptedException {
        List<Signal> signals = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            signals.add(pool.create(0));
        }
        for (int i = 0; i < 200; i++) {
            crew.start(
                    Thread.ofVirtual(),
                    () -> assertThat(Signals.awaitAny(signals, GTE, 1, LONG).index())
                            .isEqualTo(9));
        }
        Crew.until(() -> signals.getLast().watchers() == 200);
        signals.get(9).storeRelease(1);
        crew.join();
        assertNothingIsLeft(signals.toArray(new Signal[0]));
    }

    private static void assertNothingIsLeft(@Nullable Signal... signals) {
        for (Signal signal : signals) {
            assertThat(signal == null ? 0 : signal.watchers()).isZero();
        }
    }
}
