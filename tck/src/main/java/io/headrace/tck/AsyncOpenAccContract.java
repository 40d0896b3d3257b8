package io.headrace.tck;

import static io.headrace.acc.AsyncQueues.NOVAL;
import static io.headrace.acc.AsyncQueues.SYNC;
import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.I32;
import io.headrace.acc.AsyncQueue;
import io.headrace.acc.AsyncQueues;
import io.headrace.kernel.Range;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What public suites for OpenACC check of queues and waits, in our own words. The tests are named by what they check; the
 * comment names the test of OpenACC V&V or of GCC's libgomp.
 */
abstract class AsyncOpenAccContract extends DriverContract {

    private static final int N = 1_000;
    private static final Range ALL = Range.of(N);
    private static final int[] NUMBERS = {SYNC, NOVAL, 0, 1, 2, 36, 1982};

    private AsyncQueues acc() {
        return AsyncQueues.of(device());
    }

    private static int[] numbers() {
        return IntStream.range(0, N).toArray();
    }

    // V&V acc_async_test T1, T3
    @Test
    void pollingAQueueUntilItIsDoneMeansThatTheHostSeesTheData() {
        AsyncQueues acc = acc();
        int[] a = numbers();
        int[] b = new int[N];
        try (I32 x = acc.device().i32(N);
                I32 y = acc.device().i32(N)) {
            acc.queue(1).copy(a, x).launch(ALL, i -> x.set(i, 2 * x.get(i)));
            acc.queue().after(1).launch(ALL, i -> y.set(i, x.get(i) + 1)).copy(y, b);
            int number = acc.getDefault();
            assertThat(number).isNotNegative();
            Eventually.isTrue("the default queue is done", () -> acc.test(number));
            assertThat(b).containsExactly(times(2, 1));
        }
    }

    // V&V acc_async_test_all T1 to T3
    @Test
    void whenAllAreDoneTheWorkOfTenQueuesIsComplete() {
        AsyncQueues acc = acc();
        int[][] a = new int[10][N];
        try (I32 x = acc.device().i32(10L * N)) {
            for (int number = 0; number < 10; number++) {
                int mine = number;
                I32 part = x.elements((long) number * N, N);
                acc.withDefault(
                        number,
                        () -> acc.queue()
                                .launch(ALL, i -> part.set(i, mine + (int) i))
                                .copy(part, a[mine]));
            }
            Eventually.isTrue("all queues are done", acc::testAll);
            for (int number = 0; number < 10; number++) {
                assertThat(a[number]).containsExactly(times(1, number));
            }
        }
    }

    // V&V acc_wait
    @Test
    void aWaitForAQueueIsEnoughIfThatWaitedForAnother() throws InterruptedException {
        AsyncQueues acc = acc();
        int[] b = new int[N];
        try (I32 x = acc.device().i32(N)) {
            acc.queue(2).launch(ALL, i -> x.set(i, (int) i));
            acc.queue(1).after(2).launch(ALL, i -> x.set(i, x.get(i) * 3)).copy(x, b);
            assertThat(acc.await(1, LIMIT)).isTrue();
            assertThat(b).containsExactly(times(3, 0));
        }
    }

    // V&V acc_wait_all
    @Test
    void aSynchronousKernelAfterAWaitForAllSeesThreeQueuesWork() throws InterruptedException {
        AsyncQueues acc = acc();
        int[] b = new int[N];
        try (I32 x = acc.device().i32(N);
                I32 y = acc.device().i32(N);
                I32 z = acc.device().i32(N)) {
            acc.queue(1).fill(x, 1);
            acc.queue(2).fill(y, 20);
            acc.queue(3).fill(z, 300);
            assertThat(acc.awaitAll(LIMIT)).isTrue();
            acc.queue(SYNC)
                    .launch(ALL, i -> x.set(i, x.get(i) + y.get(i) + z.get(i)))
                    .copy(x, b);
            assertThat(b).containsOnly(321);
        }
    }

    // V&V acc_wait_any
    @Test
    void aCallerCrossesOffWhatIsDoneUntilNoneIsLeft() throws InterruptedException {
        AsyncQueues acc = acc();
        int[] left = {0, 1, 2};
        int[][] b = new int[3][N];
        try (I32 x = acc.device().i32(3L * N)) {
            for (int number : left) {
                I32 part = x.elements((long) number * N, N);
                acc.queue(number).fill(part, number + 7).copy(part, b[number]);
            }
            boolean more = true;
            for (int i = acc.awaitAny(LIMIT, left); i >= 0; i = acc.awaitAny(LIMIT, left)) {
                assertThat(b[i]).containsOnly(i + 7);
                left[i] = SYNC;
                if (more) {
                    // New work on a queue of the list does no harm.
                    acc.queue((i + 1) % 3).launch(ALL, item -> {});
                    more = false;
                }
            }
            assertThat(left).containsOnly(SYNC);
            assertThat(acc.awaitAll(LIMIT)).isTrue();
        }
    }

    // V&V acc_wait_async
    @Test
    void laterWorkOfAQueueNeedsASecondWait() throws InterruptedException {
        AsyncQueues acc = acc();
        int[] b = new int[N];
        int[] c = new int[N];
        try (I32 x = acc.device().i32(N)) {
            acc.queue(1).fill(x, 1);
            acc.waitAsync(1, 2);
            acc.queue(2).launch(ALL, i -> x.set(i, x.get(i) + 10)).copy(x, b);
            acc.waitAsync(2, 1);
            acc.queue(1).launch(ALL, i -> x.set(i, x.get(i) * 2));
            acc.waitAsync(1, 2);
            acc.queue(2).copy(x, c);
            assertThat(acc.await(2, LIMIT)).isTrue();
            assertThat(b).containsOnly(11);
            assertThat(c).containsOnly(22);
        }
    }

    // V&V acc_wait_all_async
    @Test
    void aQueueCanWaitForAllOthersTwice() throws InterruptedException {
        AsyncQueues acc = acc();
        int[] b = new int[N];
        try (I32 x = acc.device().i32(3L * N);
                I32 sum = acc.device().i32(N)) {
            for (int round = 1; round <= 2; round++) {
                int value = round;
                for (int number = 1; number <= 3; number++) {
                    I32 part = x.elements((number - 1L) * N, N);
                    acc.queue(number).after(4).launch(ALL, i -> part.set(i, value));
                }
                acc.waitAllAsync(4);
                acc.queue(4).launch(ALL, i -> sum.set(i, sum.get(i) + x.get(i) + x.get(i + N) + x.get(i + 2L * N)));
            }
            acc.queue(4).copy(sum, b);
            assertThat(acc.await(4, LIMIT)).isTrue();
            assertThat(b).containsOnly(9);
        }
    }

    // V&V acc_set_default_async, set_default_async
    @Test
    void changingTheDefaultTwiceSendsTwoKernelsToTwoQueues() throws InterruptedException {
        AsyncQueues acc = acc();
        int[] b = new int[N];
        Gate gate = gate();
        try (I32 x = acc.device().i32(N)) {
            acc.setDefault(1);
            gate.hold(acc.queue()).fill(x, 5);
            acc.setDefault(2);
            acc.queue().launch(ALL, i -> {});
            assertThat(acc.await(2, LIMIT)).isTrue();
            assertThat(acc.test(1)).isFalse();
            acc.queue().after(1).launch(ALL, i -> x.set(i, x.get(i) + 1));
            acc.queue(1).after(2).copy(x, b);
            acc.setDefault(NOVAL);
            gate.open();
            assertThat(acc.await(1, LIMIT)).isTrue();
            assertThat(b).containsOnly(6);
        }
    }

    // V&V acc_memcpy_to_device_async, acc_memcpy_from_device_async
    @Test
    void sixSlicesOnSixQueuesWithTwoJoins() throws InterruptedException {
        AsyncQueues acc = acc();
        int[] a = numbers();
        int slice = 100;
        MemorySegment host = MemorySegment.ofArray(a);
        int[] b = new int[6 * slice];
        MemorySegment back = MemorySegment.ofArray(b);
        try (I32 x = acc.device().i32(6L * slice)) {
            for (int number = 1; number <= 6; number++) {
                I32 part = x.elements((number - 1L) * slice, slice);
                acc.queue(number).copy(host.asSlice((number - 1L) * slice * 4, slice * 4L), part);
            }
            acc.queue(3).after(1, 2);
            acc.queue(6).after(4, 5);
            for (int number = 1; number <= 6; number++) {
                I32 part = x.elements((number - 1L) * slice, slice);
                acc.queue(number)
                        .launch(Range.of(slice), i -> part.set(i, part.get(i) + 1))
                        .copy(part, back.asSlice((number - 1L) * slice * 4, slice * 4L));
            }
            for (int number : new int[] {1, 2, 4, 5, 3, 6}) {
                assertThat(acc.await(number, LIMIT)).isTrue();
                int from = (number - 1) * slice;
                assertThat(Arrays.copyOfRange(b, from, from + slice))
                        .containsExactly(
                                IntStream.range(from + 1, from + slice + 1).toArray());
            }
        }
    }

    // V&V data_async T2
    @Test
    void twoQueuesHandWorkToEachOther() throws InterruptedException {
        AsyncQueues acc = acc();
        int[] b = new int[N];
        try (I32 x = acc.device().i32(N)) {
            acc.queue(0).copy(numbers(), x);
            acc.queue(1).after(0).launch(ALL, i -> x.set(i, x.get(i) * 2));
            acc.queue(0).after(1).copy(x, b);
            assertThat(acc.await(0, LIMIT)).isTrue();
            assertThat(b).containsExactly(times(2, 0));
        }
    }

    // V&V parallel_async, kernels_async, serial_async; parallel_wait_queue
    @Test
    void aForkOfTwoQueuesJoinsInAThird() throws InterruptedException {
        AsyncQueues acc = acc();
        int[] c = new int[N];
        try (I32 x = acc.device().i32(N);
                I32 y = acc.device().i32(N)) {
            acc.queue(1).launch(ALL, i -> x.set(i, (int) i));
            acc.queue(2).launch(ALL, i -> y.set(i, 1));
            acc.queue(3)
                    .after(1, 2)
                    .launch(ALL, i -> y.set(i, y.get(i) + x.get(i)))
                    .copy(y, c);
            assertThat(acc.await(3, LIMIT)).isTrue();
            assertThat(c).containsExactly(times(1, 1));
        }
    }

    // V&V parallel_async, *_loop_async: results are read after separate waits
    @Test
    void eachOfTwoQueuesIsReadAfterAWaitOfItsOwn() throws InterruptedException {
        AsyncQueues acc = acc();
        int[] b = new int[N];
        int[] c = new int[N];
        Gate gate = gate();
        try (I32 x = acc.device().i32(N);
                I32 y = acc.device().i32(N)) {
            gate.hold(acc.queue(2))
                    .launch(ALL, i -> y.set(i, 3 * (int) i))
                    .launch(ALL, i -> y.set(i, y.get(i) + 1))
                    .copy(y, c);
            acc.queue(1).launch(ALL, i -> x.set(i, 2 * (int) i)).copy(x, b);
            assertThat(acc.await(1, LIMIT)).isTrue();
            assertThat(b).containsExactly(times(2, 0));
            assertThat(c).containsOnly(0);
            gate.open();
            assertThat(acc.await(2, LIMIT)).isTrue();
            assertThat(c).containsExactly(times(3, 1));
        }
    }

    // libgomp lib-74 to lib-76, lib-78; without its times
    @Test
    void aWaitBlocksUntilTheWorkHasEndedAndAnotherOneFindsNothingLeft() throws Exception {
        AsyncQueues acc = acc();
        for (boolean all : new boolean[] {false, true}) {
            Gate gate = gate();
            int[] ran = {0};
            gate.hold(acc.queue(1));
            for (int i = 0; i < 5; i++) {
                acc.queue(1).launch(Range.of(1), x -> ran[0]++);
            }
            Task<Integer> waiting = Task.start(() -> {
                if (all) {
                    acc.awaitAll();
                } else {
                    acc.await(1);
                }
                return ran[0];
            });
            Eventually.isBlocked(waiting.thread());
            assertThat(ran[0]).isZero();
            gate.open();
            assertThat(waiting.join()).isEqualTo(5);
            assertThat(acc.await(1, Duration.ZERO)).isTrue();
            assertThat(acc.awaitAll(Duration.ZERO)).isTrue();
        }
    }

    // V&V parallel_wait, kernels_wait, serial_wait
    @Test
    void aSynchronousKernelWithAWaitListSeesTheCopy() {
        AsyncQueues acc = acc();
        int[] b = new int[N];
        try (I32 x = acc.device().i32(N)) {
            acc.queue(1).copy(numbers(), x);
            acc.queue(SYNC).after(1).launch(ALL, i -> x.set(i, x.get(i) + 4)).copy(x, b);
            assertThat(b).containsExactly(times(1, 4));
        }
    }

    // libgomp asyncwait-nop-1
    @Test
    void everyCombinationOfWaitsIsAcceptedBeforeAndAfterUse() throws InterruptedException {
        AsyncQueues acc = acc();
        for (boolean used : new boolean[] {false, true}) {
            for (int one : NUMBERS) {
                assertThat(acc.await(one, LIMIT)).isTrue();
                assertThat(acc.test(one)).isTrue();
                for (int other : NUMBERS) {
                    acc.waitAsync(one, other);
                    acc.queue(SYNC).after(one, other, one);
                }
            }
            if (!used) {
                assertThat(acc.queues()).isEmpty();
            }
            for (int number : NUMBERS) {
                acc.waitAllAsync(number);
                acc.queue(number).launch(ALL, i -> {});
            }
            assertThat(acc.awaitAll(LIMIT)).isTrue();
        }
        assertThat(acc.queues()).hasSize(NUMBERS.length - 1);
    }

    // libgomp asyncwait-1
    @Test
    void chainsOverNumbersDefaultsAndAUsersStreamAddUp() throws InterruptedException {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        int[] b = new int[N];
        try (I32 x = device.i32(N);
                var stream = device.stream()) {
            acc.queue().copy(numbers(), x).launch(ALL, i -> x.set(i, x.get(i) + 1));
            acc.queue(1).after(NOVAL).launch(ALL, i -> x.set(i, x.get(i) * 2));
            acc.queue(1).after(1).launch(ALL, i -> x.set(i, x.get(i) + 1));
            acc.attach(1, stream);
            acc.queue(1).launch(ALL, i -> x.set(i, x.get(i) * 2));
            acc.queue().after(1).launch(ALL, i -> x.set(i, x.get(i) + 1)).copy(x, b);
            acc.queue(SYNC).after(NOVAL);
            assertThat(b).containsExactly(times(4, 7));
        }
    }

    // libgomp async-data-1-1, -1-2
    @Test
    void twoCopiesOfTheSameArrayBackToBackKeepTheirOrder() throws InterruptedException {
        AsyncQueues acc = acc();
        int[] three = new int[N];
        int[] five = new int[N];
        int[] b = new int[N];
        Arrays.fill(three, 3);
        Arrays.fill(five, 5);
        try (I32 x = acc.device().i32(N);
                I32 y = acc.device().i32(N)) {
            acc.queue(1)
                    .copy(three, x)
                    .launch(ALL, i -> y.set(i, x.get(i) + 4))
                    .copy(five, x)
                    .launch(ALL, i -> y.set(i, x.get(i) + y.get(i)))
                    .copy(y, b);
            assertThat(acc.await(1, LIMIT)).isTrue();
            assertThat(b).containsOnly(12);
        }
    }

    // libgomp lib-79
    @Test
    void aQueueThatWaitsForABusyOneIsNotDoneAndAnUnusedOneStaysDone() throws InterruptedException {
        AsyncQueues acc = acc();
        Gate gate = gate();
        gate.hold(acc.queue(0));
        acc.waitAsync(0, 1);
        assertThat(acc.test(1)).isFalse();
        acc.waitAsync(2, 1);
        assertThat(acc.test(2)).isTrue();
        assertThat(acc.queues()).extracting(AsyncQueue::number).containsExactly(0, 1);
        gate.open();
        assertThat(acc.await(1, LIMIT)).isTrue();
        assertThat(acc.test(0)).isTrue();
    }

    // libgomp lib-94
    @Test
    void whatOneQueueCopiedInAnotherCopiesOut() throws InterruptedException {
        AsyncQueues acc = acc();
        int[] a = numbers();
        try (I32 x = acc.device().i32(N)) {
            acc.queue(8).copy(a, x);
            assertThat(acc.await(8, LIMIT)).isTrue();
            Arrays.fill(a, 0);
            acc.queue(9).copy(x, a);
            assertThat(acc.await(9, LIMIT)).isTrue();
            assertThat(a).containsExactly(numbers());
        }
    }

    private static int[] times(int factor, int summand) {
        return IntStream.range(0, N).map(i -> factor * i + summand).toArray();
    }
}
