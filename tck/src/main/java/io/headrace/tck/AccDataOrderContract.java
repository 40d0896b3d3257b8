package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.HostBuffer;
import io.headrace.I32;
import io.headrace.acc.AsyncQueues;
import io.headrace.acc.DataEnvironment;
import io.headrace.acc.DataRegion;
import io.headrace.kernel.Range;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What public suites of OpenACC check of data and async numbers together: copies have their place in their queue. */
abstract class AccDataOrderContract extends DriverContract {

    private static final int N = 1_000;

    private Device device;
    private AsyncQueues acc;
    private DataEnvironment data;
    private Gate gate;

    @BeforeEach
    void openTheDevice() {
        device = device();
        acc = AsyncQueues.of(device);
        data = acc.data();
        gate = gate();
    }

    private static int[] counting() {
        return IntStream.range(0, N).toArray();
    }

    private static int[] filled(int value) {
        int[] array = new int[N];
        Arrays.fill(array, value);
        return array;
    }

    private static MemorySegment host(int[] array) {
        return MemorySegment.ofArray(array);
    }

    private void finish(int number) throws InterruptedException {
        assertThat(acc.await(number, LIMIT)).as("queue " + number + " is done").isTrue();
    }

    private void finishAll() throws InterruptedException {
        assertThat(acc.awaitAll(LIMIT)).as("all queues are done").isTrue();
    }

    /** Holds up a queue until the gate is opened. */
    private void hold(int number) {
        acc.queue(number).launch(Range.of(1), i -> gate.pass());
    }

    private void add(int number, int[] array, int summand) {
        I32 x = data.i32(host(array));
        acc.queue(number).launch(Range.of(array.length), i -> x.set(i, x.get(i) + summand));
    }

    // OpenACC V&V acc_copyin_async T1
    @Test
    void aKernelOnTheQueueOfACopyInNeedsNoWait() throws InterruptedException {
        int[] a = counting();
        int[] b = filled(5);
        int[] c = new int[N];
        hold(1);
        hold(2);
        data.copyIn(host(a), 1);
        data.copyIn(host(b), 2);
        data.create(host(c), 1);
        add(1, a, 1);
        add(2, b, 1);
        I32 x = data.i32(host(a));
        I32 y = data.i32(host(b));
        I32 z = data.i32(host(c));
        acc.queue(1).after(2).launch(Range.of(N), i -> z.set(i, x.get(i) + y.get(i)));
        data.copyOut(host(c), 1);
        gate.open();
        finish(1);
        assertThat(c).isEqualTo(IntStream.range(0, N).map(i -> i + 7).toArray());
    }

    // OpenACC V&V acc_copyin_async T2, acc_async_test
    @Test
    void pollingAQueueUntilItIsDoneMeansItsCopiesAreDone() {
        int[] a = counting();
        data.copyIn(host(a), 1);
        add(1, a, 3);
        data.copyOut(host(a), 1);
        Eventually.isTrue("queue 1 is done", () -> acc.test(1));
        Eventually.isTrue("all queues are done", acc::testAll);
        assertThat(a).isEqualTo(IntStream.range(0, N).map(i -> i + 3).toArray());
    }

    // OpenACC V&V acc_async_test T2
    @Test
    void pollingInsideARegionMeansThatAnUpdateIsDoneAndTheRegionGoesOn() {
        int[] a = counting();
        try (DataRegion region = data.region(1).copyIn(host(a)).enter()) {
            assertThat(region).isNotNull();
            add(1, a, 3);
            data.updateHost(host(a), 2, 1);
            Eventually.isTrue("queue 2 is done", () -> acc.test(2));
            assertThat(a).isEqualTo(IntStream.range(0, N).map(i -> i + 3).toArray());
            assertThat(data.present(host(a))).isTrue();
        }
        assertThat(data.present(host(a))).isFalse();
    }

    // OpenACC V&V *_with_len
    @Test
    void aRangeThatIsToldByItsLengthInBytesIsAllThatIsCopied() throws InterruptedException {
        int[] a = filled(1);
        MemorySegment half = host(a).asSlice(0, 4L * N / 2);
        data.copyIn(half, 1);
        assertThat(data.present(host(a))).isFalse();
        I32 x = data.i32(half);
        acc.queue(1).launch(Range.of(x.length()), i -> x.set(i, x.get(i) + 1));
        data.updateHost(half.asSlice(0, 4), 1);
        finish(1);
        assertThat(a[0]).isEqualTo(2);
        assertThat(a[1]).isEqualTo(1);
        data.copyOut(half, 1);
        finish(1);
        for (int i = 0; i < N; i++) {
            assertThat(a[i]).isEqualTo(i < N / 2 ? 2 : 1);
        }
    }

    // OpenACC V&V acc_copyin_async T3
    @Test
    void waitingForAllQueuesCoversTheCopiesOnEach() throws InterruptedException {
        int[][] arrays = new int[10][];
        for (int q = 0; q < arrays.length; q++) {
            arrays[q] = filled(q);
            data.copyIn(host(arrays[q]), q);
            add(q, arrays[q], 10 * q);
            data.copyOut(host(arrays[q]), q);
        }
        finishAll();
        for (int q = 0; q < arrays.length; q++) {
            assertThat(arrays[q]).containsOnly(11 * q);
        }
    }

    // OpenACC V&V acc_copyin_async T4
    @Test
    void copyingInWhatIsPresentDoesNotOverwriteIt() throws InterruptedException {
        int[] a = filled(1);
        data.copyIn(host(a), 1);
        add(1, a, 1);
        finish(1);
        Arrays.fill(a, 100);
        data.copyIn(host(a), 1);
        data.copyOut(host(a), 1);
        finish(1);
        assertThat(a).as("the first of two exits copies nothing").containsOnly(100);
        data.copyOut(host(a), 1);
        finish(1);
        assertThat(a).containsOnly(2);
    }

    // OpenACC V&V acc_copyin_async T5
    @Test
    void theHostMayChangeItsArrayOnceTheQueueWasWaitedFor() throws InterruptedException {
        int[] a = filled(4);
        data.copyIn(host(a), 1);
        finish(1);
        Arrays.fill(a, -1);
        add(1, a, 1);
        data.copyOut(host(a), 1);
        finish(1);
        assertThat(a).containsOnly(5);
    }

    // OpenACC V&V acc_copyout_async T1-T4, acc_create_async T1-T5: the default queue, and the number above the default
    @Test
    void dataOnTheDefaultQueueAndOnTheNumberAboveItIsInOrderWithTheKernelsThere() throws InterruptedException {
        int above = acc.getDefault() + 1;
        int[] a = filled(1);
        int[] b = filled(2);
        int[] c = filled(0);
        hold(AsyncQueues.NOVAL);
        data.copyIn(host(a));
        data.copyIn(host(b), above);
        data.create(host(c));
        add(AsyncQueues.NOVAL, a, 10);
        add(above, b, 20);
        I32 x = data.i32(host(a));
        I32 z = data.i32(host(c));
        acc.queue().launch(Range.of(N), i -> z.set(i, 2 * x.get(i)));
        data.copyOut(host(a));
        data.copyOut(host(b), above);
        data.copyOut(host(c));
        finish(above);
        assertThat(b).containsOnly(22);
        assertThat(c).containsOnly(0);
        gate.open();
        finish(acc.getDefault());
        assertThat(a).containsOnly(11);
        assertThat(c).containsOnly(22);
    }

    // OpenACC V&V acc_set_default_async
    @Test
    void dataWithNoNumberGoesToTheQueueThatTheThreadSet() throws InterruptedException {
        int[] a = filled(1);
        hold(1);
        hold(2);
        acc.setDefault(1);
        data.copyIn(host(a));
        acc.setDefault(2);
        data.updateHost(host(a));
        acc.setDefault(AsyncQueues.NOVAL);
        assertThat(acc.test(1)).isFalse();
        assertThat(acc.test(2)).isFalse();
        assertThat(acc.queues()).extracting(queue -> queue.number()).containsExactlyInAnyOrder(1, 2);
        gate.open();
        finishAll();
    }

    @Test
    void withASynchronousDefaultACopyHasEndedWhenTheCallReturns() throws InterruptedException {
        int[] a = filled(1);
        acc.withDefault(AsyncQueues.SYNC, () -> {
            data.copyIn(host(a));
            Arrays.fill(a, 7);
            data.updateHost(host(a));
            assertThat(a).containsOnly(1);
            Arrays.fill(a, 8);
            data.updateDevice(host(a));
            Arrays.fill(a, 9);
            data.copyOut(host(a));
            assertThat(a).containsOnly(8);
        });
        assertThat(acc.queues()).isEmpty();
    }

    // OpenACC V&V acc_delete_async T1
    @Test
    void dataIsDeletedBehindTheKernelsThatUseIt() throws InterruptedException {
        int[] a = filled(3);
        int[] b = filled(0);
        data.copyIn(host(a), 1);
        data.copyIn(host(b), 1);
        hold(1);
        I32 x = data.i32(host(a));
        I32 y = data.i32(host(b));
        acc.queue(1).launch(Range.of(N), i -> y.set(i, x.get(i) + 1));
        data.delete(host(a), 1);
        data.copyOut(host(b), 1);
        gate.open();
        finish(1);
        assertThat(b).containsOnly(4);
        assertThat(a).containsOnly(3);
        assertThat(data.present(host(a))).isFalse();
    }

    // OpenACC V&V acc_delete_async T2
    @Test
    void deletingAndCopyingInAgainOnTheSameQueueGivesTheHostsValue() throws InterruptedException {
        int[] a = filled(3);
        int[] b = filled(0);
        data.copyIn(host(a), 1);
        add(1, a, 100);
        data.delete(host(a), 1);
        data.copyIn(host(a), 1);
        add(1, a, 1);
        I32 x = data.i32(host(a));
        data.create(host(b), 1);
        I32 y = data.i32(host(b));
        acc.queue(1).launch(Range.of(N), i -> y.set(i, x.get(i)));
        data.delete(host(a), 1);
        data.copyOut(host(b), 1);
        finish(1);
        assertThat(b).containsOnly(4);
    }

    // OpenACC V&V acc_copyout_finalize_async
    @Test
    void oneFinalizingCopyOutEndsTwoEntersInTheOrderOfItsQueue() throws InterruptedException {
        int[] a = filled(1);
        data.copyIn(host(a), 1);
        data.copyIn(host(a), 1);
        hold(1);
        add(1, a, 1);
        data.copyOutFinalize(host(a), 1);
        assertThat(a).containsOnly(1);
        gate.open();
        finish(1);
        assertThat(a).containsOnly(2);
        assertThat(data.present(host(a))).isFalse();
    }

    // OpenACC V&V acc_delete_finalize_async T1-T4
    @Test
    void oneFinalizingDeleteEndsTwoEntersInTheOrderOfItsQueue() throws InterruptedException {
        for (int number : new int[] {1, AsyncQueues.NOVAL, AsyncQueues.DEFAULT_QUEUE + 1, AsyncQueues.SYNC}) {
            int[] a = filled(1);
            int[] b = filled(0);
            data.copyIn(host(a), number);
            data.copyIn(host(a), number);
            data.create(host(b), number);
            I32 x = data.i32(host(a));
            I32 y = data.i32(host(b));
            acc.queue(number).launch(Range.of(N), i -> y.set(i, x.get(i) + 1));
            data.deleteFinalize(host(a), number);
            data.copyOut(host(b), number);
            finish(number);
            assertThat(b).as("queue " + number).containsOnly(2);
            assertThat(a).containsOnly(1);
            assertThat(data.present(host(a))).isFalse();
        }
    }

    // OpenACC V&V acc_update_device_async
    @Test
    void updatesOfTheDeviceOnDifferentQueuesReachTheKernelsBehindThem() throws InterruptedException {
        int[] a = filled(1);
        int[] b = filled(2);
        data.create(host(a));
        data.create(host(b));
        data.updateDevice(host(a), 1);
        add(1, a, 10);
        data.updateDevice(host(b), 2, 1);
        add(2, b, 20);
        data.copyOut(host(a), 1);
        data.copyOut(host(b), 2);
        finish(2);
        finish(1);
        assertThat(a).containsOnly(11);
        assertThat(b).containsOnly(22);
    }

    // OpenACC V&V acc_update_self_async T1-T2
    @Test
    void theHostKeepsItsValueUntilItsUpdateRan() throws InterruptedException {
        int[] a = filled(0);
        data.create(host(a), 1);
        hold(1);
        add(1, a, 5);
        data.updateHost(host(a), 2, 1);
        assertThat(acc.test(2)).isFalse();
        assertThat(a).containsOnly(0);
        gate.open();
        finish(2);
        assertThat(a).containsOnly(5);
        assertThat(data.present(host(a))).isTrue();
    }

    // OpenACC V&V acc_memcpy_to_device_async, acc_memcpy_from_device_async
    @Test
    void sixSlicesOfOneBufferGoOnSixQueuesThatJoin() throws InterruptedException {
        int slices = 6;
        int[] from = IntStream.range(0, slices * N).toArray();
        int[] back = new int[slices * N];
        try (I32 buffer = device.i32((long) slices * N)) {
            for (int s = 0; s < slices; s++) {
                data.copyToDevice(
                        host(from).asSlice(4L * N * s, 4L * N), buffer.elements((long) N * s, N), s + 1, joins(s + 1));
                I32 part = buffer.elements((long) N * s, N);
                acc.queue(s + 1).launch(Range.of(N), i -> part.set(i, -part.get(i)));
            }
            for (int s = 0; s < slices; s++) {
                data.copyFromDevice(
                        buffer.elements((long) N * s, N), host(back).asSlice(4L * N * s, 4L * N), s + 1, joins(s + 1));
            }
            for (int number : new int[] {1, 2, 4, 5, 3, 6}) {
                finish(number);
                for (int i = N * (number - 1); i < N * number; i++) {
                    assertThat(back[i]).isEqualTo(-i);
                }
            }
        }
    }

    private static int[] joins(int number) {
        return switch (number) {
            case 3 -> new int[] {1, 2};
            case 6 -> new int[] {4, 5};
            default -> new int[0];
        };
    }

    @Test
    void aDevicePointerOfASliceIsCopiedToAndFromAndOnTheDevice() throws InterruptedException {
        int[] a = counting();
        int[] other = {-1, -2, -3};
        int[] back = new int[3];
        data.copyIn(host(a), 1);
        Buffer third = data.devicePointerOf(host(a).asSlice(12, 12));
        data.copyToDevice(host(other), third, 1);
        data.copyOnDevice(third, data.devicePointerOf(host(a).asSlice(20, 12)), 1);
        data.copyFromDevice(data.devicePointerOf(host(a).asSlice(20, 12)), host(back), 1);
        data.copyOut(host(a), 1);
        finish(1);
        assertThat(Arrays.copyOf(a, 9)).containsExactly(0, 1, 2, -1, -2, -1, -2, -3, 8);
        assertThat(back).containsExactly(-1, -2, -3);
    }

    // OpenACC V&V data_async T1
    @Test
    void aSecondRegionOnTheSameQueueSeesWhatTheFirstCopiedOut() throws InterruptedException {
        int[] a = filled(1);
        hold(1);
        for (int round = 0; round < 2; round++) {
            try (DataRegion region = data.region(1).copy(host(a)).enter()) {
                assertThat(region).isNotNull();
                add(1, a, 1);
            }
        }
        assertThat(a).containsOnly(1);
        gate.open();
        finish(1);
        assertThat(a).containsOnly(3);
    }

    // OpenACC V&V data_async T2
    @Test
    void regionsOnTwoQueuesHandWorkToEachOther() throws InterruptedException {
        int[] a = filled(1);
        int[] b = filled(0);
        hold(0);
        try (DataRegion first = data.region(0).copy(host(a)).copy(host(b)).enter()) {
            assertThat(first).isNotNull();
            add(0, a, 1);
            I32 x = data.i32(host(a));
            I32 y = data.i32(host(b));
            acc.queue(1).after(0).launch(Range.of(N), i -> y.set(i, 3 * x.get(i)));
            acc.waitAsync(1, 0);
            add(0, b, 1);
        }
        gate.open();
        finish(0);
        assertThat(a).containsOnly(2);
        assertThat(b).containsOnly(7);
    }

    // OpenACC V&V data_wait
    @Test
    void aRegionWithAWaitListBeginsBehindTheQueuesThatItNames() throws InterruptedException {
        int[] a = filled(1);
        int[] b = filled(0);
        data.copyIn(host(a), 0);
        hold(0);
        add(0, a, 1);
        data.copyOut(host(a), 0);
        try (DataRegion region =
                data.region(1, 0).copyIn(host(a)).copyOut(host(b)).enter()) {
            assertThat(region).isNotNull();
            I32 x = data.i32(host(a));
            I32 y = data.i32(host(b));
            acc.queue(1).launch(Range.of(N), i -> y.set(i, x.get(i)));
        }
        assertThat(acc.test(1)).isFalse();
        gate.open();
        finish(1);
        assertThat(b).containsOnly(2);
    }

    @Test
    void aSynchronousRegionWithAWaitListWaitsAndCopiesInItsCalls() throws InterruptedException {
        int[] a = filled(1);
        data.copyIn(host(a), 0);
        add(0, a, 1);
        data.copyOut(host(a), 0);
        DataRegion region = data.region(AsyncQueues.SYNC, 0).copy(host(a)).enter();
        assertThat(a).containsOnly(2);
        add(AsyncQueues.SYNC, a, 1);
        region.close();
        assertThat(a).containsOnly(3);
    }

    // libgomp async-data-1-1
    @Test
    void theSecondOfTwoCopiesOfAnArrayStartsFromTheResultOfTheFirst() throws InterruptedException {
        int[] a = filled(3);
        hold(1);
        for (int round = 0; round < 2; round++) {
            data.copyIn(host(a), 1);
            add(1, a, 1);
            data.copyOut(host(a), 1);
        }
        gate.open();
        finish(1);
        assertThat(a).containsOnly(5);
    }

    // libgomp async-data-1-2
    @Test
    void copiesOfTwoArraysInARowDoNotMixThemUp() throws InterruptedException {
        int[] a = filled(3);
        int[] b = filled(10);
        hold(1);
        for (int round = 0; round < 2; round++) {
            data.copyIn(host(a), 1);
            data.copyIn(host(b), 1);
            add(1, a, 1);
            add(1, b, 1);
            data.copyOut(host(a), 1);
            data.copyOut(host(b), 1);
        }
        gate.open();
        finish(1);
        assertThat(a).containsOnly(5);
        assertThat(b).containsOnly(12);
    }

    // libgomp lib-94
    @Test
    void dataCopiedInByOneQueueIsCopiedOutByAnotherToAnArrayThatWasCleared() throws InterruptedException {
        int[] a = counting();
        data.copyIn(host(a), 8);
        finish(8);
        Arrays.fill(a, 0);
        data.copyOut(host(a), 9);
        finish(9);
        assertThat(a).isEqualTo(counting());
    }

    // OpenACC V&V wait_if T3-T4
    @Test
    void whatACallersIfLeavesOutIsNotTransferredAndWaitListsAreTakenAllTheSame() throws InterruptedException {
        int[] a = filled(0);
        data.create(host(a), 1);
        add(1, a, 5);
        for (boolean condition : new boolean[] {false, true}) {
            if (condition) {
                data.updateHost(host(a), 2, 1, 1, 3, AsyncQueues.NOVAL, AsyncQueues.SYNC, 2);
            } else {
                acc.waitAsync(1, 2);
            }
            finish(2);
            assertThat(a).containsOnly(condition ? 5 : 0);
        }
    }

    @Test
    void aWaitListOrdersACopyBehindQueuesAndMakesNone() throws InterruptedException {
        int[] a = filled(1);
        data.copyIn(host(a), 1);
        hold(2);
        add(2, a, 1);
        data.copyOut(host(a), 1, 2, 77);
        assertThat(acc.await(1, Duration.ofMillis(20))).isFalse();
        assertThat(a).containsOnly(1);
        gate.open();
        finish(1);
        assertThat(a).containsOnly(2);
        assertThat(acc.queues()).extracting(queue -> queue.number()).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void aQueueThatCountsOnDataWaitsForItsUploadOnAnotherQueue() throws InterruptedException {
        int[] a = filled(6);
        int[] b = filled(0);
        hold(1);
        data.copyIn(host(a), 1);
        data.copyIn(host(a), 2);
        data.create(host(b), 2);
        I32 x = data.i32(host(a));
        I32 y = data.i32(host(b));
        acc.queue(2).launch(Range.of(N), i -> y.set(i, x.get(i)));
        data.copyOut(host(b), 2);
        assertThat(acc.test(2)).isFalse();
        gate.open();
        finish(2);
        assertThat(b).containsOnly(6);
    }

    @Test
    void pinnedMemoryOfAHostBufferIsPresentLikeAnyOther() throws InterruptedException {
        try (HostBuffer pinned = device.hostBuffer(4L * N)) {
            MemorySegment host = pinned.segment();
            host.copyFrom(host(counting()));
            data.copyIn(host, 1);
            I32 x = data.i32(host);
            acc.queue(1).launch(Range.of(N), i -> x.set(i, -x.get(i)));
            data.copyOut(host, 1);
            finish(1);
            assertThat(host.toArray(ValueLayout.JAVA_INT))
                    .isEqualTo(IntStream.range(0, N).map(i -> -i).toArray());
        }
    }
}
