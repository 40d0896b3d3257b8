package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.error.HeadraceException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import io.headrace.tck.fault.Point;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Events: points in a stream that others wait for. */
abstract class EventContract extends DriverContract {

    @Test
    void anEventTellsItsFourStatesApart() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        Event event = device.event();
        try (Stream stream = device.stream()) {
            assertThat(event.state()).isEqualTo(Event.State.NEVER_RECORDED);
            assertThat(event.isDone()).isFalse();
            gate.hold(stream).record(event);
            assertThat(event.state()).isEqualTo(Event.State.PENDING);
            assertThat(event.isDone()).isFalse();
            gate.open();
            assertThat(event.await(LIMIT)).isTrue();
            assertThat(event.state()).isEqualTo(Event.State.DONE);
            assertThat(event.isDone()).isTrue();
            finish(stream);
            stream.launch(Range.of(1), x -> {
                        throw new IllegalStateException("planned");
                    })
                    .record(event);
            Eventually.isTrue("the event has failed", () -> event.state() == Event.State.FAILED);
            assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(HeadraceException.class);
        }
    }

    // E10
    @Test
    void aWaitForANeverRecordedEventPasses() throws InterruptedException {
        Device device = device();
        Event event = device.event();
        AtomicBoolean ran = new AtomicBoolean();
        try (Stream stream = device.stream()) {
            finish(stream.waitFor(event).launch(Range.of(1), x -> ran.set(true)));
            assertThat(ran).isTrue();
        }
    }

    // E10
    @Test
    void satisfiedWaitsAddNoPacket() throws InterruptedException {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)).with(Knob.NUM_QUEUES, 1));
        Event never = device.event();
        Event done = device.event();
        Event own = device.event();
        Event stale = device.event();
        Gate gate = gate();
        try (Stream other = device.stream();
                Stream stream = device.stream();
                Signal satisfied = device.signal(1)) {
            finish(other.launch(Range.of(1), x -> {}).record(done).record(stale).launch(Range.of(1), x -> {}));
            long before = QueueUse.allOperations(device);
            gate.hold(stream)
                    .record(own)
                    .waitFor(own)
                    .waitFor(never)
                    .waitFor(done)
                    .waitFor(stale)
                    .waitFor(satisfied, Condition.EQ, 1)
                    .launch(Range.of(1), x -> {});
            gate.open();
            finish(stream);
            assertThat(QueueUse.allOperations(device)).isEqualTo(before + 2);
            assertThat(faults.visited(Point.BARRIER)).isZero();
        }
    }

    @Test
    void aWaitForAStreamOnTheSameQueueNeedsNoBarrier() throws InterruptedException {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)).with(Knob.NUM_QUEUES, 1));
        Event event = device.event();
        Gate gate = gate();
        AtomicInteger order = new AtomicInteger();
        try (Stream first = device.stream();
                Stream second = device.stream()) {
            gate.hold(first).launch(Range.of(1), x -> order.compareAndSet(0, 1)).record(event);
            second.waitFor(event).launch(Range.of(1), x -> order.compareAndSet(1, 2));
            gate.open();
            finish(second);
            finish(first);
        }
        assertThat(order).hasValue(2);
        assertThat(faults.visited(Point.BARRIER)).isZero();
    }

    @Test
    void aWaitRefersToTheRecordMadeLastBeforeIt() throws InterruptedException {
        Device device = device();
        Event event = device.event();
        Gate slow = gate();
        AtomicBoolean ran = new AtomicBoolean();
        try (Stream recorder = device.stream();
                Stream waiter = device.stream()) {
            Gate first = gate();
            first.hold(recorder).record(event);
            waiter.waitFor(event).launch(Range.of(1), x -> ran.set(true));
            slow.hold(recorder).record(event);
            first.open();
            finish(waiter);
            assertThat(ran).isTrue();
            assertThat(event.state()).isEqualTo(Event.State.PENDING);
            slow.open();
            finish(recorder);
            assertThat(event.state()).isEqualTo(Event.State.DONE);
        }
    }

    @Test
    void aWaitBeforeTheRecordPasses() throws InterruptedException {
        Device device = device();
        Event event = device.event();
        Gate gate = gate();
        try (Stream recorder = device.stream();
                Stream waiter = device.stream()) {
            waiter.waitFor(event).launch(Range.of(1), x -> {});
            gate.hold(recorder).record(event);
            finish(waiter);
            gate.open();
            finish(recorder);
        }
    }

    @Test
    void anEventRecordedOnSeveralStreamsMeansTheLastRecord() throws InterruptedException {
        Device device = device();
        Event event = device.event();
        Gate slow = gate();
        try (Stream first = device.stream();
                Stream second = device.stream();
                Stream waiter = device.stream()) {
            slow.hold(first).record(event);
            second.launch(Range.of(1), x -> {}).record(event);
            finish(waiter.waitFor(event).launch(Range.of(1), x -> {}));
            assertThat(event.await(LIMIT)).isTrue();
            slow.open();
            finish(first);
        }
    }

    @Test
    void awaitingAnEventWaitsForItsPointOnly() throws InterruptedException {
        Device device = device();
        Event event = device.event();
        Gate gate = gate();
        AtomicBoolean ran = new AtomicBoolean();
        try (Stream stream = device.stream()) {
            stream.launch(Range.of(1), x -> ran.set(true)).record(event);
            gate.hold(stream);
            assertThat(event.await(LIMIT)).isTrue();
            assertThat(ran).isTrue();
            assertThat(stream.isDone()).isFalse();
            gate.open();
            finish(stream);
        }
    }

    @Test
    void theElapsedTimeCoversWhatRanInBetween() throws InterruptedException {
        Device device = device();
        Event start = device.event();
        Event end = device.event();
        long[] inside = new long[1];
        long before = device.time().nanos();
        try (Stream stream = device.stream()) {
            stream.launch(Range.of(1), x -> {})
                    .record(start)
                    .launch(Range.of(1), x -> inside[0] = nanosOfSleeping(device))
                    .record(end);
            finish(stream);
            assertThat(end.elapsedNanosSince(start))
                    .isBetween(inside[0], device.time().nanos() - before);
            assertThat(end.elapsedNanosSince(end)).isZero();
        }
    }

    @Test
    void theElapsedTimeCoversAHeldOperationToo() throws InterruptedException {
        Device device = device();
        Event start = device.event();
        Event end = device.event();
        long[] inside = new long[1];
        try (Stream stream = device.stream()) {
            stream.record(start)
                    .hostCall(() -> inside[0] = nanosOfSleeping(device))
                    .record(end);
            finish(stream);
            assertThat(end.elapsedNanosSince(start)).isGreaterThanOrEqualTo(inside[0]);
        }
    }

    @Test
    void theElapsedTimeOfWhatIsNotDoneIsAnError() throws InterruptedException {
        Device device = device();
        Event never = device.event();
        Event pending = device.event();
        Event done = device.event();
        Gate gate = gate();
        try (Stream stream = device.stream();
                Stream other = device.stream()) {
            finish(other.record(done));
            gate.hold(stream).record(pending);
            assertThatThrownBy(() -> done.elapsedNanosSince(never)).isInstanceOf(RuntimeException.class);
            assertThatThrownBy(() -> never.elapsedNanosSince(done)).isInstanceOf(RuntimeException.class);
            assertThatThrownBy(() -> pending.elapsedNanosSince(done)).isInstanceOf(RuntimeException.class);
            assertThatThrownBy(() -> done.elapsedNanosSince(pending)).isInstanceOf(RuntimeException.class);
            gate.open();
            finish(stream);
            assertThat(pending.elapsedNanosSince(done)).isNotNegative();
        }
    }

    @Test
    void anEventOnAnIdleStreamIsDoneAtOnce() throws InterruptedException {
        Device device = device();
        Event event = device.event();
        try (Stream stream = device.stream()) {
            stream.record(event);
            assertThat(event.await(LIMIT)).isTrue();
            finish(stream);
        }
    }

    /** How long a good sleep takes by the clock of a device: nothing if that one does not go on by itself. */
    private static long nanosOfSleeping(Device device) {
        long before = device.time().nanos();
        long end = System.nanoTime() + Duration.ofMillis(300).toNanos();
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        return device.time().nanos() - before;
    }
}
