package io.headrace.signal;

import static io.headrace.signal.Condition.EQ;
import static io.headrace.signal.Condition.GTE;
import static io.headrace.signal.Condition.LT;
import static io.headrace.signal.Condition.NE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.InvalidSignalException;
import io.headrace.memory.Words;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignalWatchTest {

    private static final List<Condition> CONDITIONS = List.of(EQ, NE, LT, GTE);

    private final SignalPool pool = new SignalPool(0, 0);

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void aWatchFiresOnceOnTheThreadThatStores() throws InterruptedException {
        Signal signal = pool.create(0);
        Spy watch = new Spy(EQ, 1);
        signal.watch(watch);
        signal.storeRelease(2);
        assertThat(watch.calls()).isEmpty();

        Crew crew = new Crew();
        Thread storer = crew.start(() -> signal.storeRelease(1));
        crew.join();
        signal.storeRelease(0);
        signal.storeRelease(1);
        signal.close();

        assertThat(watch.calls()).containsExactly("1");
        assertThat(watch.caller()).isSameAs(storer);
    }

    @Test
    void aWatchWhoseConditionHoldsFiresBeforeItsRegistrationReturns() {
        Signal signal = pool.create(3);
        Spy watch = new Spy(GTE, 2);
        signal.watch(watch);
        assertThat(watch.calls()).containsExactly("3");
        assertThat(watch.caller()).isSameAs(Thread.currentThread());
        assertThat(signal.unwatch(watch)).isFalse();
        assertThat(signal.watchers()).isZero();
    }

    @Test
    void aFailingCompareAndSetFindsWhatADeviceStored() {
        Signal signal = pool.create(0);
        Spy watch = new Spy(EQ, 1);
        signal.watch(watch);
        Words.setLongRelease(signal.handle() + SlotLayout.VALUE, 1);

        assertThat(signal.compareAndSetRelaxed(5, 6)).isOne();

        assertThat(watch.calls()).containsExactly("1");
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 7})
    void aWatchForAChangeIsNotHiddenByOneMadeBetweenTheChangeAndTheCalls(long changed) {
        Signal signal = pool.create(5);
        Spy before = new Spy(NE, 5);
        signal.watch(before);
        Words.setLongRelease(signal.handle() + SlotLayout.VALUE, changed);
        Spy after = new Spy(NE, changed);
        signal.watch(after);

        signal.addRelaxed(0);

        assertThat(before.calls()).containsExactly(Long.toString(changed));
        assertThat(after.calls()).isEmpty();
    }

    @Test
    void aWatchThatWasTakenBackIsNotCalled() {
        Signal signal = pool.create(0);
        Spy watch = new Spy(EQ, 1);
        signal.watch(watch);
        assertThat(signal.unwatch(watch)).isTrue();
        assertThat(signal.unwatch(watch)).isFalse();
        signal.storeRelease(1);
        signal.close();
        assertThat(watch.calls()).isEmpty();
    }

    @Test
    void takingBackAWatchOfAnotherSignalChangesNothing() {
        Signal mine = pool.create(0);
        Signal other = pool.create(0);
        Spy watch = new Spy(EQ, 1);
        Spy others = new Spy(EQ, 1);
        mine.watch(watch);
        assertThat(other.unwatch(watch)).isFalse();
        other.watch(others);
        assertThat(other.unwatch(watch)).isFalse();
        mine.storeRelease(1);
        other.storeRelease(1);
        assertThat(watch.calls()).containsExactly("1");
        assertThat(others.calls()).containsExactly("1");
    }

    @Test
    void closingTellsEachWatchOnce() {
        Signal signal = pool.create(0);
        List<Spy> watches = new ArrayList<>();
        for (Condition condition : CONDITIONS) {
            for (int i = 0; i < 3; i++) {
                Spy watch = new Spy(condition, condition == NE ? 0 : condition == LT ? -1 : 1);
                watches.add(watch);
                signal.watch(watch);
            }
        }
        signal.close();
        signal.close();
        assertThat(watches).allSatisfy(watch -> assertThat(watch.calls()).containsExactly("closed"));
    }

    @Test
    void aWatchOnAClosedSignalIsToldAtOnceAlthoughTheSlotIsAnotherSignals() {
        Signal closed = pool.create(0);
        closed.close();
        pool.create(1);
        Spy watch = new Spy(EQ, 1);
        closed.watch(watch);
        assertThat(watch.calls()).containsExactly("closed");
    }

    @Test
    void aWatchIsRegisteredOnlyOnce() {
        Signal signal = pool.create(0);
        Spy watch = new Spy(EQ, 1);
        signal.watch(watch);
        assertThatThrownBy(() -> signal.watch(watch)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> pool.create(1).watch(watch)).isInstanceOf(IllegalStateException.class);
        signal.storeRelease(1);
        assertThatThrownBy(() -> signal.watch(watch)).isInstanceOf(IllegalStateException.class);
        assertThat(watch.calls()).containsExactly("1");
    }

    @Test
    void aWatchThatThrowsDoesNotStopTheOthersNorTheStore() {
        Signal signal = pool.create(0);
        Spy broken = new Spy(EQ, 1) {
            @Override
            protected void fired(long observed) {
                super.fired(observed);
                throw new IllegalStateException("thrown on purpose by a test");
            }
        };
        Spy after = new Spy(EQ, 1);
        signal.watch(broken);
        signal.watch(after);
        signal.storeRelease(1);
        assertThat(broken.calls()).hasSize(1);
        assertThat(after.calls()).hasSize(1);
    }

    @Test
    void watchesForTheSameValueAreCalledInTheOrderTheyCame() {
        Signal signal = pool.create(0);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int mine = i;
            signal.watch(new Spy(GTE, 1) {
                @Override
                protected void fired(long observed) {
                    order.add(mine);
                }
            });
        }
        signal.storeRelease(1);
        assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void aChainOfAHundredThousandWatchesNeedsNoStack() throws InterruptedException {
        int length = 100_000;
        Signal[] signals = new Signal[length + 1];
        for (int i = 0; i <= length; i++) {
            signals[i] = pool.create(0);
        }
        for (int i = 0; i < length; i++) {
            Signal next = signals[i + 1];
            signals[i].watch(new Spy(EQ, 1) {
                @Override
                protected void fired(long observed) {
                    next.storeRelease(observed);
                }
            });
        }
        signals[0].storeRelease(1);
        assertThat(signals[length].await(EQ, 1, Crew.BOUND)).isTrue();
    }

    @Test
    void aChainOfWatchesThatRegisterTheNextNeedsNoStack() {
        Signal signal = pool.create(1);
        int[] left = {100_000};
        class Next extends Spy {
            Next() {
                super(EQ, 1);
            }

            @Override
            protected void fired(long observed) {
                if (--left[0] > 0) {
                    signal.watch(new Next());
                }
            }
        }
        signal.watch(new Next());
        assertThat(left[0]).isZero();
    }

    @Test
    void aChainOfClosesNeedsNoStack() {
        int length = 100_000;
        Signal last = pool.create(0);
        Signal next = last;
        for (int i = 0; i < length; i++) {
            Signal signal = pool.create(0);
            Signal behind = next;
            signal.watch(new Spy(EQ, 1) {
                @Override
                protected void closed() {
                    behind.close();
                }
            });
            next = signal;
        }
        next.close();
        assertThat(last.isClosed()).isTrue();
        assertThat(pool.live()).isZero();
    }

    @Test
    void aStoreDoesNotLookAtEveryWatchThatItDoesNotSatisfy() {
        Signal signal = pool.create(0);
        for (int i = 0; i < 100_000; i++) {
            signal.watch(new Spy(GTE, 1_000_000 + i));
            signal.watch(new Spy(EQ, -1 - i));
            signal.watch(new Spy(LT, -1_000_000 - i));
        }
        // 30 thousand million looks, if each store took one look at each; they would not end within the bound of a
        // test.
        for (int i = 0; i < 100_000; i++) {
            signal.storeRelease(i);
        }
        assertThat(signal.watchers()).isEqualTo(300_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void watchesTakenBackInAnyOrderLeaveTheOthersInTheirs(long seed) {
        Random random = new Random(seed);
        for (Condition condition : CONDITIONS) {
            Signal signal = pool.create(condition == LT ? 9 : 0);
            long satisfying = condition == LT ? 0 : 5;
            List<Integer> fired = new ArrayList<>();
            List<Integer> expected = new ArrayList<>();
            List<SignalWatch> there = new ArrayList<>();
            IdentityHashMap<SignalWatch, Integer> numbers = new IdentityHashMap<>();
            for (int number = 0; number < 500; number++) {
                int own = number;
                SignalWatch watch = new Spy(condition, condition == NE ? 0 : 5) {
                    @Override
                    protected void fired(long observed) {
                        fired.add(own);
                    }
                };
                signal.watch(watch);
                numbers.put(watch, number);
                there.add(watch);
                if (random.nextInt(3) > 0) {
                    SignalWatch gone = there.remove(random.nextInt(there.size()));
                    assertThat(signal.unwatch(gone)).isTrue();
                    assertThat(signal.unwatch(gone)).isFalse();
                }
            }
            there.forEach(watch -> expected.add(numbers.get(watch)));
            assertThat(signal.watchers()).isEqualTo(expected.size());
            signal.storeRelease(satisfying);
            assertThat(fired).as("seed=%d condition=%s", seed, condition).isEqualTo(expected);
            assertThat(signal.watchers()).isZero();
            assertThat(signal.unwatch(there.getLast())).isFalse();
        }
    }

    @Test
    void exactlyTheWatchesThatAStoreSatisfiesFire() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Signal signal = pool.create(0);
        List<Spy> waiting = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            long before = signal.loadAcquire();
            if (random.nextInt(3) > 0) {
                Spy watch = new Spy(CONDITIONS.get(random.nextInt(4)), random.nextLong(-20, 20));
                signal.watch(watch);
                if (watch.condition().holds(before, watch.value())) {
                    assertThat(watch.calls()).as("seed=%d step=%d", seed, step).containsExactly("" + before);
                } else {
                    waiting.add(watch);
                }
            } else {
                long value = random.nextLong(-20, 20);
                signal.storeRelease(value);
                for (Spy watch : waiting) {
                    boolean due = watch.condition().holds(value, watch.value());
                    assertThat(watch.calls())
                            .as("seed=%d step=%d", seed, step)
                            .isEqualTo(due ? List.of("" + value) : List.of());
                }
                waiting.removeIf(watch -> watch.condition().holds(value, watch.value()));
            }
            assertThat(signal.watchers()).as("seed=%d step=%d", seed, step).isEqualTo(waiting.size());
        }
    }

    @Test
    void watchesRegisteredAgainstStoresAndTheCloseAreEachCalledExactlyOnce() throws InterruptedException {
        for (int round = 0; round < 300; round++) {
            Signal signal = pool.create(0);
            int each = 50;
            List<List<Spy>> watches = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                watches.add(new ArrayList<>());
            }
            AtomicInteger stored = new AtomicInteger();
            Crew.all(6, number -> {
                if (number < 4) {
                    for (int i = 0; i < each; i++) {
                        Spy watch = new Spy(CONDITIONS.get(number), i);
                        watches.get(number).add(watch);
                        signal.watch(watch);
                    }
                } else if (number == 4) {
                    try {
                        for (int i = 0; i < each; i++) {
                            signal.storeRelease(i);
                            stored.set(i);
                        }
                    } catch (InvalidSignalException closed) {
                        assertThat(signal.isClosed()).isTrue();
                    }
                } else {
                    while (stored.get() < each / 2) {
                        Thread.onSpinWait();
                    }
                    signal.close();
                }
            });
            for (List<Spy> ofOne : watches) {
                for (Spy watch : ofOne) {
                    assertThat(watch.calls()).hasSize(1);
                    String call = watch.calls().getFirst();
                    assertThat(call.equals("closed") || watch.condition().holds(Long.parseLong(call), watch.value()))
                            .isTrue();
                }
            }
            assertThat(signal.watchers()).isZero();
        }
    }

    @Test
    void aStoreThatIsStillTellingOthersDoesNotFireAWatchMadeAfterItsValueWasOverwritten() throws InterruptedException {
        for (int round = 0; round < 40; round++) {
            Signal signal = pool.create(0);
            for (int i = 0; i < 5_000; i++) {
                signal.watch(new Spy(EQ, 1));
            }
            Spy late = new Spy(EQ, 1);
            Crew crew = new Crew();
            crew.start(() -> signal.storeRelease(1));
            while (signal.loadAcquire() != 1) {
                Thread.onSpinWait();
            }
            // As a device would: nobody is told.
            Words.setLongRelease(signal.handle() + SlotLayout.VALUE, 0);
            signal.watch(late);
            crew.join();
            assertThat(late.calls()).as("round %d", round).isEmpty();
            signal.close();
        }
    }

    @Test
    void eachWatchTakenBackAgainstAStoreIsEitherTakenBackOrCalled() throws InterruptedException {
        for (int round = 0; round < 2_000; round++) {
            Signal signal = pool.create(0);
            Spy watch = new Spy(EQ, 1);
            signal.watch(watch);
            Thread storer = Thread.ofVirtual().start(() -> signal.storeRelease(1));
            boolean takenBack = signal.unwatch(watch);
            assertThat(storer.join(Crew.BOUND)).isTrue();
            assertThat(watch.calls()).hasSize(takenBack ? 0 : 1);
            signal.close();
        }
    }
}
