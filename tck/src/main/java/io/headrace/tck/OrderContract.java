package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Strict order within a stream, whatever queue or engine an operation goes to; none between streams. */
abstract class OrderContract extends DriverContract {

    // E9
    @Test
    void theOperationsOfAStreamRunOneAfterTheOther() throws InterruptedException {
        Device device = device();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        try (Stream stream = device.stream()) {
            for (int i = 0; i < 1_000; i++) {
                int number = i;
                if (i % 7 == 3) {
                    stream.hostCall(() -> order.add(number));
                } else {
                    stream.launch(Range.of(1), x -> order.add(number));
                }
            }
            finish(stream);
        }
        assertThat(order)
                .containsExactlyElementsOf(IntStream.range(0, 1_000).boxed().toList());
    }

    // E9
    @Test
    void aStreamStuckOnAnUnsetEventHoldsUpNoNeighbourOnItsQueue() throws InterruptedException {
        Device device = device(options().with(Knob.NUM_QUEUES, 1));
        Event unset = device.event();
        try (Signal signal = device.signal(0);
                Stream recorder = device.stream();
                Stream stuck = device.stream();
                Stream neighbour = device.stream()) {
            recorder.waitFor(signal, Condition.EQ, 1).record(unset);
            stuck.launch(Range.of(1), x -> {}).waitFor(unset).launch(Range.of(1), x -> {});
            for (int i = 0; i < 100; i++) {
                finish(neighbour.launch(Range.of(1), x -> {}));
            }
            assertThat(stuck.isDone()).isFalse();
            signal.storeRelease(1);
            finish(stuck);
        }
    }

    // E9
    @Test
    void streamsThatShareAQueueKeepTheirOwnOrder() throws InterruptedException {
        Device device = device(options().with(Knob.NUM_QUEUES, 2));
        List<List<Integer>> orders = new ArrayList<>();
        List<Stream> streams = new ArrayList<>();
        for (int s = 0; s < 4; s++) {
            orders.add(Collections.synchronizedList(new ArrayList<>()));
            streams.add(device.stream());
        }
        for (int i = 0; i < 200; i++) {
            for (int s = 0; s < 4; s++) {
                List<Integer> order = orders.get(s);
                int number = i;
                streams.get(s).launch(Range.of(1), x -> order.add(number));
            }
        }
        for (Stream stream : streams) {
            finish(stream);
        }
        List<Integer> expected = IntStream.range(0, 200).boxed().toList();
        assertThat(orders).allSatisfy(order -> assertThat(order).containsExactlyElementsOf(expected));
    }

    @Test
    void copiesAndKernelsTakeTurnsAcrossEngines() throws InterruptedException {
        Device device = device();
        int n = 1_000;
        try (I32 x = device.i32(n);
                Stream stream = device.stream()) {
            int[][] results = new int[50][n];
            for (int round = 0; round < 50; round++) {
                int[] input = new int[n];
                Arrays.fill(input, round);
                stream.copy(input, x)
                        .launch(Range.of(n), i -> x.set(i, x.get(i) * 2 + 1))
                        .copy(x, results[round]);
            }
            finish(stream);
            for (int round = 0; round < 50; round++) {
                assertThat(results[round]).containsOnly(round * 2 + 1);
            }
        }
    }

    @Test
    void aSlowKernelHoldsBackTheCopyBehindItAndASlowCallTheKernel() throws InterruptedException {
        Device device = device();
        Gate kernel = gate();
        Gate call = gate();
        try (I32 x = device.i32(1);
                Stream stream = device.stream()) {
            int[] first = new int[1];
            int[] second = new int[1];
            stream.launch(Range.of(1), i -> {
                        kernel.pass();
                        x.set(0, 7);
                    })
                    .copy(x, first)
                    .hostCall(call::pass)
                    .launch(Range.of(1), i -> x.set(0, first[0] + 1))
                    .copy(x, second);
            kernel.awaitArrivals(1);
            kernel.open();
            call.awaitArrivals(1);
            assertThat(first[0]).isEqualTo(7);
            assertThat(second[0]).isZero();
            call.open();
            finish(stream);
            assertThat(second[0]).isEqualTo(8);
        }
    }

    @Test
    void anyMixtureGivesWhatASequentialProgramGives() throws InterruptedException {
        RandomGenerator random = Seed.random("anyMixtureGivesWhatASequentialProgramGives");
        Device device = device(options().with(Knob.QUEUE_SIZE, 8));
        int n = 64;
        for (int round = 0; round < 20; round++) {
            try (I32 a = device.i32(n);
                    I32 b = device.i32(n);
                    Stream stream = device.stream()) {
                int[] modelA = new int[n];
                int[] modelB = new int[n];
                for (int step = 0; step < 100; step++) {
                    mixtureStep(random.nextInt(6), random.nextInt(), stream, a, b, modelA, modelB);
                }
                int[] resultA = new int[n];
                int[] resultB = new int[n];
                finish(stream.copy(a, resultA).copy(b, resultB));
                assertThat(resultA).isEqualTo(modelA);
                assertThat(resultB).isEqualTo(modelB);
            }
        }
    }

    private static void mixtureStep(int kind, int value, Stream stream, I32 a, I32 b, int[] modelA, int[] modelB) {
        int n = modelA.length;
        switch (kind) {
            case 0 -> {
                stream.fill(a, value);
                Arrays.fill(modelA, value);
            }
            case 1 -> {
                stream.copy(a, b);
                System.arraycopy(modelA, 0, modelB, 0, n);
            }
            case 2 -> {
                int[] data = new int[n];
                Arrays.setAll(data, i -> value + i);
                stream.copy(data, b);
                System.arraycopy(data, 0, modelB, 0, n);
            }
            case 3 -> {
                stream.launch(Range.of(n), i -> a.set(i, a.get(i) * 31 + b.get(n - 1 - i)));
                for (int i = 0; i < n; i++) {
                    modelA[i] = modelA[i] * 31 + modelB[n - 1 - i];
                }
            }
            case 4 -> {
                stream.copy(a.elements(0, n / 2), b.elements(n / 2, n / 2));
                System.arraycopy(modelA, 0, modelB, n / 2, n / 2);
            }
            default -> {
                stream.launch(Range.of(n), i -> b.set(i, b.get(i) ^ value));
                for (int i = 0; i < n; i++) {
                    modelB[i] ^= value;
                }
            }
        }
    }

    @Test
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyWaitSeesTheResultOfTheOperationBeforeIt() throws InterruptedException {
        Device device = device();
        int[] cell = new int[1];
        try (Stream stream = device.stream()) {
            for (int i = 1; i <= 10_000; i++) {
                int value = i;
                finish(stream.launch(Range.of(1), x -> cell[0] = value));
                assertThat(cell[0]).isEqualTo(value);
            }
        }
    }

    @Test
    void nothingToDoIsDoneInOrder() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        try (I32 x = device.i32(4);
                Stream stream = device.stream()) {
            gate.hold(stream);
            stream.launch(Range.of(0), i -> {})
                    .copy(new int[0], x.elements(0, 0))
                    .fill(x.elements(0, 0), 1);
            assertThat(stream.isDone()).isFalse();
            gate.open();
            finish(stream);
            assertThat(stream.isDone()).isTrue();
        }
    }

    // E9
    @Test
    void aStreamThatWaitsForAnotherHoldsUpNoThirdOnItsQueue() throws InterruptedException {
        Device device = device(options().with(Knob.NUM_QUEUES, 2));
        Gate first = gate();
        List<Stream> makers = List.of(first.hold(device.stream()), first.hold(device.stream()));
        assertThat(device.queues().created()).isEqualTo(2);
        first.open();
        for (Stream maker : makers) {
            finish(maker);
        }
        Gate gate = gate();
        Event event = device.event();
        try (Stream running = device.stream();
                Stream waiting = device.stream();
                Stream third = device.stream();
                Stream fourth = device.stream()) {
            gate.hold(running).record(event);
            gate.awaitArrivals(1);
            waiting.waitFor(event).launch(Range.of(1), x -> {});
            third.launch(Range.of(1), x -> {});
            fourth.launch(Range.of(1), x -> {});
            // One of both may have come behind the running kernel. The other's queue has nothing to run but what waits.
            Eventually.isTrue(
                    "a stream ends that has its queue to itself but for the waiting one: third=" + third.queueIndex()
                            + " fourth=" + fourth.queueIndex() + " waiting=" + waiting.queueIndex(),
                    () -> third.isDone() || fourth.isDone());
            assertThat(gate.isOpen()).isFalse();
            gate.open();
            finish(waiting);
            finish(third);
            finish(fourth);
        }
    }

    @Test
    void aStreamWaitsForManyEvents() throws InterruptedException {
        Device device = device();
        List<Gate> gates = new ArrayList<>();
        List<Stream> streams = new ArrayList<>();
        AtomicInteger ran = new AtomicInteger();
        try (Stream waiting = device.stream()) {
            for (int i = 0; i < 8; i++) {
                Gate gate = gate();
                Event event = device.event();
                gates.add(gate);
                streams.add(gate.hold(device.stream()).record(event));
                waiting.waitFor(event);
            }
            waiting.launch(Range.of(1), x -> ran.incrementAndGet());
            for (int i = 0; i < 8; i++) {
                assertThat(ran).hasValue(0);
                gates.get(i).open();
                finish(streams.get(i));
            }
            finish(waiting);
            assertThat(ran).hasValue(1);
        }
    }
}
