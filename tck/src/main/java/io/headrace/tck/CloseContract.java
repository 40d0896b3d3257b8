package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Recording;
import io.headrace.Stream;
import io.headrace.U8;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rule 8 for streams, buffers and signals: a close returns at once and takes nothing away from work in flight. */
abstract class CloseContract extends DriverContract {

    @Test
    void closingAStreamLetsItsWorkFinish() throws Exception {
        Device device = device();
        Gate gate = gate();
        AtomicInteger ran = new AtomicInteger();
        Event event = device.event();
        Stream stream = gate.hold(device.stream());
        for (int i = 0; i < 10; i++) {
            stream.launch(Range.of(1), x -> ran.incrementAndGet()).hostCall(ran::incrementAndGet);
        }
        stream.record(event);
        CompletableFuture<Void> done = stream.whenDone();
        stream.close();
        stream.close();
        assertThat(stream.isClosed()).isTrue();
        assertThat(done).isNotDone();
        gate.open();
        assertThat(event.await(LIMIT)).isTrue();
        done.get(30, TimeUnit.SECONDS);
        assertThat(ran).hasValue(20);
    }

    @Test
    void closingAStreamWithALongHostCallReturnsAndTheCallStillEnds() throws InterruptedException {
        Device device = device();
        Event event = device.event();
        Gate gate = gate();
        AtomicInteger ended = new AtomicInteger();
        Stream stream = device.stream();
        stream.hostCall(() -> {
                    gate.pass();
                    ended.incrementAndGet();
                })
                .record(event);
        stream.close();
        assertThat(ended).as("the close came back before the call ended").hasValue(0);
        gate.open();
        assertThat(event.await(LIMIT)).isTrue();
        assertThat(ended).hasValue(1);
    }

    @Test
    void callersThatGoOnEnqueueingMeetAClosedRuntimeAndNeverFreedMemory() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            Device device = device();
            U8 x = device.u8(1 << 16);
            Recording unit = device.record(r -> r.fillBytes(x, (byte) 1)
                    .copy(x.elements(0, 4_096), new byte[4_096])
                    .fillBytes(x, (byte) 3));
            ConcurrentLinkedQueue<Throwable> thrown = new ConcurrentLinkedQueue<>();
            List<Thread> callers = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                callers.add(Thread.ofPlatform().daemon().start(() -> {
                    try {
                        while (true) {
                            device.stream().replay(unit);
                        }
                    } catch (Throwable end) {
                        thrown.add(end);
                    }
                }));
            }
            Thread.sleep(2 + round % 4);
            closeAllHandles();
            for (Thread caller : callers) {
                assertThat(caller.join(LIMIT)).isTrue();
            }
            assertThat(thrown).hasSize(8).allSatisfy(end -> assertThat(end).isInstanceOf(ClosedException.class));
        }
    }

    @Test
    void aClosedStreamTakesNoMoreWork() {
        Device device = device();
        Stream stream = device.stream();
        stream.close();
        Event event = device.event();
        try (Buffer buffer = device.buffer(4);
                Signal signal = device.signal(0)) {
            assertThatThrownBy(() -> stream.launch(Range.of(1), x -> {})).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.offerLaunch(Range.of(1), x -> {})).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.copy(new byte[4], buffer.asU8())).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.fillBytes(buffer, (byte) 1)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.hostCall(() -> {})).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.record(event)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.waitFor(event)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.waitFor(signal, Condition.EQ, 0)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.set(signal, 1)).isInstanceOf(ClosedException.class);
        }
    }

    @Test
    void aWaitInProgressSurvivesTheCloseOfItsStream() throws Exception {
        Device device = device();
        Gate gate = gate();
        Stream stream = gate.hold(device.stream());
        Task<Boolean> wait = Task.start(() -> stream.await(LIMIT));
        Eventually.isBlocked(wait.thread());
        stream.close();
        gate.open();
        assertThat(wait.join()).isTrue();
    }

    @Test
    void aStreamClosedWithHeldWorkGoesOnWhenItIsReady() throws InterruptedException {
        Device device = device();
        AtomicInteger ran = new AtomicInteger();
        Event event = device.event();
        try (Signal signal = device.signal(0)) {
            Stream stream = device.stream();
            stream.waitFor(signal, Condition.EQ, 1)
                    .launch(Range.of(1), x -> ran.incrementAndGet())
                    .record(event);
            stream.close();
            signal.storeRelease(1);
            assertThat(event.await(LIMIT)).isTrue();
            assertThat(ran).hasValue(1);
        }
    }

    @Test
    void anEventOutlivesItsStream() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        Event event = device.event();
        Stream recorder = gate.hold(device.stream()).record(event);
        recorder.close();
        try (Stream waiter = device.stream()) {
            waiter.waitFor(event).launch(Range.of(1), x -> {});
            assertThat(event.state()).isEqualTo(Event.State.PENDING);
            gate.open();
            finish(waiter);
            assertThat(event.state()).isEqualTo(Event.State.DONE);
        }
    }

    @Test
    void closingASignalFailsEveryHeldOperationThatWaitsForIt() throws InterruptedException {
        Device device = device();
        AtomicInteger ran = new AtomicInteger();
        Signal signal = device.signal(0);
        List<Stream> streams = new ArrayList<>();
        for (Condition condition : List.of(Condition.EQ, Condition.GTE)) {
            streams.add(device.stream().waitFor(signal, condition, 1).launch(Range.of(1), x -> ran.incrementAndGet()));
        }
        Gate gate = gate();
        streams.add(gate.hold(device.stream())
                .waitFor(signal, Condition.LT, 0)
                .launch(Range.of(1), x -> ran.incrementAndGet()));
        signal.close();
        signal.close();
        gate.open();
        for (Stream stream : streams) {
            assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(HeadraceException.class);
            finish(stream);
        }
        assertThat(ran).hasValue(0);
    }

    @Test
    void aSignalThatAPendingOperationSetsStaysUsableByIt() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        try (Stream stream = device.stream()) {
            Signal signal = device.signal(0);
            gate.hold(stream).set(signal, 1).launch(Range.of(1), x -> {});
            signal.close();
            List<Signal> others = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                others.add(device.signal(7));
            }
            gate.open();
            finish(stream);
            assertThat(others)
                    .allSatisfy(other -> assertThat(other.loadAcquire()).isEqualTo(7));
        }
    }

    @Test
    void aClosedSignalIsAnErrorToUse() throws InterruptedException {
        Device device = device();
        Signal signal = device.signal(0);
        signal.close();
        assertThat(signal.isClosed()).isTrue();
        try (Stream stream = device.stream()) {
            assertThatThrownBy(() -> stream.waitFor(signal, Condition.EQ, 0)).isInstanceOf(HeadraceException.class);
            assertThatThrownBy(() -> stream.set(signal, 0)).isInstanceOf(HeadraceException.class);
            finish(stream.launch(Range.of(1), x -> {}));
        }
    }

    @Test
    void aHundredThousandStreamsCanBeOpenedUsedAndClosed() throws InterruptedException {
        Device device = device();
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 100_000; i++) {
            Stream stream = device.stream();
            stream.launch(Range.of(1), x -> ran.incrementAndGet());
            stream.close();
        }
        try (Stream last = device.stream()) {
            finish(last.launch(Range.of(1), x -> {}));
        }
        Eventually.isTrue("all have run", () -> ran.get() == 100_000);
    }
}
