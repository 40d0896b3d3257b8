package io.headrace.signal;

import static io.headrace.signal.Condition.EQ;
import static io.headrace.signal.Condition.GTE;
import static io.headrace.signal.Condition.LT;
import static io.headrace.signal.Condition.NE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.InvalidSignalException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignalWaitTest {

    private static final Duration LONG = Duration.ofSeconds(40);

    /** Its waits park at once. */
    private final SignalPool pool = new SignalPool(0, 0);

    private final Crew crew = new Crew();

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void aWaitThatIsSatisfiedReturnsTheObservedValueAtOnce() throws InterruptedException {
        Signal signal = pool.create(5);
        assertThat(signal.await(EQ, 5)).isEqualTo(5);
        assertThat(signal.await(NE, 4)).isEqualTo(5);
        assertThat(signal.await(LT, 6)).isEqualTo(5);
        assertThat(signal.await(GTE, -1)).isEqualTo(5);
        assertThat(signal.await(GTE, 5, Duration.ZERO)).isTrue();
    }

    @Test
    void aSatisfiedWaitOfAnInterruptedThreadReturnsAndTheThreadStaysInterrupted() throws InterruptedException {
        Signal signal = pool.create(5);
        Thread.currentThread().interrupt();
        assertThat(signal.await(EQ, 5)).isEqualTo(5);
        assertThat(Thread.interrupted()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1_000_000_000})
    void aWaitEndsWithTheValueThatMetItsCondition(long busyNanos) throws InterruptedException {
        try (SignalPool busy = new SignalPool(0, busyNanos)) {
            Signal signal = busy.create(1);
            AtomicLong observed = new AtomicLong();
            crew.start(() -> observed.set(signal.await(LT, 0)));
            signal.storeRelease(7);
            signal.storeRelease(0);
            signal.storeRelease(-3);
            crew.join();
            assertThat(observed).hasValue(-3);
        }
    }

    @Test
    void aTimedWaitThatRunsOutReturnsFalseAndChangesNothing() throws InterruptedException {
        Signal signal = pool.create(5);
        long start = System.nanoTime();
        assertThat(signal.await(EQ, 6, Duration.ofMillis(30))).isFalse();
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(30_000_000);
        assertThat(signal.loadAcquire()).isEqualTo(5);
        assertThat(signal.watchers()).isZero();
    }

    @Test
    void aWaitOfNoTimeTakesOneLook() throws InterruptedException {
        Signal signal = pool.create(5);
        assertThat(signal.await(EQ, 6, Duration.ZERO)).isFalse();
        assertThat(signal.await(EQ, 6, Duration.ofSeconds(-1))).isFalse();
        assertThat(signal.await(EQ, 6, Duration.ofSeconds(Long.MIN_VALUE))).isFalse();
    }

    @Test
    void aWaitLongerThanTheClockCanCountIsAWaitWithoutLimit() throws InterruptedException {
        Signal signal = pool.create(5);
        Thread waiter = crew.start(() -> assertThat(signal.await(EQ, 6, Duration.ofSeconds(Long.MAX_VALUE)))
                .isTrue());
        Crew.untilParked(waiter);
        signal.storeRelease(6);
        crew.join();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 20_000_000_000L})
    void anInterruptedWaitThrowsAndChangesNothing(long busyNanos) throws InterruptedException {
        try (SignalPool busy = new SignalPool(0, busyNanos)) {
            Signal signal = busy.create(5);
            Thread waiter = crew.start(
                    () -> assertThatThrownBy(() -> signal.await(EQ, 6)).isInstanceOf(InterruptedException.class));
            Thread.sleep(20);
            waiter.interrupt();
            crew.join();
            assertThat(signal.loadAcquire()).isEqualTo(5);
            assertThat(signal.watchers()).isZero();
        }
    }

    @Test
    void aWaitOfAThreadInterruptedBeforeThrows() {
        Signal signal = pool.create(5);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> signal.await(EQ, 6, LONG)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(signal.watchers()).isZero();
    }

    @Test
    void aSpuriousWakeUpDoesNotEndAWait() throws InterruptedException {
        Signal signal = pool.create(5);
        AtomicLong observed = new AtomicLong(-1);
        Thread waiter = crew.start(() -> observed.set(signal.await(EQ, 6)));
        for (int i = 0; i < 1000; i++) {
            LockSupport.unpark(waiter);
        }
        Crew.untilParked(waiter);
        signal.storeRelease(7);
        LockSupport.unpark(waiter);
        Thread.sleep(20);
        assertThat(observed).hasValue(-1);
        signal.storeRelease(6);
        crew.join();
        assertThat(observed).hasValue(6);
    }

    @Test
    void aStoreThatDoesNotMeetTheConditionWakesNobody() throws InterruptedException {
        Signal signal = pool.create(0);
        Thread waiter = crew.start(() -> signal.await(GTE, 1_000));
        Crew.untilParked(waiter);
        for (int i = 1; i < 1_000; i++) {
            signal.storeRelease(i);
        }
        assertThat(signal.watchers()).isOne();
        signal.storeRelease(1_000);
        crew.join();
        assertThat(signal.watchers()).isZero();
    }

    @Test
    void aParkedWaitSeesAValueThatIsOverwrittenBeforeItsThreadWakes() throws InterruptedException {
        Signal signal = pool.create(0);
        signal.watch(new Spy(EQ, 1) {
            @Override
            protected void fired(long observed) {
                signal.storeRelease(2);
            }
        });
        AtomicLong observed = new AtomicLong();
        Thread waiter = crew.start(() -> observed.set(signal.await(EQ, 1)));
        Crew.until(() -> signal.watchers() == 2);
        Crew.untilParked(waiter);
        signal.storeRelease(1);
        crew.join();
        assertThat(observed).hasValue(1);
    }

    @Test
    void oneStoreWakesAllWhomItSatisfies() throws InterruptedException {
        Signal signal = pool.create(0);
        for (int i = 0; i < 10; i++) {
            crew.start(() -> signal.await(EQ, 1));
            crew.start(() -> signal.await(GTE, 1));
            crew.start(Thread.ofVirtual(), () -> signal.await(NE, 0));
        }
        Crew.until(() -> signal.watchers() == 30);
        signal.addAcqRel(1);
        crew.join();
        assertThat(signal.watchers()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 20_000_000_000L})
    void closingWakesThoseWhoWait(long busyNanos) throws InterruptedException {
        try (SignalPool busy = new SignalPool(0, busyNanos)) {
            Signal signal = busy.create(0);
            Crew.NumberedWork waits = number -> assertThatThrownBy(() -> {
                        if (number % 2 == 0) {
                            signal.await(EQ, 1);
                        } else {
                            signal.await(EQ, 1, LONG);
                        }
                    })
                    .isInstanceOf(InvalidSignalException.class);
            for (int i = 0; i < 4; i++) {
                int number = i;
                crew.start(() -> waits.run(number));
                crew.start(Thread.ofVirtual(), () -> waits.run(number));
            }
            Thread.sleep(20);
            signal.close();
            long closed = System.nanoTime();
            crew.join();
            assertThat(System.nanoTime() - closed)
                    .isLessThan(Duration.ofSeconds(10).toNanos());
        }
    }

    @Test
    void aWaitOnAClosedSignalThrows() {
        Signal signal = pool.create(0);
        signal.close();
        assertThatThrownBy(() -> signal.await(EQ, 0)).isInstanceOf(InvalidSignalException.class);
        assertThatThrownBy(() -> signal.await(EQ, 0, LONG)).isInstanceOf(InvalidSignalException.class);
    }

    @Test
    void aThousandVirtualThreadsWaitForOneSignal() throws InterruptedException {
        Signal signal = pool.create(0);
        for (int i = 0; i < 1_000; i++) {
            long mine = i + 1L;
            crew.start(
                    Thread.ofVirtual(),
                    () -> assertThat(signal.await(GTE, mine)).isGreaterThanOrEqualTo(mine));
        }
        for (int i = 0; i < 1_000; i++) {
            signal.addRelaxed(1);
        }
        crew.join();
    }

    @Test
    void aTimedWaitGivesTheValueThatEndedIt() throws InterruptedException {
        Signal signal = pool.create(5);
        assertThat(signal.awaitValue(GTE, 3, Duration.ZERO)).hasValue(5);
        assertThat(signal.awaitValue(EQ, 6, Duration.ofMillis(5))).isEmpty();
        assertThat(signal.awaitValue(EQ, 6, 0, WaitHint.SPIN)).isEmpty();
        AtomicReference<OptionalLong> observed = new AtomicReference<>();
        Thread waiter = crew.start(() -> observed.set(signal.awaitValue(GTE, 6, Duration.ofSeconds(50))));
        Crew.untilParked(waiter);
        signal.storeRelease(8);
        crew.join();
        assertThat(observed.get()).hasValue(8);
        assertThat(signal.watchers()).isZero();
        signal.close();
        assertThatThrownBy(() -> signal.awaitValue(EQ, 8, Duration.ZERO)).isInstanceOf(InvalidSignalException.class);
    }
}
