package io.headrace.signal;

import static io.headrace.signal.Condition.EQ;
import static io.headrace.signal.Condition.GTE;
import static io.headrace.signal.Condition.LT;
import static io.headrace.signal.Condition.NE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.InvalidSignalException;
import io.headrace.memory.Words;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SignalHandlerTest {

    private final SignalPool pool = new SignalPool(0, 0);
    private final List<Long> seen = new CopyOnWriteArrayList<>();
    private final SignalHandler noting = seen::add;

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void aHandlerIsCalledForEachStoreThatMeetsItsCondition() throws InterruptedException {
        Signal signal = pool.create(0);
        signal.onChange(GTE, 10, noting);
        for (long value = 9; value < 20; value++) {
            long stored = value;
            signal.storeRelease(value);
            Crew.until(() -> stored < 10 || seen.contains(stored));
        }
        assertThat(seen).containsExactly(10L, 11L, 12L, 13L, 14L, 15L, 16L, 17L, 18L, 19L);
    }

    @Test
    void aConditionThatHoldsAlreadyIsReportedOnceAndThenNeedsAStore() throws InterruptedException {
        Signal signal = pool.create(-1);
        SignalRegistration registration = signal.onChange(LT, 0, noting);
        Crew.until(() -> seen.size() == 1);
        Thread.sleep(20);
        assertThat(seen).containsExactly(-1L);
        assertThat(registration.isActive()).isTrue();
    }

    @Test
    void theSameValueCountsAgainOnceTheConditionDidNotHoldWhoeverStoresIt() throws InterruptedException {
        Signal signal = pool.create(0);
        long valueAt = signal.nativeAddress() + SlotLayout.VALUE;
        signal.onChange(EQ, 1, noting);
        for (int call = 1; call <= 4; call++) {
            int calls = call;
            Words.setLongVolatile(valueAt, 1);
            Crew.until(() -> seen.size() == calls);
            signal.storeRelease(0);
        }
        Words.setLongVolatile(valueAt, 1);
        Crew.until(() -> seen.size() == 5);
        assertThat(seen).containsOnly(1L);
    }

    @Test
    void aHandlerThatTakesTheValueBackIsCalledForEachOfManyThreadsStores() throws InterruptedException {
        Signal signal = pool.create(0);
        signal.onChange(EQ, 1, value -> {
            signal.storeRelease(0);
            return true;
        });
        int threads = 3;
        int rounds = 20_000;
        AtomicInteger stored = new AtomicInteger();
        try (ExecutorService crew = Executors.newFixedThreadPool(threads)) {
            for (int i = 0; i < threads; i++) {
                crew.execute(() -> {
                    try {
                        for (int round = 0; round < rounds; round++) {
                            if (!signal.await(EQ, 0, Duration.ofSeconds(20))) {
                                return;
                            }
                            signal.storeRelease(1);
                            stored.incrementAndGet();
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
        }
        assertThat(stored).hasValue(threads * rounds);
    }

    @Test
    void theNextStoreNeedNotChangeTheValue() throws InterruptedException {
        Signal signal = pool.create(1);
        signal.onChange(EQ, 1, noting);
        for (int calls = 1; calls <= 5; calls++) {
            int expected = calls;
            Crew.until(() -> seen.size() == expected);
            signal.compareAndSetAcqRel(77, 78);
        }
        Crew.until(() -> seen.size() == 6);
        assertThat(seen).containsOnly(1L);
    }

    @Test
    void falseRemovesTheHandler() throws InterruptedException {
        Signal signal = pool.create(0);
        SignalRegistration registration = signal.onChange(NE, 0, observed -> {
            seen.add(observed);
            return observed < 2;
        });
        for (long value = 1; value <= 2; value++) {
            int expected = (int) value;
            signal.storeRelease(value);
            Crew.until(() -> seen.size() == expected);
        }
        Crew.until(() -> !registration.isActive());
        signal.storeRelease(3);
        Thread.sleep(10);
        assertThat(seen).containsExactly(1L, 2L);
        assertThat(signal.isWatched()).isFalse();
    }

    @Test
    void aHandlerThatThrowsIsRemovedAndTheOthersStay() throws InterruptedException {
        Signal signal = pool.create(0);
        SignalRegistration broken = signal.onChange(NE, 0, observed -> {
            throw new IllegalStateException("thrown on purpose by a test");
        });
        SignalRegistration sound = signal.onChange(NE, 0, noting);
        signal.storeRelease(1);
        Crew.until(() -> !broken.isActive() && seen.size() == 1);
        signal.storeRelease(2);
        Crew.until(() -> seen.size() == 2);
        assertThat(sound.isActive()).isTrue();
    }

    @Test
    void oneThatBlocksHoldsUpNeitherStoresNorOthersAndGetsTheLatestValueNext() throws InterruptedException {
        Signal signal = pool.create(0);
        Semaphore mayGoOn = new Semaphore(0);
        List<Long> slow = new CopyOnWriteArrayList<>();
        AtomicInteger together = new AtomicInteger();
        signal.onChange(GTE, 1, observed -> {
            assertThat(together.incrementAndGet()).isOne();
            slow.add(observed);
            mayGoOn.acquireUninterruptibly();
            together.decrementAndGet();
            return true;
        });
        signal.onChange(EQ, 50, noting);
        signal.storeRelease(1);
        Crew.until(() -> slow.size() == 1);
        for (long value = 2; value <= 50; value++) {
            signal.storeRelease(value);
        }
        Crew.until(() -> seen.equals(List.of(50L)));
        assertThat(slow).containsExactly(1L);
        mayGoOn.release();
        Crew.until(() -> slow.size() == 2);
        mayGoOn.release();
        Thread.sleep(10);
        assertThat(slow).containsExactly(1L, 50L);
    }

    @Test
    void manyStoringThreadsLeadToOneCallAtATimeForEverHigherValues() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            Signal signal = pool.create(0);
            List<Long> values = new CopyOnWriteArrayList<>();
            signal.onChange(GTE, 1, values::add);
            Crew.all(4, number -> {
                for (int i = 0; i < 500; i++) {
                    signal.addAcqRel(1);
                }
            });
            Crew.until(() -> values.contains(2_000L));
            assertThat(values).isSorted().doesNotHaveDuplicates();
            signal.close();
        }
    }

    @Test
    void aValueThatIsOverwrittenAtOnceIsReported() throws InterruptedException {
        Signal signal = pool.create(0);
        signal.onChange(EQ, 1, noting);
        signal.storeRelease(1);
        signal.storeRelease(0);
        Crew.until(() -> seen.equals(List.of(1L)));
    }

    @Test
    void aHandlerRunsOnAVirtualThreadOrOnTheExecutorItsUserChose() throws InterruptedException {
        Signal signal = pool.create(1);
        List<Thread> threads = new CopyOnWriteArrayList<>();
        signal.onChange(EQ, 1, observed -> !threads.add(Thread.currentThread()));
        Crew.until(() -> threads.size() == 1);
        assertThat(threads.getFirst().isVirtual()).isTrue();
        try (ExecutorService executor = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name("chosen").factory())) {
            signal.onChange(EQ, 1, observed -> !threads.add(Thread.currentThread()), executor);
            Crew.until(() -> threads.size() == 2);
            assertThat(threads.getLast().getName()).isEqualTo("chosen");
        }
        signal.onChange(EQ, 1, observed -> !threads.add(Thread.currentThread()), Runnable::run);
        Crew.until(() -> threads.size() == 3);
        assertThat(threads.getLast()).isNotSameAs(Thread.currentThread());
    }

    @Test
    void anExecutorThatRefusesACallLosesItsHandlerAndNothingElse() throws InterruptedException {
        Signal signal = pool.create(0);
        SignalRegistration refused = signal.onChange(NE, 0, noting, task -> {
            throw new RejectedExecutionException("refused on purpose by a test");
        });
        signal.storeRelease(1);
        Crew.until(() -> !refused.isActive());
        assertThat(seen).isEmpty();
        Crew.until(() -> !signal.isWatched());
    }

    @Test
    void noCallBeginsAfterTheRegistrationWasClosed() throws InterruptedException {
        Signal signal = pool.create(0);
        List<Runnable> waiting = new CopyOnWriteArrayList<>();
        SignalRegistration registration = signal.onChange(NE, 0, noting, waiting::add);
        signal.storeRelease(1);
        Crew.until(() -> waiting.size() == 1);
        registration.close();
        registration.close();
        waiting.getFirst().run();
        signal.storeRelease(2);
        assertThat(seen).isEmpty();
        assertThat(waiting).hasSize(1);
        assertThat(registration.isActive()).isFalse();
    }

    @Test
    void closingTheSignalDropsItsHandlersAfterTheCallThatIsDue() throws InterruptedException {
        Signal signal = pool.create(0);
        SignalRegistration called = signal.onChange(EQ, 1, noting);
        SignalRegistration idle = signal.onChange(EQ, 2, noting);
        signal.storeRelease(1);
        signal.close();
        Crew.until(() -> seen.equals(List.of(1L)));
        Crew.until(() -> !called.isActive() && !idle.isActive());
        assertThatThrownBy(() -> signal.onChange(EQ, 1, noting)).isInstanceOf(InvalidSignalException.class);
    }

    @Test
    void storesByOthersCallTheHandlersOfASharedSignal() throws InterruptedException {
        Signal signal = pool.create(0);
        long at = signal.nativeAddress() + SlotLayout.VALUE;
        signal.onChange(GTE, 1, noting);
        for (long value = 1; value <= 20; value++) {
            long stored = value;
            Words.setLongVolatile(at, value);
            Crew.until(() -> seen.contains(stored));
        }
        assertThat(seen).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aHandlerMayStoreToItsOwnSignal() throws InterruptedException {
        Signal signal = pool.create(1);
        CountDownLatch done = new CountDownLatch(1);
        signal.onChange(GTE, 1, observed -> {
            seen.add(observed);
            if (observed == 100) {
                done.countDown();
                return false;
            }
            signal.storeRelease(observed + 1);
            return true;
        });
        assertThat(done.await(40, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).hasSize(100).isSorted();
    }
}
