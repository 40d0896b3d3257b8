package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rule 2, progress: sharing a queue may cost time, never progress. One queue for all, except where a test says else. */
abstract class ProgressContract extends DriverContract {

    private Device oneQueue() {
        return device(options().with(Knob.NUM_QUEUES, 1));
    }

    @Test
    void aWaiterBeforeItsSetterEnds() throws InterruptedException {
        Device device = oneQueue();
        try (Signal signal = device.signal(0);
                Stream waiter = device.stream();
                Stream setter = device.stream()) {
            waiter.waitFor(signal, Condition.EQ, 1).launch(Range.of(1), x -> {});
            setter.launch(Range.of(1), x -> {}).set(signal, 1);
            finish(waiter);
            finish(setter);
        }
    }

    @Test
    void aWaiterAfterItsSetterEnds() throws InterruptedException {
        Device device = oneQueue();
        Gate gate = gate();
        try (Signal signal = device.signal(0);
                Stream waiter = device.stream();
                Stream setter = device.stream()) {
            gate.hold(setter).set(signal, 1);
            waiter.waitFor(signal, Condition.EQ, 1).launch(Range.of(1), x -> {});
            gate.open();
            finish(waiter);
            finish(setter);
        }
    }

    @Test
    void aStoreByTheHostMovesAWaiterOn() throws InterruptedException {
        Device device = oneQueue();
        AtomicBoolean ran = new AtomicBoolean();
        try (Signal signal = device.signal(0);
                Stream waiter = device.stream();
                Stream neighbour = device.stream()) {
            waiter.waitFor(signal, Condition.GTE, 5).launch(Range.of(1), x -> ran.set(true));
            finish(neighbour.launch(Range.of(1), x -> {}));
            signal.storeRelease(4);
            finish(neighbour.launch(Range.of(1), x -> {}));
            assertThat(ran).isFalse();
            assertThat(waiter.isDone()).isFalse();
            signal.storeRelease(5);
            finish(waiter);
            assertThat(ran).isTrue();
        }
    }

    @Test
    void aWaiterBeforeTheHostCallThatStoresEnds() throws InterruptedException {
        Device device = oneQueue();
        try (Signal signal = device.signal(0);
                Stream waiter = device.stream();
                Stream caller = device.stream()) {
            waiter.waitFor(signal, Condition.EQ, 1).launch(Range.of(1), x -> {});
            caller.launch(Range.of(1), x -> {})
                    .hostCall(() -> signal.storeRelease(1))
                    .launch(Range.of(1), x -> {});
            finish(waiter);
            finish(caller);
        }
    }

    @Test
    void aWaiterAfterTheHostCallThatStoresEnds() throws InterruptedException {
        Device device = oneQueue();
        try (Signal signal = device.signal(0);
                Stream waiter = device.stream();
                Stream caller = device.stream()) {
            caller.hostCall(() -> signal.storeRelease(1)).launch(Range.of(1), x -> {});
            waiter.waitFor(signal, Condition.EQ, 1).launch(Range.of(1), x -> {});
            finish(waiter);
            finish(caller);
        }
    }

    @Test
    void aHostCallOfHalfASecondDelaysNoNeighbour() throws InterruptedException {
        Device device = oneQueue();
        try (Signal signal = device.signal(0);
                Stream waiter = device.stream();
                Stream caller = device.stream();
                Stream neighbour = device.stream()) {
            waiter.waitFor(signal, Condition.EQ, 1).launch(Range.of(1), x -> {});
            caller.hostCall(() -> {
                        Thread.sleep(500);
                        signal.storeRelease(1);
                    })
                    .launch(Range.of(1), x -> {});
            finish(neighbour.launch(Range.of(1), x -> {}));
            assertThat(signal.loadAcquire())
                    .as("the neighbour ended before the call did")
                    .isZero();
            finish(waiter);
            finish(caller);
        }
    }

    @Test
    void manyHostCallsThatBlockHoldUpNoQueue() throws InterruptedException {
        Device device = oneQueue();
        Gate gate = gate();
        List<Stream> callers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            callers.add(device.stream().hostCall(gate::pass).launch(Range.of(1), x -> {}));
        }
        gate.awaitArrivals(50);
        finish(device.stream().launch(Range.of(1), x -> {}));
        gate.open();
        for (Stream caller : callers) {
            finish(caller);
        }
    }

    @Test
    void aWaitForAnEventWhoseRecordIsHeldEnds() throws InterruptedException {
        Device device = oneQueue();
        Event event = device.event();
        AtomicBoolean ran = new AtomicBoolean();
        try (Signal signal = device.signal(0);
                Stream recorder = device.stream();
                Stream waiter = device.stream();
                Stream neighbour = device.stream()) {
            recorder.waitFor(signal, Condition.EQ, 1)
                    .launch(Range.of(1), x -> {})
                    .record(event);
            waiter.waitFor(event).launch(Range.of(1), x -> ran.set(true));
            finish(neighbour.launch(Range.of(1), x -> {}));
            assertThat(ran).isFalse();
            signal.storeRelease(1);
            finish(waiter);
            finish(recorder);
            assertThat(ran).isTrue();
        }
    }

    @Test
    void aWaitForAnEventOfARunningOperationEnds() throws InterruptedException {
        for (int queues = 1; queues <= 2; queues++) {
            Device device = device(options().with(Knob.NUM_QUEUES, queues));
            Event event = device.event();
            Gate gate = gate();
            AtomicBoolean early = new AtomicBoolean();
            try (Stream recorder = device.stream();
                    Stream waiter = device.stream()) {
                gate.hold(recorder).record(event);
                waiter.waitFor(event).launch(Range.of(1), x -> early.compareAndSet(false, !gate.isOpen()));
                gate.awaitArrivals(1);
                gate.open();
                finish(waiter);
                finish(recorder);
            }
            assertThat(early)
                    .as("the waiter ran before the record, queues=" + queues)
                    .isFalse();
            closeAllHandles();
        }
    }

    @Test
    void aChainOfTenStreamsThroughSignalsEndsInEitherOrder() throws InterruptedException {
        for (boolean lastFirst : new boolean[] {true, false}) {
            Device device = oneQueue();
            List<Integer> order = new ArrayList<>();
            List<Signal> signals = new ArrayList<>();
            for (int i = 0; i <= 10; i++) {
                signals.add(device.signal(0));
            }
            List<Stream> streams = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                int link = lastFirst ? 9 - i : i;
                streams.add(device.stream()
                        .waitFor(signals.get(link), Condition.EQ, 1)
                        .launch(Range.of(1), x -> order.add(link))
                        .set(signals.get(link + 1), 1));
            }
            signals.getFirst().storeRelease(1);
            for (Stream stream : streams) {
                finish(stream);
            }
            assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
            closeAllHandles();
        }
    }

    @Test
    void aChainOfTenStreamsThroughEventsEndsWithItsHeadHeld() throws InterruptedException {
        Device device = oneQueue();
        List<Integer> order = new ArrayList<>();
        try (Signal start = device.signal(0)) {
            List<Stream> streams = new ArrayList<>();
            Event before = device.event();
            streams.add(device.stream().waitFor(start, Condition.NE, 0).record(before));
            for (int i = 0; i < 10; i++) {
                int link = i;
                Event behind = device.event();
                streams.add(device.stream()
                        .waitFor(before)
                        .launch(Range.of(1), x -> order.add(link))
                        .record(behind));
                before = behind;
            }
            start.storeRelease(1);
            before.await();
            for (Stream stream : streams) {
                finish(stream);
            }
        }
        assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    @Test
    void aChainOfTenStreamsThroughHostCallsEnds() throws InterruptedException {
        Device device = oneQueue();
        List<Signal> signals = new ArrayList<>();
        for (int i = 0; i <= 10; i++) {
            signals.add(device.signal(0));
        }
        List<Stream> streams = new ArrayList<>();
        for (int i = 9; i >= 0; i--) {
            Signal next = signals.get(i + 1);
            streams.add(device.stream()
                    .waitFor(signals.get(i), Condition.EQ, 1)
                    .launch(Range.of(1), x -> {})
                    .hostCall(() -> next.storeRelease(1)));
        }
        signals.getFirst().storeRelease(1);
        for (Stream stream : streams) {
            finish(stream);
        }
        assertThat(signals.getLast().loadAcquire()).isEqualTo(1);
    }

    @Test
    void aProducerIsNeverPutBehindItsWaiter() throws InterruptedException {
        Device device = device(options().with(Knob.NUM_QUEUES, 2));
        try (Signal signal = device.signal(0)) {
            List<Stream> waiters = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                waiters.add(device.stream()
                        .launch(Range.of(1), x -> {})
                        .waitFor(signal, Condition.EQ, 1)
                        .launch(Range.of(1), x -> {}));
            }
            finish(device.stream().launch(Range.of(1), x -> {}).set(signal, 1));
            for (Stream waiter : waiters) {
                finish(waiter);
            }
        }
    }

    @Test
    void anUnsetSignalDelaysNoOtherStream() throws InterruptedException {
        Device device = oneQueue();
        try (Signal never = device.signal(0);
                Stream stuck = device.stream();
                Stream neighbour = device.stream()) {
            stuck.launch(Range.of(1), x -> {}).waitFor(never, Condition.EQ, 1);
            for (int i = 0; i < 100; i++) {
                stuck.launch(Range.of(1), x -> {});
            }
            AtomicInteger ran = new AtomicInteger();
            for (int i = 0; i < 1_000; i++) {
                neighbour.launch(Range.of(1), x -> ran.incrementAndGet());
            }
            finish(neighbour);
            assertThat(ran).hasValue(1_000);
            assertThat(stuck.isDone()).isFalse();
            never.storeRelease(1);
            finish(stuck);
        }
    }

    @Test
    void aStoreReturnsThoughTheWaitersQueueIsFullAndItsDeviceBusy() throws InterruptedException {
        Device device = device(options().with(Knob.NUM_QUEUES, 1).with(Knob.QUEUE_SIZE, 4));
        Gate gate = gate();
        AtomicBoolean ran = new AtomicBoolean();
        try (Signal signal = device.signal(0);
                Stream waiter = device.stream();
                Stream busy = device.stream()) {
            waiter.waitFor(signal, Condition.EQ, 1).launch(Range.of(1), x -> ran.set(true));
            gate.hold(busy);
            gate.awaitArrivals(1);
            int queued = 0;
            while (busy.offerLaunch(Range.of(1), x -> {})) {
                assertThat(++queued).as("operations in a ring of 4").isLessThan(4);
            }
            signal.storeRelease(1);
            assertThat(ran).isFalse();
            gate.open();
            finish(waiter);
            finish(busy);
        }
    }

    @Test
    void aHeldOperationGetsInWhileOthersKeepTheRingFull() throws Exception {
        Device device = device(options().with(Knob.NUM_QUEUES, 1).with(Knob.QUEUE_SIZE, 4));
        AtomicBoolean stop = new AtomicBoolean();
        try (Signal signal = device.signal(0);
                Stream waiter = device.stream()) {
            waiter.waitFor(signal, Condition.EQ, 1);
            for (int i = 0; i < 50; i++) {
                waiter.launch(Range.of(1), x -> {});
            }
            List<Task<Boolean>> floods = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                floods.add(Task.run(() -> {
                    try (Stream flood = device.stream()) {
                        while (!stop.get()) {
                            flood.launch(Range.of(1), x -> {});
                        }
                        finish(flood);
                    }
                }));
            }
            try {
                signal.storeRelease(1);
                finish(waiter);
            } finally {
                stop.set(true);
            }
            for (Task<Boolean> flood : floods) {
                flood.join();
            }
        }
    }

    @Test
    void copiesOfAHeldStreamDelayNoOtherCopies() throws InterruptedException {
        Device device = oneQueue();
        try (Signal signal = device.signal(0);
                Stream stuck = device.stream();
                Stream neighbour = device.stream();
                var buffer = device.i32(4)) {
            int[] up = {1, 2, 3, 4};
            int[] down = new int[4];
            stuck.waitFor(signal, Condition.EQ, 1).copy(up, buffer);
            finish(neighbour.copy(buffer, down));
            assertThat(down).containsExactly(0, 0, 0, 0);
            signal.storeRelease(1);
            finish(stuck);
            finish(neighbour.copy(buffer, down));
            assertThat(down).containsExactly(1, 2, 3, 4);
        }
    }

    @Test
    void aChainOfManyStreamsNeedsNoStack() throws InterruptedException {
        Device device = oneQueue();
        int length = 3_000;
        AtomicInteger ran = new AtomicInteger();
        Signal start = device.signal(0);
        Signal before = start;
        Stream last = device.stream();
        for (int i = 0; i < length; i++) {
            Signal behind = device.signal(0);
            Event event = device.event();
            last = device.stream().waitFor(before, Condition.EQ, 1).record(event);
            last = device.stream()
                    .waitFor(event)
                    .launch(Range.of(1), x -> ran.incrementAndGet())
                    .set(behind, 1);
            before = behind;
        }
        start.storeRelease(1);
        assertThat(before.await(Condition.EQ, 1, LIMIT)).isTrue();
        finish(last);
        assertThat(ran).hasValue(length);
    }

    @Test
    void aChainOfManyStreamsThatOnlyHandOnNeedsNoStack() throws InterruptedException {
        Device device = oneQueue();
        Signal start = device.signal(0);
        Signal before = start;
        for (int i = 0; i < 10_000; i++) {
            Signal behind = device.signal(0);
            device.stream().waitFor(before, Condition.EQ, 1).set(behind, 1);
            before = behind;
        }
        start.storeRelease(1);
        assertThat(before.await(Condition.EQ, 1, LIMIT)).isTrue();
    }

    @Test
    void fiftyThousandHeldOperationsRunInOrder() throws InterruptedException {
        Device device = oneQueue();
        AtomicInteger next = new AtomicInteger();
        AtomicInteger disorder = new AtomicInteger();
        try (Signal signal = device.signal(0);
                Stream stream = device.stream()) {
            stream.waitFor(signal, Condition.EQ, 1);
            for (int i = 0; i < 50_000; i++) {
                int expected = i;
                stream.launch(Range.of(1), x -> {
                    if (!next.compareAndSet(expected, expected + 1)) {
                        disorder.incrementAndGet();
                    }
                });
            }
            signal.storeRelease(1);
            finish(stream);
        }
        assertThat(next).hasValue(50_000);
        assertThat(disorder).hasValue(0);
    }

    @Test
    void aThreadThatAsksForFuturesWithoutEndHoldsUpNoQueue() throws Exception {
        Device device = oneQueue();
        AtomicBoolean stop = new AtomicBoolean();
        try (Stream watched = device.stream();
                Stream neighbour = device.stream()) {
            Task<Boolean> watcher = Task.run(() -> {
                while (!stop.get()) {
                    var ignored = watched.whenDone();
                }
            });
            try {
                for (int i = 0; i < 300; i++) {
                    watched.launch(Range.of(1), x -> {});
                    finish(neighbour.launch(Range.of(1), x -> {}));
                }
                finish(watched);
            } finally {
                stop.set(true);
            }
            watcher.join();
        }
    }
}
