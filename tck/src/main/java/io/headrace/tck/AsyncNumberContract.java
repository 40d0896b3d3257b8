package io.headrace.tck;

import static io.headrace.acc.AsyncQueues.DEFAULT_QUEUE;
import static io.headrace.acc.AsyncQueues.NOVAL;
import static io.headrace.acc.AsyncQueues.SYNC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.Queues;
import io.headrace.Stream;
import io.headrace.acc.AsyncQueue;
import io.headrace.acc.AsyncQueues;
import io.headrace.kernel.Range;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What async numbers stand for, when queues are made for them, and each thread's default. */
abstract class AsyncNumberContract extends DriverContract {

    private static final int[] NUMBERS = {NOVAL, 0, 1, 2, 36, 1982};
    private static final int[] WITH_SYNC = {SYNC, NOVAL, 0, 1, 2, 36, 1982};

    @Test
    void aDeviceHasOneSetOfQueues() {
        Device device = device();
        assertThat(AsyncQueues.of(device)).isSameAs(AsyncQueues.of(device));
        assertThat(AsyncQueues.of(device).device()).isSameAs(device);
    }

    // E13
    @Test
    void syncHasNoQueueAndAllOtherNumbersHaveOneOfTheirOwnForGood() {
        AsyncQueues acc = AsyncQueues.of(device());
        assertThat(acc.queue(SYNC).number()).isEqualTo(SYNC);
        assertThatThrownBy(() -> acc.stream(SYNC)).isInstanceOf(IllegalStateException.class);
        assertThat(acc.queues()).isEmpty();
        List<AsyncQueue> queues = IntStream.of(NUMBERS).mapToObj(acc::queue).toList();
        List<Stream> streams = IntStream.of(NUMBERS).mapToObj(acc::stream).toList();
        assertThat(identities(queues)).hasSameSizeAs(queues);
        assertThat(identities(streams)).hasSameSizeAs(streams);
        for (int i = 0; i < NUMBERS.length; i++) {
            assertThat(acc.queue(NUMBERS[i])).isSameAs(queues.get(i));
            assertThat(acc.stream(NUMBERS[i])).isSameAs(streams.get(i));
        }
        assertThat(identities(acc.queues())).isEqualTo(identities(queues));
    }

    @Test
    void novalIsNotQueueZero() {
        AsyncQueues acc = AsyncQueues.of(device());
        assertThat(acc.queue(NOVAL)).isNotSameAs(acc.queue(0));
        assertThat(acc.queue()).isSameAs(acc.queue(NOVAL));
    }

    @Test
    void theReservedNumberAndNovalNameTheSameQueue() {
        AsyncQueues acc = AsyncQueues.of(device());
        assertThat(DEFAULT_QUEUE).isEqualTo(2_147_483_646);
        assertThat(acc.queue(2_147_483_646)).isSameAs(acc.queue(NOVAL));
        assertThat(acc.queue(NOVAL).number()).isEqualTo(2_147_483_646);
        assertThat(acc.queues()).hasSize(1);
    }

    // E14
    @Test
    void aNumberBelowSyncIsAnArgumentErrorThatChangesNothing() {
        AsyncQueues acc = AsyncQueues.of(device());
        Stream stream = acc.device().stream();
        for (int bad : new int[] {-3, -1_000, Integer.MIN_VALUE}) {
            List<ThrowingCallable> calls = List.of(
                    () -> acc.queue(bad),
                    () -> acc.stream(bad),
                    () -> acc.attach(bad, stream),
                    () -> acc.setDefault(bad),
                    () -> acc.withDefault(bad, () -> {}),
                    () -> acc.test(bad),
                    () -> acc.await(bad),
                    () -> acc.await(bad, LIMIT),
                    () -> acc.awaitAny(0, bad),
                    () -> acc.waitAsync(bad, 5),
                    () -> acc.waitAsync(5, bad),
                    () -> acc.waitAllAsync(bad),
                    () -> acc.queue(SYNC).after(6, bad));
            assertThat(calls)
                    .allSatisfy(call -> assertThatThrownBy(call)
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("number=" + bad));
        }
        assertThat(acc.queues()).isEmpty();
        assertThat(acc.getDefault()).isEqualTo(DEFAULT_QUEUE);
        stream.close();
    }

    // E15, E16
    @Test
    void testsAndWaitsOfNumbersNeverUsedAreDoneAtOnceAndMakeNothing() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        for (int number : WITH_SYNC) {
            assertThat(acc.test(number)).isTrue();
            acc.await(number);
            assertThat(acc.await(number, LIMIT)).isTrue();
            for (int onto : WITH_SYNC) {
                acc.waitAsync(number, onto);
            }
            acc.queue(SYNC).after(number).launch(Range.of(1), i -> {});
        }
        assertThat(acc.testAll()).isTrue();
        acc.awaitAll();
        assertThat(acc.awaitAll(LIMIT)).isTrue();
        assertThat(acc.awaitAny(5, 6)).isZero();
        acc.waitAllAsync(SYNC);
        assertThat(acc.queues()).isEmpty();
    }

    @Test
    void aWaitListMakesNoneOfItsNumbers() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        acc.queue(3).after(1, NOVAL, SYNC, 3).launch(Range.of(1), i -> {});
        assertThat(acc.await(3, LIMIT)).isTrue();
        assertThat(acc.queues()).extracting(AsyncQueue::number).containsExactly(3);
    }

    // E22
    @Test
    void sixtyFourThreadsThatAskForOneNumberGetOneQueue() throws Exception {
        AsyncQueues acc = AsyncQueues.of(device());
        for (int number : new int[] {7, 5_000, 1 << 30, NOVAL}) {
            CountDownLatch start = new CountDownLatch(1);
            List<Task<AsyncQueue>> tasks = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                tasks.add(Task.start(() -> {
                    start.await();
                    return acc.queue(number);
                }));
            }
            start.countDown();
            for (Task<AsyncQueue> task : tasks) {
                assertThat(task.join()).isSameAs(acc.queue(number));
            }
        }
        assertThat(identities(acc.queues())).hasSize(4);
        assertThat(acc.queues()).hasSize(4);
    }

    // E23
    @Test
    void numbersThatSixteenThreadsMakeAtOnceAreAllFoundAndShareFewHardwareQueues() throws Exception {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        AsyncQueue[] seen = new AsyncQueue[4_096];
        List<Task<Boolean>> tasks = new ArrayList<>();
        for (int thread = 0; thread < 16; thread++) {
            int first = thread;
            tasks.add(Task.run(() -> {
                for (int number = first; number < seen.length; number += 16) {
                    seen[number] = acc.queue(number).launch(Range.of(1), i -> {});
                }
            }));
        }
        for (Task<Boolean> task : tasks) {
            task.join();
        }
        for (int number = 0; number < seen.length; number++) {
            assertThat(acc.queue(number)).isSameAs(seen[number]);
            assertThat(seen[number].number()).isEqualTo(number);
        }
        assertThat(identities(acc.queues())).hasSize(seen.length);
        assertThat(acc.queues()).hasSize(seen.length);
        assertThat(acc.awaitAll(LIMIT)).isTrue();
        assertThat(device.queues().entries()).hasSizeBetween(1, 4);
    }

    @Test
    void hazard4WhoeverFindsAQueueThatAnotherThreadMakesIsWaitedForByAWaitForAll() throws Exception {
        AsyncQueues acc = AsyncQueues.of(device());
        for (int number = 0; number < 300; number++) {
            int mine = number;
            CountDownLatch start = new CountDownLatch(1);
            List<Task<Boolean>> tasks = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                tasks.add(Task.start(() -> {
                    AtomicBoolean ran = new AtomicBoolean();
                    start.await();
                    acc.queue(mine).launch(Range.of(1), x -> ran.set(true));
                    acc.awaitAll();
                    return ran.get();
                }));
            }
            start.countDown();
            for (Task<Boolean> task : tasks) {
                assertThat(task.join()).isTrue();
            }
        }
    }

    @Test
    void aNumberThatIsIdleCostsTheHardwareNothing() throws InterruptedException {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        long before = QueueUse.allOperations(device);
        for (int number = 0; number < 1_000; number++) {
            acc.queue(number);
        }
        acc.waitAllAsync(0);
        assertThat(QueueUse.allOperations(device)).isEqualTo(before);
        assertThat(device.queues().entries()).extracting(Queues.Entry::users).containsOnly(0);
        for (int number = 0; number < 100; number++) {
            acc.queue(number).launch(Range.of(1), i -> {});
        }
        assertThat(acc.awaitAll(LIMIT)).isTrue();
        assertThat(device.queues().entries()).extracting(Queues.Entry::users).containsOnly(0);
    }

    // E24
    @Test
    void theLargestNumbersAreQueuesLikeOthers() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        int[] numbers = {1_023, 1_024, (1 << 20) - 1, 1 << 20, 1 << 30, Integer.MAX_VALUE - 1, Integer.MAX_VALUE};
        for (int number : numbers) {
            assertThat(acc.queue(number).launch(Range.of(1), i -> {}).number()).isEqualTo(number);
        }
        assertThat(acc.awaitAll(LIMIT)).isTrue();
        assertThat(acc.queues()).extracting(AsyncQueue::number).containsExactlyInAnyOrder(boxed(numbers));
        assertThat(identities(acc.queues())).hasSize(numbers.length);
    }

    // E20
    @Test
    void aDefaultSendsWorkWithNoNumberToItsQueue() {
        AsyncQueues acc = AsyncQueues.of(device());
        assertThat(acc.getDefault()).isEqualTo(DEFAULT_QUEUE);
        acc.setDefault(1);
        assertThat(acc.getDefault()).isEqualTo(1);
        assertThat(acc.queue(NOVAL)).isSameAs(acc.queue(1));
        acc.setDefault(2);
        assertThat(acc.queue()).isSameAs(acc.queue(2));
        acc.setDefault(NOVAL);
        assertThat(acc.getDefault()).isEqualTo(DEFAULT_QUEUE);
        assertThat(acc.queue()).isSameAs(acc.queue(DEFAULT_QUEUE));
    }

    @Test
    void theReservedNumberIsTheSharedQueueWhateverTheDefaultIs() {
        AsyncQueues acc = AsyncQueues.of(device());
        AsyncQueue shared = acc.queue(NOVAL);
        acc.setDefault(4);
        assertThat(acc.queue(DEFAULT_QUEUE)).isSameAs(shared);
        acc.setDefault(DEFAULT_QUEUE);
        assertThat(acc.queue(NOVAL)).isSameAs(shared);
        acc.setDefault(NOVAL);
    }

    @Test
    void aDefaultBelongsToOneThreadAndNobodyInheritsIt() throws Exception {
        AsyncQueues acc = AsyncQueues.of(device());
        acc.setDefault(9);
        assertThat(Task.start(acc::getDefault).join()).isEqualTo(DEFAULT_QUEUE);
        assertThat(Task.startVirtual(acc::getDefault).join()).isEqualTo(DEFAULT_QUEUE);
        int other = Task.startVirtual(() -> {
                    acc.setDefault(3);
                    return acc.getDefault();
                })
                .join();
        assertThat(other).isEqualTo(3);
        assertThat(acc.getDefault()).isEqualTo(9);
        acc.setDefault(NOVAL);
    }

    // CV-CUDA #274
    @Test
    void aDefaultThatAHostCallSetsEndsWithTheCall() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        for (int round = 0; round < 20; round++) {
            int number = round;
            AtomicInteger atFirst = new AtomicInteger();
            AtomicInteger afterwards = new AtomicInteger();
            acc.queue(1).hostCall(() -> {
                atFirst.set(acc.getDefault());
                acc.setDefault(number);
                acc.setDefault(number + 1);
                afterwards.set(acc.getDefault());
                if (number % 2 == 0) {
                    throw new IllegalStateException("planned");
                }
            });
            if (number % 2 == 0) {
                assertThatThrownBy(() -> acc.await(1, LIMIT)).hasStackTraceContaining("planned");
            } else {
                assertThat(acc.await(1, LIMIT)).isTrue();
            }
            assertThat(atFirst).hasValue(DEFAULT_QUEUE);
            assertThat(afterwards).hasValue(number + 1);
        }
        assertThat(acc.getDefault()).isEqualTo(DEFAULT_QUEUE);
    }

    @Test
    void threadsThatSetNoDefaultShareOneQueue() throws Exception {
        AsyncQueues acc = AsyncQueues.of(device());
        AsyncQueue here = acc.queue();
        assertThat(Task.start(acc::queue).join()).isSameAs(here);
    }

    @Test
    void aScopedDefaultGivesTheOuterOneBackAlsoAfterAnException() {
        AsyncQueues acc = AsyncQueues.of(device());
        acc.withDefault(5, () -> {
            assertThat(acc.getDefault()).isEqualTo(5);
            assertThatThrownBy(() -> acc.withDefault(6, () -> {
                        assertThat(acc.getDefault()).isEqualTo(6);
                        throw new InterruptedException("planned");
                    }))
                    .isInstanceOf(InterruptedException.class);
            assertThat(acc.getDefault()).isEqualTo(5);
            assertThatThrownBy(() -> acc.withDefault(-3, () -> {})).isInstanceOf(IllegalArgumentException.class);
            assertThat(acc.getDefault()).isEqualTo(5);
            acc.withDefault(NOVAL, () -> assertThat(acc.getDefault()).isEqualTo(DEFAULT_QUEUE));
            acc.setDefault(8);
        });
        assertThat(acc.getDefault()).isEqualTo(DEFAULT_QUEUE);
    }

    @Test
    void aSynchronousDefaultMakesWorkWithNoNumberSynchronous() {
        AsyncQueues acc = AsyncQueues.of(device());
        int[] ran = {0};
        acc.withDefault(SYNC, () -> {
            assertThat(acc.getDefault()).isEqualTo(SYNC);
            acc.queue().launch(Range.of(1), i -> ran[0] = 1);
            assertThat(ran[0]).isEqualTo(1);
            assertThat(acc.test(NOVAL)).isTrue();
            assertThatThrownBy(() -> acc.attach(NOVAL, acc.device().stream()))
                    .isInstanceOf(IllegalArgumentException.class);
        });
        assertThat(acc.queues()).isEmpty();
    }

    private static <T> Set<T> identities(List<T> objects) {
        Set<T> identities = Collections.newSetFromMap(new IdentityHashMap<>());
        identities.addAll(objects);
        return identities;
    }

    private static Integer[] boxed(int... numbers) {
        return IntStream.of(numbers).boxed().toArray(Integer[]::new);
    }
}
