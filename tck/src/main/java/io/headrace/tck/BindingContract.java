package io.headrace.tck;

import static io.headrace.queue.QueuePolicy.BUSY_TRACKING;
import static io.headrace.queue.QueuePolicy.ROUND_ROBIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Queues;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.kernel.Range;
import io.headrace.queue.QueuePolicy;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rule 1, binding: which queue a stream's operations go to. */
abstract class BindingContract extends DriverContract {

    // E1
    @Test
    void nineStreamsOnFourQueuesSpread3222() throws InterruptedException {
        Device device = device(options(BUSY_TRACKING));
        Gate gate = gate();
        List<Stream> streams = held(device, gate, 9);
        assertThat(queueIndexes(streams)).containsExactly(0, 1, 2, 3, 0, 1, 2, 3, 0);
        assertThat(QueueUse.users(device)).containsExactly(3, 2, 2, 2);
        assertThat(QueueUse.created(device)).isEqualTo(4);
        gate.open();
        for (Stream stream : streams) {
            finish(stream);
        }
        assertThat(QueueUse.users(device)).containsExactly(0, 0, 0, 0);
        assertThat(device.queues().entries()).extracting(Queues.Entry::usersMax).containsExactly(3, 2, 2, 2);
    }

    // E2
    @Test
    void streamsUsedOneAfterTheOtherNeedOneQueue() throws InterruptedException {
        Device device = device(options(BUSY_TRACKING));
        try (Stream same = device.stream()) {
            for (int i = 0; i < 100; i++) {
                finish(same.launch(Range.of(1), x -> {}));
                try (Stream other = device.stream()) {
                    finish(other.launch(Range.of(1), x -> {}));
                }
            }
        }
        assertThat(QueueUse.created(device)).isEqualTo(1);
        assertThat(QueueUse.users(device)).containsExactly(0);
    }

    // E3
    @Test
    void anIdleQueueThatExistsComesFirstAndTheLowestNewOneSecond() throws InterruptedException {
        Device device = device(options(BUSY_TRACKING));
        Gate first = gate();
        for (Stream stream : held(device, first, 2)) {
            first.open();
            finish(stream);
        }
        assertThat(QueueUse.users(device)).containsExactly(0, 0);

        Gate second = gate();
        assertThat(queueIndexes(held(device, second, 1))).containsExactly(0);
        assertThat(queueIndexes(held(device, second, 1))).containsExactly(1);
        assertThat(QueueUse.created(device)).isEqualTo(2);
        assertThat(queueIndexes(held(device, second, 1))).containsExactly(2);
        assertThat(QueueUse.created(device)).isEqualTo(3);
    }

    // E4
    @Test
    void theFewestUsersWin() throws InterruptedException {
        assertThat(nextQueueAt(5, 1, 3, 2)).isEqualTo(1);
    }

    // E4
    @Test
    void aTieGoesToTheLowestIndex() throws InterruptedException {
        assertThat(nextQueueAt(2, 1, 1, 2)).isEqualTo(1);
    }

    // E5
    @Test
    void roundRobinGoesRoundWhateverTheLoad() throws InterruptedException {
        Device device = device(options(ROUND_ROBIN));
        assertThat(device.policy()).isEqualTo(ROUND_ROBIN);
        Gate gate = gate();
        List<Integer> created = new ArrayList<>();
        List<Integer> indexes = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            indexes.addAll(queueIndexes(held(device, gate, 1)));
            created.add(QueueUse.created(device));
        }
        assertThat(indexes).containsExactly(0, 1, 2, 3, 0);
        assertThat(created).containsExactly(1, 2, 3, 4, 4);
        assertThat(QueueUse.users(device)).containsExactly(2, 1, 1, 1);
    }

    // E5
    @Test
    void roundRobinPassesByIdleQueues() throws InterruptedException {
        Device device = device(options(ROUND_ROBIN));
        for (int i = 0; i < 10; i++) {
            try (Stream stream = device.stream()) {
                finish(stream.launch(Range.of(1), x -> {}));
            }
        }
        assertThat(QueueUse.operations(device)).containsExactly(3L, 3L, 2L, 2L);
    }

    // E6
    @Test
    void theEndOfAStreamsWorkLowersTheUsersOnceAndCloseNoFurther() throws InterruptedException {
        Device device = device(options(BUSY_TRACKING));
        Gate one = gate();
        Gate two = gate();
        Stream first = held(device, one, 1).getFirst();
        Stream second = held(device, two, 1).getFirst();
        assertThat(QueueUse.users(device)).containsExactly(1, 1);
        one.open();
        finish(first);
        assertThat(QueueUse.users(device)).containsExactly(0, 1);
        first.close();
        first.close();
        assertThat(QueueUse.users(device)).containsExactly(0, 1);
        two.open();
        finish(second);
        assertThat(QueueUse.users(device)).containsExactly(0, 0);
    }

    // E12
    @Test
    void countsAreExactAfterSixteenThreadsStartedAndDrainedStreams() throws Exception {
        for (QueuePolicy policy : QueuePolicy.values()) {
            Device device = device(options(policy));
            List<Task<Boolean>> tasks = IntStream.range(0, 16)
                    .mapToObj(t -> Task.run(() -> {
                        for (int i = 0; i < 250; i++) {
                            try (Stream stream = device.stream()) {
                                finish(stream.launch(Range.of(1), x -> {}).launch(Range.of(1), x -> {}));
                            }
                        }
                    }))
                    .toList();
            for (Task<Boolean> task : tasks) {
                task.join();
            }
            assertThat(QueueUse.users(device))
                    .as("users at rest, policy=" + policy)
                    .containsOnly(0);
            assertThat(QueueUse.allOperations(device)).isEqualTo(16 * 250 * 2);
            assertThat(QueueUse.created(device)).isLessThanOrEqualTo(4);
            closeAllHandles();
        }
    }

    @Test
    void theFirstQueueComesWithTheDevice() {
        assertThat(QueueUse.created(device(options(BUSY_TRACKING)))).isEqualTo(1);
        closeAllHandles();
        assertThat(QueueUse.created(device(options(ROUND_ROBIN)))).isEqualTo(1);
    }

    @Test
    void aHundredStreamsSpread25EachUnderBothPolicies() {
        for (QueuePolicy policy : QueuePolicy.values()) {
            Device device = device(options(policy));
            held(device, gate(), 100);
            assertThat(QueueUse.users(device)).as("policy=" + policy).containsExactly(25, 25, 25, 25);
            openAllGatesAndCloseAllHandles();
        }
    }

    @Test
    void aDevicesPolicyCanBeChangedInCode() {
        Device device = device(options(BUSY_TRACKING));
        Gate gate = gate();
        assertThat(queueIndexes(held(device, gate, 5))).containsExactly(0, 1, 2, 3, 0);
        device.policy(ROUND_ROBIN);
        assertThat(device.policy()).isEqualTo(ROUND_ROBIN);
        assertThat(device.queues().policy()).isEqualTo(ROUND_ROBIN);
        List<Integer> round = queueIndexes(held(device, gate, 4));
        assertThat(round).containsExactlyInAnyOrder(0, 1, 2, 3);
        device.policy(BUSY_TRACKING);
        assertThat(queueIndexes(held(device, gate, 1))).containsExactly(1);
    }

    @Test
    void oneQueueIsALegalLimit() throws InterruptedException {
        Device device = device(options(BUSY_TRACKING).with(Knob.NUM_QUEUES, 1));
        Gate gate = gate();
        List<Stream> streams = held(device, gate, 3);
        assertThat(queueIndexes(streams)).containsExactly(0, 0, 0);
        assertThat(QueueUse.users(device)).containsExactly(3);
        assertThat(device.queues().limit()).isEqualTo(1);
        gate.open();
        for (Stream stream : streams) {
            finish(stream);
        }
    }

    @Test
    void aStreamKeepsItsQueueWhileSomethingOfItIsUnfinished() throws InterruptedException {
        Device device = device(options(ROUND_ROBIN));
        Gate gate = gate();
        Stream stream = held(device, gate, 1).getFirst();
        int queue = stream.queueIndex();
        for (int i = 0; i < 20; i++) {
            stream.launch(Range.of(1), x -> {});
            assertThat(stream.queueIndex()).isEqualTo(queue);
        }
        assertThat(QueueUse.allUsers(device)).isEqualTo(1);
        gate.open();
        finish(stream);
        assertThat(stream.queueIndex()).isEqualTo(-1);
        assertThat(device.queues().entries().get(queue).operations()).isEqualTo(21);
    }

    @Test
    void aStreamWithNothingSubmittedHasNoQueueAndCountsNowhere() throws InterruptedException {
        Device device = device(options(BUSY_TRACKING));
        try (Signal signal = device.signal(0);
                Stream idle = device.stream();
                Stream holding = device.stream()) {
            holding.waitFor(signal, Condition.EQ, 1).launch(Range.of(1), x -> {});
            assertThat(idle.queueIndex()).isEqualTo(-1);
            assertThat(holding.queueIndex()).isEqualTo(-1);
            assertThat(QueueUse.users(device)).containsExactly(0);
            signal.storeRelease(1);
            finish(holding);
            assertThat(QueueUse.users(device)).containsExactly(0);
        }
    }

    @Test
    void theRingsDepthIsReported() throws InterruptedException {
        Device device = device(options(BUSY_TRACKING).with(Knob.QUEUE_SIZE, 64));
        Gate gate = gate();
        Stream stream = held(device, gate, 1).getFirst();
        gate.awaitArrivals(1);
        stream.launch(Range.of(1), x -> {}).launch(Range.of(1), x -> {});
        Queues.Entry entry = device.queues().entries().getFirst();
        assertThat(entry.index()).isZero();
        assertThat(entry.size()).isEqualTo(64);
        assertThat(entry.depth()).isEqualTo(3);
        gate.open();
        finish(stream);
        Eventually.isTrue("depth=0", () -> device.queues().entries().getFirst().depth() == 0);
    }

    @Test
    void manyStreamsHaveManyIds() {
        Device device = device();
        List<Long> ids = IntStream.range(0, 33)
                .mapToObj(i -> device.stream())
                .map(Stream::id)
                .toList();
        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    void tenThousandStreamsLeaveNoThreadsAndNoQueuesBehind() throws InterruptedException {
        Device device = device(options(BUSY_TRACKING));
        useAndClose(device, 100);
        int threads = Thread.getAllStackTraces().size();
        useAndClose(device, 10_000);
        assertThat(QueueUse.created(device)).isLessThanOrEqualTo(4);
        assertThat(Thread.getAllStackTraces().size()).isLessThanOrEqualTo(threads + 5);
    }

    private static void useAndClose(Device device, int streams) throws InterruptedException {
        for (int i = 0; i < streams; i++) {
            Stream stream = device.stream();
            stream.launch(Range.of(1), x -> {});
            if (i % 10 == 0) {
                finish(stream);
            }
            stream.close();
        }
    }

    /** Which queue the next stream gets when the four queues have these users. */
    private int nextQueueAt(int... users) throws InterruptedException {
        Device device = device(options(BUSY_TRACKING));
        int most = IntStream.of(users).max().orElseThrow();
        Map<Integer, List<Gate>> gates = new HashMap<>();
        Map<Integer, List<Stream>> streams = new HashMap<>();
        for (int i = 0; i < most * users.length; i++) {
            Gate gate = gate();
            Stream stream = gate.hold(device.stream());
            gates.computeIfAbsent(stream.queueIndex(), queue -> new ArrayList<>())
                    .add(gate);
            streams.computeIfAbsent(stream.queueIndex(), queue -> new ArrayList<>())
                    .add(stream);
        }
        for (int queue = 0; queue < users.length; queue++) {
            for (int i = 0; i < most - users[queue]; i++) {
                gates.getOrDefault(queue, List.of()).get(i).open();
                finish(streams.getOrDefault(queue, List.of()).get(i));
            }
        }
        assertThat(QueueUse.users(device))
                .containsExactly(IntStream.of(users).boxed().toArray(Integer[]::new));
        return gate().hold(device.stream()).queueIndex();
    }

    /** Streams with a kernel each that waits at the gate. */
    private static List<Stream> held(Device device, Gate gate, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> gate.hold(device.stream()))
                .toList();
    }

    private static List<Integer> queueIndexes(List<Stream> streams) {
        return streams.stream().map(Stream::queueIndex).toList();
    }

    // E12
    @Test
    void countsAreExactAfterHeldWorkOfEveryKind() throws Exception {
        Device device = device(options(BUSY_TRACKING).with(Knob.QUEUE_SIZE, 8));
        List<Task<Boolean>> tasks = IntStream.range(0, 8)
                .mapToObj(t -> Task.run(() -> {
                    Event event = device.event();
                    for (int i = 0; i < 100; i++) {
                        try (Signal signal = device.signal(0);
                                Buffer buffer = device.buffer(64);
                                Stream first = device.stream();
                                Stream second = device.stream()) {
                            first.launch(Range.of(1), x -> {})
                                    .waitFor(signal, Condition.EQ, 1)
                                    .copy(new byte[64], buffer.asU8())
                                    .launch(Range.of(1), x -> {})
                                    .record(event)
                                    .hostCall(() -> {});
                            second.waitFor(event)
                                    .launch(Range.of(1), x -> {})
                                    .fillBytes(buffer, (byte) 1)
                                    .copy(buffer.asU8(), new byte[64]);
                            signal.storeRelease(1);
                            finish(second);
                            finish(first);
                        }
                    }
                }))
                .toList();
        for (Task<Boolean> task : tasks) {
            task.join();
        }
        assertThat(QueueUse.users(device)).containsOnly(0);
        assertThat(device.queues().engines()).allMatch(engine -> engine.users() == 0);
    }
}
