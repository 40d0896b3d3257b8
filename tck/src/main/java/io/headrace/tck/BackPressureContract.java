package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.config.Knob;
import io.headrace.error.HeadraceException;
import io.headrace.error.HeadraceTimeoutException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rule 5: who comes too fast waits for room; nothing is lost and nothing fails. */
abstract class BackPressureContract extends DriverContract {

    @Override
    boolean kernelsReachMemory() {
        return false;
    }

    private static final Duration SHORT = Duration.ofMillis(50);

    private Device ringOf(int size) {
        return device(options().with(Knob.NUM_QUEUES, 1).with(Knob.QUEUE_SIZE, size));
    }

    // E11
    @Test
    void aRingOfFourTakesAThousandOperationsInOrder() throws InterruptedException {
        Device device = ringOf(4);
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        try (Stream stream = device.stream()) {
            for (int i = 0; i < 1_000; i++) {
                int number = i;
                stream.launch(Range.of(1), x -> order.add(number));
            }
            finish(stream);
        }
        assertThat(order)
                .containsExactlyElementsOf(IntStream.range(0, 1_000).boxed().toList());
    }

    @Test
    void aRingOfFourTakesAThousandCopiesInOrder() throws InterruptedException {
        Device device = ringOf(4);
        try (Stream stream = device.stream();
                var cell = device.i32(1)) {
            int[] last = new int[1];
            for (int i = 0; i < 1_000; i++) {
                stream.copy(new int[] {i}, cell);
            }
            finish(stream.copy(cell, last));
            assertThat(last).containsExactly(999);
        }
    }

    // E11
    @Test
    void aFullRingBlocksTheCaller() throws Exception {
        Device device = ringOf(4);
        Gate gate = gate();
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream()) {
            gate.hold(stream);
            gate.awaitArrivals(1);
            Task<Boolean> caller = Task.run(() -> {
                for (int i = 0; i < 20; i++) {
                    stream.launch(Range.of(1), x -> ran.incrementAndGet());
                    accepted.incrementAndGet();
                }
            });
            Eventually.isTrue("accepted=3", () -> accepted.get() == 3);
            Eventually.isBlocked(caller.thread());
            assertThat(accepted)
                    .as("a slot is taken until its packet has ended")
                    .hasValue(3);
            gate.open();
            caller.join();
            finish(stream);
            assertThat(ran).hasValue(20);
        }
    }

    // E11
    @Test
    void anOfferGetsInAsSoonAsOneSlotIsFree() throws InterruptedException {
        Device device = ringOf(16);
        Gate first = gate();
        Gate second = gate();
        try (Stream stream = device.stream()) {
            first.hold(stream);
            second.hold(stream);
            for (int i = 0; i < 14; i++) {
                assertThat(stream.offerLaunch(Range.of(1), x -> {}))
                        .as("slot " + (i + 2))
                        .isTrue();
            }
            assertThat(stream.offerLaunch(Range.of(1), x -> {}))
                    .as("a 17th slot")
                    .isFalse();
            first.open();
            second.awaitArrivals(1);
            Eventually.isTrue("an offer gets in", () -> stream.offerLaunch(Range.of(1), x -> {}));
            assertThat(stream.offerLaunch(Range.of(1), x -> {})).isFalse();
            second.open();
            finish(stream);
        }
    }

    @Test
    void aRefusedOfferQueuesNothing() throws InterruptedException {
        Device device = ringOf(4);
        Gate gate = gate();
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream()) {
            gate.hold(stream);
            gate.awaitArrivals(1);
            int accepted = 0;
            for (int i = 0; i < 20; i++) {
                if (stream.offerLaunch(Range.of(1), x -> ran.incrementAndGet())) {
                    accepted++;
                }
                if (stream.offerLaunch(Range.of(1, 1), (x, y) -> ran.incrementAndGet())) {
                    accepted++;
                }
                if (stream.offerLaunch(Range.of(1, 1, 1), (x, y, z) -> ran.incrementAndGet())) {
                    accepted++;
                }
            }
            assertThat(accepted).isEqualTo(3);
            gate.open();
            finish(stream);
            assertThat(ran).hasValue(3);
        }
    }

    @Test
    void aFullRingHoldsUpOnlyItsOwnStreams() throws InterruptedException {
        Device device = device(options().with(Knob.NUM_QUEUES, 2).with(Knob.QUEUE_SIZE, 4));
        Gate gate = gate();
        try (Stream full = device.stream();
                Stream free = device.stream()) {
            gate.hold(full);
            gate.awaitArrivals(1);
            for (int i = 0; i < 3; i++) {
                full.launch(Range.of(1), x -> {});
            }
            assertThat(full.offerLaunch(Range.of(1), x -> {})).isFalse();
            for (int i = 0; i < 100; i++) {
                free.launch(Range.of(1), x -> {});
            }
            finish(free);
            gate.open();
            finish(full);
        }
    }

    @Test
    void aStreamHoldsAtMostMaxPendingOperations() throws Exception {
        Device device = device(options().with(Knob.MAX_PENDING, 8));
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger ran = new AtomicInteger();
        try (Signal signal = device.signal(0);
                Stream stream = device.stream()) {
            stream.waitFor(signal, Condition.EQ, 1);
            Task<Boolean> caller = Task.run(() -> {
                for (int i = 0; i < 20; i++) {
                    stream.launch(Range.of(1), x -> ran.incrementAndGet());
                    accepted.incrementAndGet();
                }
            });
            Eventually.isTrue("accepted=8", () -> accepted.get() == 8);
            Eventually.isBlocked(caller.thread());
            assertThat(stream.offerLaunch(Range.of(1), x -> ran.incrementAndGet()))
                    .isFalse();
            assertThat(accepted).hasValue(8);
            signal.storeRelease(1);
            caller.join();
            finish(stream);
            assertThat(ran).hasValue(20);
        }
    }

    @Test
    void heldCopiesFillsAndHostCallsCountToo() throws InterruptedException {
        Device device = device(options().with(Knob.MAX_PENDING, 3));
        try (Signal signal = device.signal(0);
                var cell = device.i32(1);
                Stream stream = device.stream()) {
            stream.waitFor(signal, Condition.EQ, 1)
                    .copy(new int[1], cell)
                    .fill(cell, 1)
                    .hostCall(() -> {});
            assertThat(stream.offerLaunch(Range.of(1), x -> {})).isFalse();
            signal.storeRelease(1);
            finish(stream);
            assertThat(stream.offerLaunch(Range.of(1), x -> {})).isTrue();
            finish(stream);
        }
    }

    @Test
    void waitsRecordsAndSetsDoNotCount() throws InterruptedException {
        Device device = device(options().with(Knob.MAX_PENDING, 2));
        Event event = device.event();
        try (Signal signal = device.signal(0);
                Signal set = device.signal(0);
                Stream stream = device.stream()) {
            stream.waitFor(signal, Condition.EQ, 1).launch(Range.of(1), x -> {}).launch(Range.of(1), x -> {});
            for (int i = 0; i < 1_000; i++) {
                stream.record(event)
                        .waitFor(signal, Condition.EQ, 1)
                        .waitFor(event)
                        .set(set, i);
            }
            signal.storeRelease(1);
            finish(stream);
            assertThat(set.loadAcquire()).isEqualTo(999);
        }
    }

    @Test
    void aStreamWithATimeoutGivesUpOnAFullRingWithNothingQueued() throws InterruptedException {
        Device device = ringOf(4);
        Gate gate = gate();
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream(StreamOptions.defaults().withTimeout(SHORT))) {
            gate.hold(stream);
            gate.awaitArrivals(1);
            for (int i = 0; i < 3; i++) {
                stream.launch(Range.of(1), x -> ran.incrementAndGet());
            }
            assertThatThrownBy(() -> stream.launch(Range.of(1), x -> ran.incrementAndGet()))
                    .isInstanceOf(HeadraceTimeoutException.class);
            gate.open();
            finish(stream);
            assertThat(ran).hasValue(3);
            finish(stream.launch(Range.of(1), x -> ran.incrementAndGet()));
            assertThat(ran).hasValue(4);
        }
    }

    @Test
    void aStreamWithATimeoutGivesUpOnMaxPendingWithNothingQueued() throws InterruptedException {
        Device device = device(options().with(Knob.MAX_PENDING, 2));
        AtomicInteger ran = new AtomicInteger();
        try (Signal signal = device.signal(0);
                Stream stream = device.stream(StreamOptions.defaults().withTimeout(SHORT))) {
            stream.waitFor(signal, Condition.EQ, 1)
                    .launch(Range.of(1), x -> ran.incrementAndGet())
                    .launch(Range.of(1), x -> ran.incrementAndGet());
            assertThatThrownBy(() -> stream.launch(Range.of(1), x -> ran.incrementAndGet()))
                    .isInstanceOf(HeadraceTimeoutException.class);
            signal.storeRelease(1);
            finish(stream);
            assertThat(ran).hasValue(2);
        }
    }

    @Test
    void anInterruptEndsTheWaitForRoomWithNothingQueued() throws Exception {
        Device device = ringOf(4);
        Gate gate = gate();
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger accepted = new AtomicInteger();
        try (Stream stream = device.stream()) {
            gate.hold(stream);
            gate.awaitArrivals(1);
            Task<Boolean> caller = Task.start(() -> {
                try {
                    while (true) {
                        stream.launch(Range.of(1), x -> ran.incrementAndGet());
                        accepted.incrementAndGet();
                    }
                } catch (HeadraceException e) {
                    return Thread.currentThread().isInterrupted();
                }
            });
            Eventually.isTrue("accepted=3", () -> accepted.get() == 3);
            Eventually.isBlocked(caller.thread());
            caller.interrupt();
            assertThat(caller.join()).as("the caller's interrupt status").isTrue();
            gate.open();
            finish(stream);
            assertThat(ran).hasValue(3);
        }
    }

    @Test
    void eightCallersOnARingOfFourLoseNothing() throws Exception {
        Device device = ringOf(4);
        AtomicInteger ran = new AtomicInteger();
        List<Stream> streams =
                IntStream.range(0, 8).mapToObj(i -> device.stream()).toList();
        List<Task<Boolean>> callers = new ArrayList<>();
        for (Stream stream : streams) {
            callers.add(Task.run(() -> {
                for (int i = 0; i < 2_000; i++) {
                    stream.launch(Range.of(1), x -> ran.incrementAndGet());
                }
                finish(stream);
            }));
        }
        for (Task<Boolean> caller : callers) {
            caller.join();
        }
        assertThat(ran).hasValue(16_000);
    }

    @Test
    void virtualThreadsWaitForRoomWithoutHoldingTheirCarriers() throws Exception {
        Device device = ringOf(4);
        Gate gate = gate();
        AtomicInteger ran = new AtomicInteger();
        gate.hold(device.stream());
        gate.awaitArrivals(1);
        List<Task<Boolean>> callers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            callers.add(Task.startVirtual(() -> {
                try (Stream stream = device.stream()) {
                    finish(stream.launch(Range.of(1), x -> ran.incrementAndGet()));
                }
                return true;
            }));
        }
        assertThat(Task.startVirtual(() -> 1).join()).isEqualTo(1);
        gate.open();
        for (Task<Boolean> caller : callers) {
            caller.join();
        }
        assertThat(ran).hasValue(200);
    }

    @Test
    void aTimeoutOfZeroGivesUpAtOnceAndSaysSo() throws InterruptedException {
        Device device = ringOf(4);
        Gate gate = gate();
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream(StreamOptions.defaults().withTimeout(Duration.ZERO))) {
            gate.hold(stream);
            gate.awaitArrivals(1);
            for (int i = 0; i < 3; i++) {
                stream.launch(Range.of(1), x -> ran.incrementAndGet());
            }
            assertThatThrownBy(() -> stream.launch(Range.of(1), x -> ran.incrementAndGet()))
                    .isInstanceOf(HeadraceTimeoutException.class);
            gate.open();
            finish(stream);
            assertThat(ran).hasValue(3);
        }
    }

    @Test
    void anInterruptedThreadMayEnqueueWhereThereIsRoom() throws Exception {
        Device device = device();
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream()) {
            assertThat(Task.start(() -> {
                                Thread.currentThread().interrupt();
                                stream.launch(Range.of(1), x -> ran.incrementAndGet());
                                return Thread.currentThread().isInterrupted();
                            })
                            .join())
                    .isTrue();
            finish(stream);
        }
        assertThat(ran).hasValue(1);
    }

    @Test
    void whatIsRefusedGivesItsBuffersBack() throws InterruptedException {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)).with(Knob.MAX_PENDING, 2));
        int before = faults.liveMemory();
        try (Signal signal = device.signal(0);
                Stream stream = device.stream(StreamOptions.defaults().withTimeout(SHORT))) {
            try (var cell = device.i32(1)) {
                stream.waitFor(signal, Condition.EQ, 1).copy(new int[1], cell).fill(cell, 1);
                assertThatThrownBy(() -> stream.copy(new int[1], cell)).isInstanceOf(HeadraceTimeoutException.class);
                assertThatThrownBy(() -> stream.fill(cell, 1)).isInstanceOf(HeadraceTimeoutException.class);
                stream.cancel();
                stream.copy(new int[1], cell).fill(cell, 1);
            }
            assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(HeadraceException.class);
            finish(stream);
        }
        Eventually.isTrue("the memory is freed", () -> faults.liveMemory() == before);
    }
}
