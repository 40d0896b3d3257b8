package io.headrace.acc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.ClosedException;
import io.headrace.error.ResourcesExhaustedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The table of numbers. The hazards are those of a published design that grows its array by copying. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NumberTableTest {

    private static final int[] EDGES = {
        0, 1, 1_022, 1_023, 1_024, 4_095, (1 << 20) - 1, 1 << 20, 1 << 30, Integer.MAX_VALUE - 1, Integer.MAX_VALUE
    };

    /** What a number stands for here. Not final, so that only a safe publication shows the number. */
    private static final class Made {

        private int number;

        Made(int number) {
            this.number = number;
        }
    }

    private final ConcurrentHashMap<Integer, Integer> made = new ConcurrentHashMap<>();

    private final NumberTable<Made> table = new NumberTable<>(
            number -> {
                made.merge(number, 1, Integer::sum);
                return new Made(number);
            },
            Made[]::new);

    @Test
    void aNumberStandsForOneThingForGood() {
        for (int number : EDGES) {
            Made first = table.get(number);
            assertThat(first.number).isEqualTo(number);
            assertThat(table.get(number)).isSameAs(first);
            assertThat(table.find(number)).isSameAs(first);
        }
        assertThat(made.values()).containsOnly(1);
        assertThat(all()).hasSize(EDGES.length).doesNotHaveDuplicates();
    }

    @Test
    void aLookMakesNothing() {
        for (int number : EDGES) {
            assertThat(table.find(number)).isNull();
        }
        assertThat(made).isEmpty();
        assertThat(all()).isEmpty();
        assertThat(table.chunks()).isZero();
    }

    @Test
    void hazard1AReaderIsNeverLeftWithAnOldCopy() throws InterruptedException {
        Made[] known = new Made[64];
        for (int number = 0; number < known.length; number++) {
            known[number] = table.get(number * 100);
        }
        AtomicBoolean grown = new AtomicBoolean();
        together(4, thread -> {
            if (thread == 0) {
                for (int number = 0; number < 200_000; number++) {
                    table.get(number);
                }
                grown.set(true);
            }
            while (!grown.get()) {
                for (int number = 0; number < known.length; number++) {
                    assertThat(table.find(number * 100) == known[number]).isTrue();
                    assertThat(table.get(number * 100) == known[number]).isTrue();
                }
            }
        });
    }

    @Test
    void hazard2NothingIsLostOrDoubledWhenThreadsGrowTheTableAndFillItAtOnce() throws InterruptedException {
        Made[] seen = growAndFillAtOnce(4_096);
        for (int number = 0; number < seen.length; number++) {
            assertThat(table.find(number)).isSameAs(seen[number]);
            assertThat(table.get(number)).isSameAs(seen[number]);
        }
        assertThat(made).hasSize(seen.length);
        assertThat(made.values()).containsOnly(1);
    }

    @Test
    void hazard3TheListOfAllMissesNothingThatWasPutInWhileTheTableGrew() throws InterruptedException {
        Made[] seen = growAndFillAtOnce(4_096);
        assertThat(all()).hasSize(seen.length).containsExactlyInAnyOrder(seen);
    }

    /** What those who made it saw of each number. */
    private Made[] growAndFillAtOnce(int numbers) throws InterruptedException {
        int threads = 32;
        Made[] seen = new Made[numbers];
        together(threads, thread -> {
            for (int number = thread; number < numbers; number += threads) {
                seen[number] = table.get(number);
                // Its neighbours' too, at the same time.
                table.get(number ^ 1);
            }
        });
        return seen;
    }

    @Test
    void hazard4WhatCanBeFoundIsInTheListOfAll() throws InterruptedException {
        int numbers = 3_000;
        AtomicInteger making = new AtomicInteger();
        together(4, thread -> {
            while (making.get() < numbers) {
                int number = making.get();
                if (thread == 0) {
                    table.get(spread(number));
                    making.incrementAndGet();
                } else {
                    Made found = table.find(spread(number));
                    assertThat(found == null || all().contains(found)).isTrue();
                }
            }
        });
        assertThat(all()).hasSize(numbers);
    }

    @Test
    void hazard5NobodyMakesOneInVain() throws InterruptedException {
        for (int number : EDGES) {
            AtomicReference<@Nullable Made> first = new AtomicReference<>();
            together(64, thread -> {
                Made mine = table.get(number);
                Made other = first.compareAndExchange(null, mine);
                assertThat(other == null || other == mine).isTrue();
            });
            assertThat(made).containsEntry(number, 1);
        }
    }

    @Test
    @SuppressWarnings("NullAway")
    void hazard6NothingMadeIsAnErrorAndLeavesTheNumberFree() {
        AtomicBoolean fails = new AtomicBoolean(true);
        NumberTable<Made> failing = new NumberTable<>(number -> fails.get() ? null : new Made(number), Made[]::new);
        assertThatThrownBy(() -> failing.get(3)).isInstanceOf(NullPointerException.class);
        assertThat(failing.find(3)).isNull();
        failing.forEach(one -> {
            throw new AssertionError("nothing was made, but the list has number=" + one.number);
        });
        fails.set(false);
        assertThat(failing.get(3).number).isEqualTo(3);
    }

    @Test
    void hazard7ALargeNumberCostsNoArrayAndAnEmptyPlaceNoNewOne() {
        table.get(5);
        assertThat(table.chunks()).isZero();
        table.get(1_000_000);
        assertThat(table.chunks()).isOne();
        table.get(1_000_001);
        table.get(6);
        assertThat(table.chunks()).isOne();
        table.get(1 << 30);
        table.get(Integer.MAX_VALUE);
        assertThat(table.chunks()).isEqualTo(3);
        // Reference by reference, no array is longer than this.
        List<Integer> lengths = new ArrayList<>();
        NumberTable<Made> sized = new NumberTable<>(Made::new, length -> {
            lengths.add(length);
            return new Made[length];
        });
        sized.get(Integer.MAX_VALUE);
        assertThat(lengths).containsExactly(1_024, 32);
    }

    @Test
    void hazard8WhoFindsOneSeesAllOfIt() throws InterruptedException {
        int numbers = 50_000;
        together(4, thread -> {
            for (int number = 0; number < numbers; number++) {
                Made found = thread % 2 == 0 ? table.get(number) : table.find(number);
                assertThat(found == null || found.number == number).isTrue();
            }
        });
    }

    @Test
    void aFailureIsThrownToAllWhoAskedAndLeavesTheNumberFree() throws InterruptedException {
        AtomicInteger tries = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(1);
        NumberTable<Made> failing = new NumberTable<>(
                number -> {
                    if (tries.getAndIncrement() == 0) {
                        await(all);
                        throw new ResourcesExhaustedException("planned");
                    }
                    return new Made(number);
                },
                Made[]::new);
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> askers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            askers.add(Thread.ofPlatform().daemon().start(() -> {
                try {
                    failing.get(9);
                } catch (RuntimeException e) {
                    failures.add(e);
                }
            }));
        }
        for (Thread asker : askers) {
            while (asker.getState() != Thread.State.WAITING && asker.getState() != Thread.State.TIMED_WAITING) {
                Thread.sleep(1);
            }
        }
        all.countDown();
        for (Thread asker : askers) {
            asker.join();
        }
        assertThat(tries).hasValue(1);
        assertThat(failures)
                .hasSize(16)
                .allSatisfy(failure -> assertThat(failure)
                        .isInstanceOf(ResourcesExhaustedException.class)
                        .hasMessage("planned"));
        assertThat(failing.find(9)).isNull();
        assertThat(failing.get(9).number).isEqualTo(9);
    }

    @Test
    void makingOneHoldsUpNobodyWhoWantsAnother() throws InterruptedException {
        CountDownLatch slow = new CountDownLatch(1);
        NumberTable<Made> slowOnOne = new NumberTable<>(
                number -> {
                    if (number == 1) {
                        await(slow);
                    }
                    return new Made(number);
                },
                Made[]::new);
        Thread making = Thread.ofPlatform().daemon().start(() -> slowOnOne.get(1));
        while (making.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        assertThat(slowOnOne.get(2).number).isEqualTo(2);
        assertThat(slowOnOne.get(1 << 25).number).isEqualTo(1 << 25);
        assertThat(slowOnOne.find(1)).isNull();
        slow.countDown();
        making.join();
        assertThat(slowOnOne.find(1)).isNotNull();
    }

    @Test
    void aSealedTableFindsNothingAndMakesNothing() {
        for (int number : EDGES) {
            table.get(number);
        }
        table.seal();
        for (int number : EDGES) {
            assertThatThrownBy(() -> table.get(number)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> table.find(number)).isInstanceOf(ClosedException.class);
        }
        assertThatThrownBy(() -> table.get(77)).isInstanceOf(ClosedException.class);
        assertThat(all()).hasSizeGreaterThanOrEqualTo(EDGES.length);
    }

    @Test
    void whatWasGotBeforeTheSealIsInTheListAfterIt() throws InterruptedException {
        for (int round = 0; round < 200; round++) {
            NumberTable<Made> sealed = new NumberTable<>(Made::new, Made[]::new);
            ConcurrentLinkedQueue<Made> got = new ConcurrentLinkedQueue<>();
            int rest = ThreadLocalRandom.current().nextInt(200);
            together(3, thread -> {
                if (thread == 0) {
                    for (int i = 0; i < rest; i++) {
                        Thread.onSpinWait();
                    }
                    sealed.seal();
                    List<Made> list = new ArrayList<>();
                    sealed.forEach(list::add);
                    assertThat(list).containsAll(List.copyOf(got));
                    return;
                }
                for (int i = 0; i < 100; i++) {
                    try {
                        got.add(sealed.get(2 * i + thread));
                    } catch (ClosedException e) {
                        return;
                    }
                }
            });
        }
    }

    private List<Made> all() {
        List<Made> all = new ArrayList<>();
        table.forEach(all::add);
        return all;
    }

    /** Numbers of all parts of the table. */
    private static int spread(int number) {
        return switch (number % 3) {
            case 0 -> number;
            case 1 -> number + 500_000;
            default -> Integer.MAX_VALUE - number;
        };
    }

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody opened the latch");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void together(int count, IntConsumer work) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(count);
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                start.countDown();
                try {
                    await(start);
                    work.accept(number);
                } catch (Throwable e) {
                    failures.add(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }
}
