package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.DeviceCounters;
import io.headrace.Stream;
import io.headrace.U8;
import io.headrace.config.Knob;
import io.headrace.copy.Direction;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.trace.OperationKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a device counts, whether or not anybody looks. */
abstract class CountersContract extends DriverContract {

    private static final Range ONE = Range.of(1);
    private static final Duration MOMENT = Duration.ofNanos(1);

    @Test
    void anUnusedDeviceHasAllKindsAndHasCountedNothing() {
        DeviceCounters counters = device().counters();
        assertThat(counters.operations()).containsOnlyKeys(OperationKind.values());
        assertThat(counters.ended()).isZero();
        assertThat(counters.depth()).isZero();
        assertThat(counters.users()).isZero();
        assertThat(counters.copies().entries()).isEmpty();
        assertThat(counters.backPressure()).isEqualTo(new DeviceCounters.BackPressure(0, 0));
        assertThat(counters.waits()).isEqualTo(new DeviceCounters.Waits(0, 0));
    }

    @Test
    void operationsBytesUsersAndDepthAreThoseOfTheMoment() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        byte[] bytes = new byte[100];
        try (U8 x = device.u8(100);
                Stream stream = device.stream()) {
            finish(stream.copy(bytes, x).launch(ONE, i -> {}).copy(x, bytes).hostCall(() -> {}));
            gate.hold(stream).launch(ONE, i -> {}).launch(ONE, i -> {});
            gate.awaitArrivals(1);
            Eventually.isTrue("three packets", () -> device.counters().depth() == 3);
            DeviceCounters busy = device.counters();
            assertThat(busy.users()).isEqualTo(1);
            assertThat(busy.ended(OperationKind.KERNEL).done()).isEqualTo(1);
            gate.open();
            finish(stream);
            Eventually.isTrue("no depth", () -> device.counters().depth() == 0);
            DeviceCounters counters = device.counters();
            assertThat(counters.users()).isZero();
            assertThat(counters.ended(OperationKind.KERNEL)).isEqualTo(new DeviceCounters.Ended(4, 0, 0));
            assertThat(counters.ended(OperationKind.COPY)).isEqualTo(new DeviceCounters.Ended(2, 0, 0));
            assertThat(counters.ended(OperationKind.HOST_CALL)).isEqualTo(new DeviceCounters.Ended(1, 0, 0));
            assertThat(counters.ended()).isEqualTo(7);
            assertThat(counters.copies()).isEqualTo(device.copyCounters());
            assertThat(counters.copies().bytes(Direction.HOST_TO_DEVICE)).isEqualTo(100);
        }
    }

    @Test
    void aWaitThatGivesUpWhileItSpinsAndOneThatParksAreToldApart() throws Exception {
        Device device = device(options().with(Knob.STREAM_BUSYWAIT, 0));
        Gate gate = gate();
        try (Stream stream = gate.hold(device.stream())) {
            assertThat(stream.await(MOMENT)).isFalse();
            assertThat(device.counters().waits()).isEqualTo(new DeviceCounters.Waits(1, 0));
            Task<Boolean> waits = Task.start(() -> stream.await(LIMIT));
            Eventually.isBlocked(waits.thread());
            gate.open();
            assertThat(waits.join()).isTrue();
            assertThat(device.counters().waits()).isEqualTo(new DeviceCounters.Waits(1, 1));
            finish(stream);
            assertThat(device.counters().waits())
                    .as("a wait that is over at once")
                    .isEqualTo(new DeviceCounters.Waits(1, 1));
        }
    }

    @Test
    void waitsForSignalsAndLivingSignalsCountForAllDevices() throws InterruptedException {
        Device device = device();
        long before = device.counters().signals();
        DeviceCounters.Waits waits = device.counters().signalWaits();
        try (Signal signal = device.signal(0)) {
            assertThat(device.counters().signals()).isEqualTo(before + 1);
            assertThat(signal.await(Condition.EQ, 0, LIMIT)).isTrue();
            assertThat(device.counters().signalWaits()).isEqualTo(waits);
            assertThat(signal.await(Condition.EQ, 1, MOMENT)).isFalse();
            assertThat(device.counters().signalWaits().spun()
                            + device.counters().signalWaits().parked())
                    .isEqualTo(waits.spun() + waits.parked() + 1);
        }
        assertThat(device.counters().signals()).isEqualTo(before);
    }

    @Test
    void timeSpentWaitingForRoomIsAddedUp() throws Exception {
        Device device = device(options().with(Knob.QUEUE_SIZE, 4).with(Knob.NUM_QUEUES, 1));
        Gate gate = gate();
        try (Stream stream = gate.hold(device.stream())) {
            Task<Boolean> enqueues = Task.run(() -> {
                for (int i = 0; i < 4; i++) {
                    stream.launch(ONE, x -> {});
                }
            });
            Eventually.isBlocked(enqueues.thread());
            assertThat(device.counters().backPressure().waits()).isZero();
            gate.open();
            assertThat(enqueues.join()).isTrue();
            finish(stream);
            assertThat(device.counters().backPressure().waits()).isPositive();
            assertThat(device.counters().backPressure().nanos()).isPositive();
        }
    }
}
