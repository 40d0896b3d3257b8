package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.I32;
import io.headrace.Queues;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.config.Knob;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.error.HeadraceTimeoutException;
import io.headrace.error.KernelException;
import io.headrace.error.OperationCancelledException;
import io.headrace.kernel.Range;
import io.headrace.queue.QueuePolicy;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What streams hold on the host side: that it costs its neighbours nothing and gets its due. */
abstract class HeldContract extends DriverContract {

    private static final Range ONE = Range.of(1);

    @Test
    void aFailureBeforeWhatWasCancelledIsClearedWithIt() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        int[] down = new int[1];
        try (Signal never = device.signal(0);
                I32 x = device.i32(1);
                Stream stream = device.stream()) {
            gate.hold(stream)
                    .launch(ONE, i -> {
                        throw new IllegalStateException("on purpose");
                    })
                    .waitFor(never, Condition.EQ, 1)
                    .launch(ONE, i -> {});
            stream.cancel();
            gate.open();
            assertThatThrownBy(() -> finish(stream)).isInstanceOf(KernelException.class);
            finish(stream.fill(x, 7).copy(x, down));
            assertThat(down).as("what is enqueued after the clearing runs").containsExactly(7);
            finish(stream);
        }
    }

    @Test
    void aHostCallThatFailsAfterTheStreamWasCancelledIsClearedWithIt() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream()) {
            stream.hostCall(() -> {
                        gate.pass();
                        throw new IllegalStateException("on purpose");
                    })
                    .launch(ONE, i -> ran.incrementAndGet());
            gate.awaitArrivals(1);
            stream.cancel();
            CompletableFuture<Void> future = stream.whenDone();
            gate.open();
            assertThatThrownBy(() -> finish(stream)).isInstanceOf(HeadraceException.class);
            assertThat(future).failsWithin(LIMIT);
            finish(stream.hostCall(ran::incrementAndGet).launch(ONE, i -> ran.incrementAndGet()));
            assertThat(ran).hasValue(2);
        }
    }

    @Test
    void whatWaitsForAFailedEventAloneFailsAlthoughALaunchStandsBehindTheWait() throws InterruptedException {
        Device device = device(options().with(Knob.NUM_QUEUES, 1));
        Gate gate = gate();
        Event event = device.event();
        AtomicInteger ran = new AtomicInteger();
        try (Stream a = device.stream();
                Stream b = device.stream()) {
            gate.hold(a)
                    .launch(ONE, i -> {
                        throw new IllegalStateException("on purpose");
                    })
                    .record(event);
            b.launch(ONE, i -> {}).waitFor(event);
            CompletableFuture<Void> future = b.whenDone();
            b.launch(ONE, i -> ran.incrementAndGet());
            gate.open();
            assertThatThrownBy(() -> future.get(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class);
            assertThatThrownBy(() -> finish(b)).isInstanceOf(HeadraceException.class);
            assertThat(ran).hasValue(0);
            assertThatThrownBy(() -> finish(a)).isInstanceOf(KernelException.class);
        }
    }

    @Test
    void whatWaitsForAnEventAloneIsToldBeforeTheLaunchBehindTheWaitHasEnded() throws InterruptedException {
        Device device = device(options().with(Knob.NUM_QUEUES, 1));
        Gate first = gate();
        Gate second = gate();
        Event event = device.event();
        try (Stream a = device.stream();
                Stream b = device.stream()) {
            first.hold(a).record(event);
            b.launch(ONE, i -> {}).waitFor(event);
            CompletableFuture<Void> future = b.whenDone();
            second.hold(b);
            first.open();
            assertThat(future).succeedsWithin(LIMIT);
            assertThat(b.isDone()).isFalse();
            second.open();
            finish(b);
            finish(a);
        }
    }

    @Test
    void anExceptionThatCannotSpeakFailsItsStreamLikeAnyOther() throws InterruptedException {
        class Speechless extends RuntimeException {
            private static final long serialVersionUID = 1;

            @Override
            public String getMessage() {
                throw new IllegalStateException("no message either");
            }
        }
        Device device = device();
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream()) {
            stream.hostCall(() -> {
                throw new Speechless();
            });
            assertThatThrownBy(() -> finish(stream)).hasMessageContaining("Speechless");
            stream.nativeCall(queue -> {
                throw new Speechless();
            });
            assertThatThrownBy(() -> finish(stream)).hasMessageContaining("Speechless");
            stream.launch(ONE, i -> {
                throw new Speechless();
            });
            assertThatThrownBy(() -> finish(stream)).hasMessageContaining("Speechless");
            finish(stream.launch(ONE, i -> ran.incrementAndGet()).hostCall(ran::incrementAndGet));
            assertThat(ran).hasValue(2);
        }
    }

    @Test
    void hostCallsThatPollHoldUpNoOthers() throws InterruptedException {
        Device device = device();
        int polling = Runtime.getRuntime().availableProcessors() + 2;
        List<Stream> streams = new ArrayList<>();
        try (Signal go = device.signal(0);
                Stream setter = device.stream()) {
            AtomicInteger begun = new AtomicInteger();
            long deadline = System.nanoTime() + LIMIT.toNanos();
            for (int i = 0; i < polling; i++) {
                Stream stream = device.stream();
                streams.add(stream);
                stream.hostCall(() -> {
                    begun.incrementAndGet();
                    while (go.loadAcquire() == 0 && System.nanoTime() - deadline < 0) {
                        Thread.onSpinWait();
                    }
                    assertThat(go.loadAcquire()).isEqualTo(1);
                });
            }
            Eventually.isTrue("all poll", () -> begun.get() == polling);
            finish(setter.hostCall(() -> go.storeRelease(1)));
            for (Stream stream : streams) {
                finish(stream);
                stream.close();
            }
        }
    }

    @Test
    void streamsThatHoldAgainAndAgainAreForgottenWhenTheyHoldNothing() throws InterruptedException {
        Device device = device();
        AtomicInteger ran = new AtomicInteger();
        int rounds = 20_000;
        try (Stream a = device.stream();
                Stream b = device.stream()) {
            for (int i = 0; i < rounds; i++) {
                a.hostCall(ran::incrementAndGet);
                b.hostCall(ran::incrementAndGet);
                if (i % 16 == 0) {
                    a.launch(ONE, x -> {});
                    finish(b);
                }
            }
            finish(a);
            finish(b);
        }
        assertThat(ran).hasValue(2 * rounds);
        // The end of the test closes the runtime, which waits for streams that hold something.
    }

    @Test
    void manyStreamsThatBecomeReadyAtOnceAllRunThoughTheRingIsSmall() throws InterruptedException {
        for (QueuePolicy policy : QueuePolicy.values()) {
            Device device = device(options(policy).with(Knob.QUEUE_SIZE, 4));
            int count = 20_000;
            AtomicInteger ran = new AtomicInteger();
            List<Stream> streams = new ArrayList<>();
            try (Signal go = device.signal(0)) {
                for (int i = 0; i < count; i++) {
                    Stream stream = device.stream();
                    streams.add(stream.waitFor(go, Condition.EQ, 1).launch(ONE, x -> ran.incrementAndGet()));
                }
                go.storeRelease(1);
                for (Stream stream : streams) {
                    finish(stream);
                    stream.close();
                }
            }
            assertThat(ran).hasValue(count);
            assertThat(device.queues().entries())
                    .extracting(Queues.Entry::users)
                    .containsOnly(0);
            closeAllHandles();
        }
    }

    @Test
    void aStreamWhoseOperationsAreAllHeldTakesNoQueue() throws InterruptedException {
        Device device = device(options(QueuePolicy.ROUND_ROBIN));
        try (Stream stream = device.stream()) {
            List<Signal> signals = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Signal signal = device.signal(0);
                signals.add(signal);
                stream.waitFor(signal, Condition.EQ, 1);
            }
            stream.launch(ONE, i -> {});
            for (Signal signal : signals.subList(0, 3)) {
                signal.storeRelease(1);
            }
            assertThat(stream.await(Duration.ofMillis(50))).isFalse();
            assertThat(device.queues().created())
                    .as("only the one that comes with the device")
                    .isEqualTo(1);
            assertThat(device.queues().entries().getFirst().usersMax()).isZero();
            signals.getLast().storeRelease(1);
            finish(stream);
            assertThat(device.queues().entries().getFirst().operations()).isEqualTo(1);
            signals.forEach(Signal::close);
        }
    }

    @Test
    void whatStandsBehindAWaitAloneIsNotBehindANeighboursKernel() throws InterruptedException {
        Device device = device(options().with(Knob.NUM_QUEUES, 1));
        Gate gate = gate();
        Event event = device.event();
        try (Signal go = device.signal(0);
                Signal told = device.signal(0);
                Stream neighbour = device.stream();
                Stream stream = device.stream()) {
            gate.hold(neighbour);
            gate.awaitArrivals(1);
            stream.waitFor(go, Condition.EQ, 1).set(told, 1).record(event);
            CompletableFuture<Void> future = stream.whenDone();
            stream.launch(ONE, i -> {});
            go.storeRelease(1);
            assertThat(told.await(Condition.EQ, 1, LIMIT)).isTrue();
            assertThat(event.await(LIMIT)).isTrue();
            assertThat(future).succeedsWithin(LIMIT);
            assertThat(neighbour.isDone()).isFalse();
            gate.open();
            finish(stream);
            finish(neighbour);
        }
    }

    @Test
    void aCallThatWaitedForRoomTakesWhatThereIsWhenItsTimeIsOver() throws InterruptedException {
        Device device = device(options().with(Knob.NUM_QUEUES, 1).with(Knob.QUEUE_SIZE, 64));
        Gate first = gate();
        Gate second = gate();
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream(StreamOptions.defaults().withTimeout(Duration.ofMillis(300)))) {
            first.hold(stream);
            for (int i = 0; i < 4; i++) {
                stream.launch(ONE, x -> ran.incrementAndGet());
            }
            second.hold(stream);
            while (stream.offerLaunch(ONE, x -> ran.incrementAndGet())) {
                // until the ring is full
            }
            assertThatThrownBy(() -> stream.launch(ONE, x -> ran.incrementAndGet()))
                    .isInstanceOf(HeadraceTimeoutException.class);
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread caller = Thread.ofPlatform().daemon().start(() -> {
                try {
                    stream.launch(ONE, x -> ran.addAndGet(1_000));
                } catch (Throwable e) {
                    thrown.set(e);
                }
            });
            Eventually.isTrue("the caller waits", () -> caller.getState() == Thread.State.TIMED_WAITING);
            first.open();
            assertThat(caller.join(LIMIT)).isTrue();
            assertThat(thrown.get())
                    .as("5 of 64 slots were free, less than others wait for")
                    .isNull();
            second.open();
            finish(stream);
            assertThat(ran.get()).isGreaterThan(1_000);
        }
    }

    @Test
    void aCallThatWaitsForRoomIsToldThatItsStreamWasClosed() throws InterruptedException {
        Device device = device(options().with(Knob.MAX_PENDING, 1));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (Signal never = device.signal(0);
                Stream stream = device.stream()) {
            stream.waitFor(never, Condition.EQ, 1).launch(ONE, i -> {});
            Thread caller = Thread.ofPlatform().daemon().start(() -> {
                try {
                    stream.launch(ONE, i -> {});
                } catch (Throwable e) {
                    thrown.set(e);
                }
            });
            Eventually.isTrue("the caller waits", () -> caller.getState() == Thread.State.WAITING);
            stream.close();
            assertThat(caller.join(LIMIT)).isTrue();
            assertThat(thrown.get()).isInstanceOf(ClosedException.class);
            stream.cancel();
            assertThatThrownBy(() -> finish(stream)).isInstanceOf(OperationCancelledException.class);
        }
    }
}
