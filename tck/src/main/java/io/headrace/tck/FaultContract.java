package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.error.DeviceFailureException;
import io.headrace.error.HeadraceException;
import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.Range;
import io.headrace.queue.QueuePolicy;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import io.headrace.tck.fault.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What users see when the driver fails: an error that says so, nothing lost, and a second try that can succeed. */
abstract class FaultContract extends DriverContract {

    private Faults faults = new Faults();

    private HeadraceOptions faulty() {
        return options(new FaultyDriver(driver(), faults));
    }

    private static ResourcesExhaustedException noQueue() {
        return new ResourcesExhaustedException("planned: no doorbell left");
    }

    // E7
    @Test
    void aFailedQueueCreationNamesTheQueueAndTheReasonAndChangesNothing() throws InterruptedException {
        Device device = device(faulty());
        Gate gate = gate();
        gate.hold(device.stream());
        gate.hold(device.stream());
        faults.failNth(Point.QUEUE_CREATION, 1, FaultContract::noQueue);
        AtomicInteger ran = new AtomicInteger();
        try (Stream third = device.stream()) {
            assertThatThrownBy(() -> third.launch(Range.of(1), x -> ran.incrementAndGet()))
                    .isInstanceOf(ResourcesExhaustedException.class)
                    .hasMessageContaining("queue")
                    .hasMessageContaining("2")
                    .hasMessageContaining("no doorbell left");
            assertThat(QueueUse.users(device)).containsExactly(1, 1);
            assertThat(QueueUse.created(device)).isEqualTo(2);
            assertThat(third.queueIndex()).isEqualTo(-1);
            assertThat(third.isDone()).isTrue();

            finish(third.launch(Range.of(1), x -> ran.incrementAndGet()));
            assertThat(ran).hasValue(1);
            assertThat(QueueUse.users(device)).containsExactly(1, 1, 0);
            assertThat(QueueUse.created(device)).isEqualTo(3);
        }
        gate.open();
    }

    // E7
    @Test
    void aQueueThatCannotBeCreatedLeavesTheOthersUsable() throws InterruptedException {
        for (QueuePolicy policy : QueuePolicy.values()) {
            faults = new Faults();
            Device device = device(faulty().with(Knob.QUEUE_BUSY_TRACKING, policy == QueuePolicy.BUSY_TRACKING));
            for (int i = 1; i <= 100; i++) {
                faults.failNth(Point.QUEUE_CREATION, i, FaultContract::noQueue);
            }
            Gate gate = gate();
            Stream first = gate.hold(device.stream());
            try (Stream second = device.stream()) {
                assertThatThrownBy(() -> second.launch(Range.of(1), x -> {}))
                        .as("policy=" + policy)
                        .isInstanceOf(ResourcesExhaustedException.class);
            }
            first.launch(Range.of(1), x -> {});
            gate.open();
            finish(first);
            assertThat(QueueUse.allUsers(device)).isZero();
            closeAllHandles();
            assertThat(faults.openQueues()).isZero();
        }
    }

    @Test
    void aFailedCreationOfTheFirstQueueIsReportedAndLeavesNothingOpen() throws InterruptedException {
        faults.failNth(Point.QUEUE_CREATION, 1, FaultContract::noQueue);
        HeadraceOptions options = faulty();
        assertThatThrownBy(() -> {
                    Headrace headrace = open(options);
                    try (Stream stream = headrace.device().stream()) {
                        stream.launch(Range.of(1), x -> {});
                    }
                })
                .isInstanceOf(HeadraceException.class)
                .hasStackTraceContaining("no doorbell left");
        closeAllHandles();
        assertThat(faults.openDevices()).isZero();
        assertThat(faults.openQueues()).isZero();
        try (Stream stream = device(options).stream()) {
            finish(stream.launch(Range.of(1), x -> {}));
        }
    }

    @Test
    void aFailedQueueCreationForAHeldOperationFailsItsStream() throws InterruptedException {
        Device device = device(faulty());
        Gate gate = gate();
        AtomicInteger ran = new AtomicInteger();
        try (Signal signal = device.signal(0);
                Stream busy = device.stream();
                Stream held = device.stream()) {
            gate.hold(busy);
            held.waitFor(signal, Condition.EQ, 1).launch(Range.of(1), x -> ran.incrementAndGet());
            faults.failNth(Point.QUEUE_CREATION, 1, FaultContract::noQueue);
            signal.storeRelease(1);
            assertThatThrownBy(() -> held.await(LIMIT))
                    .isInstanceOf(HeadraceException.class)
                    .hasStackTraceContaining("no doorbell left");
            assertThat(ran).hasValue(0);
            finish(held.launch(Range.of(1), x -> ran.incrementAndGet()));
            assertThat(ran).hasValue(1);
            gate.open();
            finish(busy);
            assertThat(QueueUse.allUsers(device)).isZero();
        }
    }

    @Test
    void aFailedEngineQueueCreationIsReportedAndCanBeRepeated() throws InterruptedException {
        Device device = device(faulty().with(Knob.COPY_THRESHOLD, 0));
        if (device.info().engines().isEmpty()) {
            return;
        }
        int[] back = new int[1];
        try (I32 x = device.i32(1);
                Stream stream = device.stream()) {
            faults.failNth(Point.ENGINE_QUEUE_CREATION, 1, FaultContract::noQueue);
            assertThatThrownBy(() -> stream.copy(new int[] {5}, x))
                    .isInstanceOf(ResourcesExhaustedException.class)
                    .hasMessageContaining("no doorbell left");
            finish(stream);
            finish(stream.copy(new int[] {5}, x).copy(x, back));
        }
        assertThat(back).containsExactly(5);
    }

    @Test
    void aSlowQueueCreationHoldsUpOnlyTheStreamThatNeedsIt() throws Exception {
        Device device = device(faulty());
        Gate gate = gate();
        Gate creation = gate();
        Stream first = gate.hold(device.stream());
        faults.delayNth(Point.QUEUE_CREATION, 1, creation::pass);
        Task<Boolean> second = Task.run(() -> {
            try (Stream stream = device.stream()) {
                finish(stream.launch(Range.of(1), x -> {}));
            }
        });
        creation.awaitArrivals(1);
        first.launch(Range.of(1), x -> {});
        gate.open();
        finish(first);
        assertThat(device.queues().policy()).isEqualTo(QueuePolicy.BUSY_TRACKING);
        assertThat(creation.isOpen()).isFalse();
        creation.open();
        second.join();
        assertThat(QueueUse.allUsers(device)).isZero();
    }

    @Test
    void manyThreadsThatNeedAQueueAtOnceCreateEachOnce() throws Exception {
        for (int round = 0; round < 10; round++) {
            int before = faults.visited(Point.QUEUE_CREATION);
            Headrace headrace = open(faulty());
            Device device = headrace.device();
            Gate gate = gate();
            List<Task<Stream>> tasks = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                tasks.add(Task.start(() -> gate.hold(device.stream())));
            }
            for (Task<Stream> task : tasks) {
                assertThat(task.join().queueIndex()).isBetween(0, 3);
            }
            assertThat(QueueUse.users(device)).containsExactly(4, 4, 4, 4);
            int firstOfOthers = headrace.devices().size() - 1; // each device has one from the beginning
            assertThat(faults.visited(Point.QUEUE_CREATION) - before).isEqualTo(4 + firstOfOthers);
            openAllGatesAndCloseAllHandles();
        }
    }

    @Test
    void aDeviceThatGrantsFewerQueuesIsUsedWithThose() {
        faults.grantQueues(2);
        Device device = device(faulty());
        Gate gate = gate();
        List<Integer> indexes = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            indexes.add(gate.hold(device.stream()).queueIndex());
        }
        assertThat(indexes).containsExactly(0, 1, 0, 1, 0);
        assertThat(device.queues().limit()).isEqualTo(2);
        gate.open();
    }

    @Test
    void aFailedAllocationReachesTheCallerAndLeavesNothing() throws InterruptedException {
        Device device = device(faulty());
        int before = faults.liveMemory();
        faults.failNth(Point.ALLOCATION, 1, () -> new OutOfDeviceMemoryException("planned: no memory"));
        assertThatThrownBy(() -> device.i32(10))
                .isInstanceOf(OutOfDeviceMemoryException.class)
                .hasMessageContaining("planned: no memory");
        assertThat(faults.liveMemory()).isEqualTo(before);
        try (Buffer buffer = device.buffer(40);
                Stream stream = device.stream()) {
            finish(stream.fillBytes(buffer, (byte) 1));
        }
    }

    @Test
    void aFailedCopyFailsItsStreamByRuleSeven() throws InterruptedException {
        Device device = device(faulty());
        int[] back = new int[1];
        AtomicInteger ran = new AtomicInteger();
        try (I32 x = device.i32(1);
                Stream stream = device.stream();
                Stream other = device.stream()) {
            faults.failNth(
                    Point.COPY,
                    2,
                    () -> new DeviceFailureException("copy", device.id(), 719, "PLANNED_LAUNCH_FAILED", false));
            stream.copy(new int[] {1}, x).copy(new int[] {2}, x).launch(Range.of(1), i -> ran.incrementAndGet());
            assertThatThrownBy(() -> stream.await(LIMIT))
                    .isInstanceOf(HeadraceException.class)
                    .hasStackTraceContaining("PLANNED_LAUNCH_FAILED");
            assertThat(ran).hasValue(0);
            finish(other.launch(Range.of(1), i -> {}));
            finish(stream.copy(x, back));
        }
        assertThat(back).containsExactly(1);
    }

    @Test
    void aFailedLaunchOrFillFailsItsStreamByRuleSeven() throws InterruptedException {
        Device device = device(faulty());
        int[] back = new int[1];
        try (I32 x = device.i32(1);
                Stream stream = device.stream()) {
            for (Point point : List.of(Point.LAUNCH, Point.FILL)) {
                faults.failNth(point, 1, () -> new IllegalStateException("planned: " + point));
                stream.launch(Range.of(1), i -> x.set(0, 1)).fill(x, 2).copy(x, back);
                assertThatThrownBy(() -> stream.await(LIMIT))
                        .isInstanceOf(HeadraceException.class)
                        .hasStackTraceContaining("planned: " + point);
            }
            finish(stream.launch(Range.of(1), i -> x.set(0, 1)).fill(x, 2).copy(x, back));
            assertThat(back).containsExactly(2);
        }
    }

    @Test
    void aKernelThatCannotBePreparedIsRefusedAndNothingIsQueued() throws InterruptedException {
        Device device = device(faulty());
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream()) {
            faults.failNth(Point.PREPARATION, 1, () -> new UnsupportedFeatureException("planned: no such kernel"));
            assertThatThrownBy(() -> stream.launch(Range.of(1), x -> ran.incrementAndGet()))
                    .hasMessageContaining("planned: no such kernel");
            finish(stream);
            finish(stream.launch(Range.of(1), x -> ran.incrementAndGet()));
        }
        assertThat(ran).hasValue(1);
    }

    @Test
    void aGroupKernelOrReductionThatCannotBePreparedIsRefusedAndKeepsNothing() throws InterruptedException {
        Device device = device(faulty());
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream();
                I32 x = device.i32(10)) {
            faults.failNth(Point.PREPARATION, 1, () -> new UnsupportedFeatureException("planned: no groups"));
            assertThatThrownBy(() -> stream.launch(Range.of(4).group(2), group -> ran.incrementAndGet()))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("planned: no groups");
            faults.failNth(Point.PREPARATION, 1, () -> new UnsupportedFeatureException("planned: no reductions"));
            assertThatThrownBy(() -> stream.max(x, x.elements(0, 1)))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("planned: no reductions");
            finish(stream.max(x, x.elements(0, 1)));
        }
        Eventually.isTrue("memory is free", () -> faults.liveMemory() == 0);
        assertThat(ran).hasValue(0);
    }

    @Test
    void aSlowCopyDelaysItsStreamAndNoOther() throws InterruptedException {
        Device device = device(faulty());
        Gate copy = gate();
        AtomicInteger ran = new AtomicInteger();
        try (I32 x = device.i32(1);
                Stream slow = device.stream();
                Stream other = device.stream()) {
            faults.delayNth(Point.COPY, 1, copy::pass);
            slow.copy(new int[1], x).launch(Range.of(1), i -> ran.incrementAndGet());
            copy.awaitArrivals(1);
            finish(other.launch(Range.of(1), i -> {}));
            assertThat(ran).hasValue(0);
            copy.open();
            finish(slow);
            assertThat(ran).hasValue(1);
        }
    }

    @Test
    void anErrorInAQueueCreationLeavesTheCountsAsTheyWere() throws InterruptedException {
        Device device = device(faulty());
        Gate gate = gate();
        gate.hold(device.stream());
        faults.failNth(Point.QUEUE_CREATION, 1, () -> new OutOfMemoryError("planned: no thread left"));
        try (Stream second = device.stream()) {
            assertThatThrownBy(() -> second.launch(Range.of(1), x -> {}))
                    .hasStackTraceContaining("planned: no thread left");
            assertThat(QueueUse.users(device)).containsExactly(1);
            finish(second.launch(Range.of(1), x -> {}));
            assertThat(QueueUse.users(device)).containsExactly(1, 0);
        }
        gate.open();
    }

    @Test
    void anErrorInAQueueCreationForAHeldOperationHangsNobody() throws InterruptedException {
        Device device = device(faulty());
        Gate gate = gate();
        try (Signal signal = device.signal(0);
                Stream busy = device.stream();
                Stream held = device.stream()) {
            gate.hold(busy);
            held.waitFor(signal, Condition.EQ, 1).launch(Range.of(1), x -> {});
            faults.failNth(Point.QUEUE_CREATION, 1, () -> new OutOfMemoryError("planned: no thread left"));
            signal.storeRelease(1);
            assertThatThrownBy(() -> held.await(LIMIT)).hasStackTraceContaining("planned: no thread left");
            finish(held.launch(Range.of(1), x -> {}));
            gate.open();
            finish(busy);
            assertThat(QueueUse.allUsers(device)).isZero();
        }
    }

    @Test
    void aDriversOwnExceptionIsTranslatedAtTheEdge() throws InterruptedException {
        Device device = device(faulty());
        Gate gate = gate();
        gate.hold(device.stream());
        faults.failNth(Point.QUEUE_CREATION, 1, () -> new IllegalArgumentException("planned: low level"));
        try (Stream second = device.stream()) {
            assertThatThrownBy(() -> second.launch(Range.of(1), x -> {}))
                    .isInstanceOf(HeadraceException.class)
                    .hasMessageContaining("planned: low level");
            finish(second.launch(Range.of(1), x -> {}));
        }
        gate.open();
    }

    @Test
    void aSlowCopyInOneDirectionDelaysNoneInTheOther() throws InterruptedException {
        Device device = device(faulty().with(Knob.COPY_THRESHOLD, 0));
        if (device.info().engines().size() < 2) {
            return;
        }
        Gate copy = gate();
        int[] back = {1};
        try (I32 x = device.i32(1);
                I32 y = device.i32(1);
                Stream up = device.stream();
                Stream down = device.stream()) {
            faults.delayNth(Point.COPY, 1, copy::pass);
            up.copy(new int[] {3}, x);
            copy.awaitArrivals(1);
            finish(down.copy(y, back));
            assertThat(back).containsExactly(0);
            assertThat(up.isDone()).isFalse();
            copy.open();
            finish(up);
        }
    }
}
