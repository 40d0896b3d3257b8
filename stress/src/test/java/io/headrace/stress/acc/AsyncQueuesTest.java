package io.headrace.stress.acc;

import static io.headrace.acc.AsyncQueues.SYNC;
import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.Stream;
import io.headrace.acc.AsyncQueue;
import io.headrace.acc.AsyncQueues;
import io.headrace.error.ClosedException;
import io.headrace.kernel.Range;
import io.headrace.stress.Crew;
import io.headrace.stress.Effort;
import io.headrace.stress.Seed;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;

class AsyncQueuesTest {

    private static final Range ONE = Range.of(1);
    private static final int NUMBERS = 4_096;

    /** Numbers are used for the first time by 32 threads at once, all over the table. */
    @Test
    void aNumberIsOneQueueForAllAndNoneIsMadeTwice() throws InterruptedException {
        long seed = Seed.of("aNumberIsOneQueueForAllAndNoneIsMadeTwice");
        Duration time = Effort.time(2, 10);
        long start = System.nanoTime();
        for (int round = 0; round == 0 || System.nanoTime() - start < time.toNanos(); round++) {
            try (Headrace headrace = Headrace.open()) {
                AsyncQueues acc = AsyncQueues.of(headrace.device());
                AtomicReferenceArray<AsyncQueue> first = new AtomicReferenceArray<>(NUMBERS);
                AtomicIntegerArray ran = new AtomicIntegerArray(NUMBERS);
                long roundSeed = seed + round;
                Crew.all(32, thread -> {
                    Random random = new Random(roundSeed + thread);
                    for (int i = 0; i < NUMBERS; i++) {
                        int number = random.nextInt(NUMBERS);
                        AsyncQueue mine = acc.queue(number);
                        AsyncQueue other = first.compareAndExchange(number, null, mine);
                        assertThat(other == null || other == mine).isTrue();
                        if (i % 256 == 0) {
                            // Found by anybody, waited for by all: the hazard of a list that lags behind.
                            mine.launch(ONE, ignored -> ran.incrementAndGet(number));
                            int before = ran.get(number);
                            acc.awaitAll();
                            assertThat(ran.get(number)).isGreaterThanOrEqualTo(Math.max(1, before));
                        }
                    }
                });
                assertThat(new HashSet<>(acc.queues())).hasSameSizeAs(acc.queues());
            }
        }
    }

    /** What a thread enqueues on a number stays in order, and is waited for, while streams come and go under it. */
    @Test
    void workStaysInOrderWhileStreamsAreAttachedAndClosed() throws InterruptedException {
        int rounds = Effort.rounds(5_000, 500_000);
        int enqueuers = 3;
        AtomicInteger wrong = new AtomicInteger();
        AtomicInteger over = new AtomicInteger();
        int[] next = new int[enqueuers];
        try (Headrace headrace = Headrace.open()) {
            Device device = headrace.device();
            AsyncQueues acc = AsyncQueues.of(device);
            Crew.all(enqueuers + 2, thread -> {
                if (thread >= enqueuers) {
                    attach(acc, over, enqueuers);
                    return;
                }
                try {
                    for (int i = 0; i < rounds; i++) {
                        int expected = i;
                        acc.queue(1).launch(ONE, ignored -> wrong.addAndGet(next[thread]++ == expected ? 0 : 1));
                        if (i % 100 == 0) {
                            assertThat(acc.await(1, Crew.LIMIT)).isTrue();
                            wrong.addAndGet(next[thread] == i + 1 ? 0 : 1);
                        }
                    }
                } finally {
                    over.incrementAndGet();
                }
            });
            assertThat(acc.awaitAll(Crew.LIMIT)).isTrue();
        }
        assertThat(wrong).hasValue(0);
        assertThat(next).containsOnly(rounds);
    }

    private static void attach(AsyncQueues acc, AtomicInteger over, int all) throws InterruptedException {
        ArrayDeque<Stream> open = new ArrayDeque<>();
        for (int round = 1; over.get() < all; round++) {
            if (round % 16 == 0) {
                // Else streams that wait for streams become more and more.
                assertThat(acc.await(1, Crew.LIMIT)).isTrue();
            }
            open.add(acc.device().stream());
            try {
                acc.attach(1, open.getLast());
            } catch (ClosedException closedByTheOther) {
                continue;
            }
            if (open.size() > 2) {
                open.remove().close();
            }
            acc.stream(1).close();
        }
    }

    /** Others look at a queue over and over whether it rests; whoever has enqueued finds that it does not. */
    @Test
    void aQueueIsNeverTakenAsAtRestByWhoHasJustEnqueued() throws InterruptedException {
        int rounds = Effort.rounds(20_000, 1_000_000);
        AtomicInteger early = new AtomicInteger();
        AtomicInteger over = new AtomicInteger();
        try (Headrace headrace = Headrace.open()) {
            AsyncQueues acc = AsyncQueues.of(headrace.device());
            Crew.all(4, thread -> {
                if (thread >= 2) {
                    while (over.get() < 2) {
                        acc.waitAllAsync(SYNC);
                        acc.queue(20 + thread).after(10, 11);
                        assertThat(acc.await(20 + thread, Crew.LIMIT)).isTrue();
                    }
                    return;
                }
                try {
                    int[] done = {0};
                    int number = 10 + thread;
                    for (int i = 1; i <= rounds; i++) {
                        int expected = i;
                        acc.queue(number).launch(ONE, ignored -> done[0] = expected);
                        acc.queue(number + 2)
                                .after(number)
                                .launch(ONE, ignored -> early.addAndGet(done[0] < expected ? 1 : 0));
                        if (i % 10 == 0) {
                            assertThat(acc.await(number + 2, Crew.LIMIT)).isTrue();
                            early.addAndGet(done[0] < i ? 1 : 0);
                        }
                    }
                } finally {
                    over.incrementAndGet();
                }
            });
        }
        assertThat(early).hasValue(0);
    }

    /** First uses, waits and the runtime's end at once: all work that was taken has run, and later calls say why not. */
    @Test
    void firstUsesMeetTheClose() throws InterruptedException {
        int rounds = Effort.rounds(100, 5_000);
        for (int round = 0; round < rounds; round++) {
            Headrace headrace = Headrace.open();
            AsyncQueues acc = AsyncQueues.of(headrace.device());
            AtomicInteger taken = new AtomicInteger();
            AtomicInteger ran = new AtomicInteger();
            int uses = round % 50;
            Crew.all(4, thread -> {
                if (thread == 0) {
                    Crew.until("uses=" + uses, () -> taken.get() >= uses);
                    headrace.close();
                    return;
                }
                try {
                    for (int number = thread; ; number += 3) {
                        acc.queue(number).launch(ONE, ignored -> ran.incrementAndGet());
                        taken.incrementAndGet();
                        acc.waitAllAsync(number);
                    }
                } catch (ClosedException expected) {
                    assertThat(expected).hasMessageContaining("closed");
                }
            });
            assertThat(ran).hasValue(taken.get());
        }
    }
}
