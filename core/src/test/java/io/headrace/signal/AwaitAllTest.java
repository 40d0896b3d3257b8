package io.headrace.signal;

import static io.headrace.signal.Condition.EQ;
import static io.headrace.signal.Condition.GTE;
import static io.headrace.signal.Condition.LT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.memory.Words;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AwaitAllTest {

    private static final Duration LONG = Duration.ofSeconds(40);

    /** Its waits park at once, unless the hint says otherwise. */
    private final SignalPool pool = new SignalPool(0, 0);

    private final Crew crew = new Crew();

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void noEntryIsTrueAtOnce() throws InterruptedException {
        assertThat(Signals.awaitAll(List.of(), EQ, 1, Duration.ZERO)).isTrue();
        assertThat(Signals.awaitAll(List.of(), Duration.ZERO)).isTrue();
        assertThat(Signals.awaitAll(new Signal[0], EQ, 1, 0, WaitHint.SPIN, new long[0]))
                .isTrue();
    }

    @Test
    void nullAndClosedEntriesCountAsSatisfiedWithZeroAndValuesKeepTheirPlaces() throws InterruptedException {
        Signal closed = pool.create(9);
        closed.close();
        Signal done = pool.create(7);
        long[] observed = {-1, -1, -1, -1};
        assertThat(Signals.awaitAll(new Signal[] {null, closed, done}, EQ, 7, 0, WaitHint.ADAPTIVE, observed))
                .isTrue();
        assertThat(observed).containsExactly(0, 0, 7, -1);
        assertThat(Signals.awaitAll(Arrays.asList(null, closed, done), EQ, 7, Duration.ZERO))
                .isTrue();
        assertThat(Signals.awaitAll(Arrays.asList(null, closed), EQ, 7, Duration.ZERO))
                .isTrue();
    }

    @Test
    void eachSignalKeepsItsOwnConditionThoughOthersAreLeftOut() throws InterruptedException {
        Signal a = pool.create(3);
        Signal b = pool.create(8);
        List<Expectation> each =
                List.of(new Expectation(null, EQ, 1), new Expectation(a, LT, 5), new Expectation(b, GTE, 5));
        long[] observed = new long[3];
        assertThat(Signals.awaitAll(each, 0, WaitHint.ADAPTIVE, observed)).isTrue();
        assertThat(observed).containsExactly(0, 3, 8);
        a.storeRelease(5);
        assertThat(Signals.awaitAll(each, Duration.ZERO)).isFalse();
    }

    @Test
    void notAllInTimeIsFalseAndLeavesTheValuesAndNothingElse() throws InterruptedException {
        Signal done = pool.create(1);
        Signal late = pool.create(0);
        long[] observed = {-1, -1};
        for (long nanos : new long[] {-1, 0, 2_000_000}) {
            assertThat(Signals.awaitAll(new Signal[] {done, late}, EQ, 1, nanos, WaitHint.ADAPTIVE, observed))
                    .isFalse();
        }
        assertThat(observed).containsExactly(-1, -1);
        assertNothingIsLeft(done, late);
    }

    @Test
    void tooLittleRoomForTheValuesIsAnArgumentError() {
        Signal signal = pool.create(1);
        assertThatThrownBy(
                        () -> Signals.awaitAll(new Signal[] {signal, signal}, EQ, 1, 0, WaitHint.ADAPTIVE, new long[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("entries=2 length=1");
    }

    @ParameterizedTest
    @EnumSource
    void theLastStoreEndsTheWaitInWhateverOrderTheyCome(WaitHint hint) throws InterruptedException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            Signal[] signals = new Signal[20];
            Arrays.setAll(signals, i -> random.nextInt(5) == 0 ? null : pool.create(0));
            Integer[] order = new Integer[20];
            Arrays.setAll(order, i -> i);
            Collections.shuffle(Arrays.asList(order), random);
            long[] observed = new long[20];
            AtomicBoolean met = new AtomicBoolean();
            crew.start(() -> met.set(Signals.awaitAll(signals, GTE, 1, LONG.toNanos(), hint, observed)));
            long[] expected = new long[20];
            for (int i : order) {
                Signal signal = signals[i];
                if (signal != null) {
                    assertThat(met).as("seed=%d", seed).isFalse();
                    expected[i] = i + 1L;
                    signal.storeRelease(i + 1);
                }
            }
            crew.join();
            assertThat(met).as("seed=%d", seed).isTrue();
            assertThat(observed).as("seed=%d", seed).isEqualTo(expected);
            assertNothingIsLeft(signals);
        }
    }

    @Test
    void itIsEnoughThatEachWasSatisfiedOnce() throws InterruptedException {
        Signal a = pool.create(0);
        Signal b = pool.create(0);
        long[] observed = new long[2];
        Thread waiter = crew.start(() -> assertThat(
                        Signals.awaitAll(new Signal[] {a, b}, EQ, 1, LONG.toNanos(), WaitHint.BLOCK, observed))
                .isTrue());
        Crew.untilParked(waiter);
        a.storeRelease(1);
        a.storeRelease(0);
        b.storeRelease(1);
        crew.join();
        assertThat(observed).containsExactly(1, 1);
        assertNothingIsLeft(a, b);
    }

    @Test
    void theThreadIsWokenOnceAndNotForEachStore() throws InterruptedException {
        Signal[] signals = new Signal[50];
        Arrays.setAll(signals, i -> pool.create(0));
        Thread waiter =
                crew.start(() -> assertThat(Signals.awaitAll(signals, EQ, 1, Long.MAX_VALUE, WaitHint.BLOCK, null))
                        .isTrue());
        Crew.untilParked(waiter);
        for (int i = 0; i < 49; i++) {
            signals[i].storeRelease(1);
        }
        assertThat(waiter.getState()).isEqualTo(Thread.State.WAITING);
        assertThat(Arrays.stream(signals).mapToInt(Signal::watchers).sum()).isOne();
        signals[49].storeRelease(1);
        crew.join();
    }

    @Test
    void whatALookFindsIsNotWaitedForAgain() throws InterruptedException {
        Signal quiet = pool.create(0);
        Signal told = pool.create(0);
        Thread waiter = crew.start(() -> assertThat(
                        Signals.awaitAll(new Signal[] {quiet, told}, EQ, 1, Long.MAX_VALUE, WaitHint.BLOCK, null))
                .isTrue());
        Crew.untilParked(waiter);
        Words.setLongVolatile(quiet.handle() + SlotLayout.VALUE, 1);
        Crew.until(() -> {
            LockSupport.unpark(waiter);
            return quiet.watchers() == 0;
        });
        told.storeRelease(1);
        crew.join();
    }

    @ParameterizedTest
    @EnumSource
    void aSignalClosedMeanwhileCountsAsSatisfied(WaitHint hint) throws InterruptedException {
        Signal closing = pool.create(0);
        Signal other = pool.create(0);
        long[] observed = {-1, -1};
        AtomicBoolean met = new AtomicBoolean();
        crew.start(
                () -> met.set(Signals.awaitAll(new Signal[] {closing, other}, EQ, 5, LONG.toNanos(), hint, observed)));
        Thread.sleep(10);
        closing.close();
        Thread.sleep(10);
        assertThat(met).isFalse();
        other.storeRelease(5);
        crew.join();
        assertThat(observed).containsExactly(0, 5);
        assertNothingIsLeft(other);
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptedWaitThrowsAndLeavesNothing(WaitHint hint) throws InterruptedException {
        Signal[] signals = {pool.create(0), null, pool.create(1)};
        Thread waiter =
                crew.start(() -> assertThatThrownBy(() -> Signals.awaitAll(signals, EQ, 1, LONG.toNanos(), hint, null))
                        .isInstanceOf(InterruptedException.class));
        Thread.sleep(10);
        waiter.interrupt();
        crew.join();
        assertNothingIsLeft(signals);
    }

    private static void assertNothingIsLeft(@Nullable Signal... signals) {
        for (Signal signal : signals) {
            assertThat(signal == null ? 0 : signal.watchers()).isZero();
        }
    }
}
