package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.error.OperationCancelledException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rule 10, giving up: a wait that ends early changes nothing; cancelling drops what the device has not got. */
abstract class GivingUpContract extends DriverContract {

    private static final Duration SHORT = Duration.ofMillis(20);

    @Test
    void aTimedWaitThatRunsOutIsFalseAndChangesNothing() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        Event event = device.event();
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream()) {
            gate.hold(stream).launch(Range.of(1), x -> ran.incrementAndGet()).record(event);
            for (int i = 0; i < 5; i++) {
                assertThat(stream.await(SHORT)).isFalse();
                assertThat(stream.await(Duration.ZERO)).isFalse();
                assertThat(event.await(SHORT)).isFalse();
            }
            assertThat(stream.isDone()).isFalse();
            gate.open();
            finish(stream);
            assertThat(ran).hasValue(1);
            assertThat(stream.await(Duration.ZERO)).isTrue();
            assertThat(event.await(Duration.ZERO)).isTrue();
        }
    }

    @Test
    void anEndlessTimeoutIsLegal() throws InterruptedException {
        Device device = device();
        try (Stream stream = device.stream();
                Signal signal = device.signal(3)) {
            assertThat(stream.launch(Range.of(1), x -> {}).await(Duration.ofSeconds(Long.MAX_VALUE)))
                    .isTrue();
            assertThat(signal.await(Condition.EQ, 3, Duration.ofSeconds(Long.MAX_VALUE)))
                    .isTrue();
        }
    }

    @Test
    void anInterruptedWaitThrowsAndChangesNothing() throws Exception {
        Device device = device();
        Gate gate = gate();
        Event event = device.event();
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream();
                Signal signal = device.signal(0)) {
            gate.hold(stream)
                    .launch(Range.of(1), x -> ran.incrementAndGet())
                    .record(event)
                    .set(signal, 1);
            for (Task<Boolean> wait : List.of(
                    Task.run(stream::await),
                    Task.start(() -> stream.await(LIMIT)),
                    Task.run(event::await),
                    Task.start(() -> event.await(LIMIT)),
                    Task.run(() -> signal.await(Condition.EQ, 1)),
                    Task.startVirtual(() -> stream.await(LIMIT)))) {
                Eventually.isBlocked(wait.thread());
                wait.interrupt();
                assertThat(wait.failure()).isInstanceOf(InterruptedException.class);
            }
            gate.open();
            finish(stream);
            assertThat(ran).hasValue(1);
            assertThat(event.isDone()).isTrue();
            assertThat(signal.loadAcquire()).isEqualTo(1);
        }
    }

    @Test
    void aWaitOfAnInterruptedThreadThrowsAtOnceWhileThereIsSomethingToWaitFor() throws Exception {
        Device device = device();
        Gate gate = gate();
        try (Stream stream = device.stream()) {
            gate.hold(stream);
            Task<Boolean> wait = Task.start(() -> {
                Thread.currentThread().interrupt();
                return stream.await(LIMIT);
            });
            assertThat(wait.failure()).isInstanceOf(InterruptedException.class);
            gate.open();
            finish(stream);
        }
    }

    @Test
    void cancellingAFutureCancelsTheFutureOnly() throws Exception {
        Device device = device();
        Gate gate = gate();
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream()) {
            gate.hold(stream).launch(Range.of(1), x -> ran.incrementAndGet());
            CompletableFuture<Void> cancelled = stream.whenDone();
            CompletableFuture<Void> other = stream.whenDone();
            assertThat(cancelled.cancel(true)).isTrue();
            gate.open();
            finish(stream);
            other.get(30, TimeUnit.SECONDS);
            assertThat(ran).hasValue(1);
            assertThatThrownBy(cancelled::join).isInstanceOf(CancellationException.class);
        }
    }

    @Test
    void completingAFutureFromOutsideDisturbsNothing() throws Exception {
        Device device = device();
        Gate gate = gate();
        try (Stream stream = device.stream()) {
            gate.hold(stream);
            CompletableFuture<Void> mine = stream.whenDone();
            mine.completeExceptionally(new IllegalStateException("by the test"));
            gate.open();
            finish(stream);
            stream.whenDone().get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void cancelDropsWhatIsHeldAndLetsTheDeviceFinishWhatItHas() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        AtomicInteger onDevice = new AtomicInteger();
        AtomicInteger held = new AtomicInteger();
        try (Signal signal = device.signal(0);
                Stream stream = device.stream()) {
            gate.hold(stream)
                    .launch(Range.of(1), x -> onDevice.incrementAndGet())
                    .waitFor(signal, Condition.EQ, 1)
                    .launch(Range.of(1), x -> held.incrementAndGet())
                    .hostCall(held::incrementAndGet);
            gate.awaitArrivals(1);
            stream.cancel();
            gate.open();
            assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(OperationCancelledException.class);
            assertThat(onDevice).hasValue(1);
            signal.storeRelease(1);
            finish(stream.launch(Range.of(1), x -> onDevice.incrementAndGet()));
            assertThat(onDevice).hasValue(2);
            assertThat(held).hasValue(0);
        }
    }

    @Test
    void cancelReachesThoseWhoDependOnWhatWasDropped() throws InterruptedException {
        Device device = device();
        Event event = device.event();
        AtomicInteger ran = new AtomicInteger();
        try (Signal signal = device.signal(0);
                Stream stream = device.stream();
                Stream dependent = device.stream()) {
            stream.waitFor(signal, Condition.EQ, 1).record(event);
            dependent.waitFor(event).launch(Range.of(1), x -> ran.incrementAndGet());
            stream.cancel();
            assertThatThrownBy(() -> dependent.await(LIMIT)).satisfies(e -> {
                Throwable root = e;
                while (root.getCause() != null) {
                    root = root.getCause();
                }
                assertThat(root).isInstanceOf(OperationCancelledException.class);
            });
            assertThat(event.state()).isEqualTo(Event.State.FAILED);
            assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(OperationCancelledException.class);
            assertThat(ran).hasValue(0);
            finish(dependent);
        }
    }

    @Test
    void cancelWithNothingHeldChangesNothing() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream()) {
            stream.cancel();
            finish(stream);
            gate.hold(stream).launch(Range.of(1), x -> ran.incrementAndGet());
            gate.awaitArrivals(1);
            stream.cancel();
            gate.open();
            finish(stream);
            assertThat(ran).hasValue(1);
        }
    }

    @Test
    void cancelFreesACallerThatWaitsForRoomInTheHeldWork() throws Exception {
        Device device = device(options().with(Knob.MAX_PENDING, 4));
        AtomicInteger accepted = new AtomicInteger();
        try (Signal signal = device.signal(0);
                Stream stream = device.stream()) {
            stream.waitFor(signal, Condition.EQ, 1);
            Task<Boolean> caller = Task.run(() -> {
                for (int i = 0; i < 5; i++) {
                    stream.launch(Range.of(1), x -> {});
                    accepted.incrementAndGet();
                }
            });
            Eventually.isTrue("accepted=4", () -> accepted.get() == 4);
            Eventually.isBlocked(caller.thread());
            stream.cancel();
            caller.join();
        }
    }
}
