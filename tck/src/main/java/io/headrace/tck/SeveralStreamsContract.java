package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Headrace;
import io.headrace.Stream;
import io.headrace.Streams;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.error.KernelException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Streams that wait for streams, and hosts that wait for several. */
abstract class SeveralStreamsContract extends DriverContract {

    private static final Range ONE = Range.of(1);

    @Test
    void aStreamWaitsForWhatAnotherHoldsAtThatMoment() throws InterruptedException {
        Device device = device();
        Gate before = gate();
        Gate after = gate();
        AtomicBoolean ran = new AtomicBoolean();
        try (Stream first = device.stream();
                Stream second = device.stream()) {
            before.hold(first);
            second.waitFor(first).launch(ONE, i -> ran.set(before.isOpen()));
            after.hold(first);
            assertThat(second.isDone()).isFalse();
            before.open();
            finish(second);
            assertThat(ran).isTrue();
            after.open();
            finish(first);
        }
    }

    @Test
    void aWaitForAStreamThatIsIdleOrTheSameCostsNothing() throws InterruptedException {
        Device device = device();
        try (Stream first = device.stream();
                Stream second = device.stream()) {
            finish(first.launch(ONE, i -> {}));
            long before = QueueUse.allOperations(device);
            second.waitFor(first).waitFor(second);
            assertThat(second.isDone()).isTrue();
            assertThat(QueueUse.allOperations(device)).isEqualTo(before);
            second.close();
            assertThatThrownBy(() -> second.waitFor(first)).isInstanceOf(ClosedException.class);
        }
    }

    /** Asks in some way for the end of what a stream has been given. */
    @FunctionalInterface
    private interface Asking {

        void ask(Device device, Stream stream) throws Exception;
    }

    @Test
    void aWaitThatNothingHasComeBehindEndsForWhoeverAsks() throws Exception {
        Device device = device();
        List<Asking> ways = List.of(
                (on, stream) -> finish(stream),
                (on, stream) -> Eventually.isTrue("the stream is done", stream::isDone),
                (on, stream) -> stream.whenDone().get(LIMIT.toMillis(), TimeUnit.MILLISECONDS),
                (on, stream) ->
                        assertThat(Streams.awaitAny(List.of(stream), LIMIT)).isZero(),
                (on, stream) ->
                        assertThat(Streams.awaitAll(List.of(stream), LIMIT)).isTrue(),
                (on, stream) -> {
                    Event event = on.event();
                    stream.record(event);
                    assertThat(event.await(LIMIT)).isTrue();
                },
                (on, stream) -> {
                    try (Signal signal = on.signal(0)) {
                        stream.set(signal, 1);
                        assertThat(signal.await(Condition.GTE, 1, LIMIT)).isTrue();
                    }
                },
                (on, stream) -> {
                    try (Stream third = on.stream()) {
                        finish(third.launch(ONE, i -> {}).waitFor(stream));
                        finish(third.waitFor(stream).launch(ONE, i -> {}));
                    }
                },
                (on, stream) -> {
                    AtomicBoolean called = new AtomicBoolean();
                    finish(stream.hostCall(() -> called.set(true)));
                    assertThat(called).isTrue();
                },
                (on, stream) -> {
                    stream.close();
                    finish(stream);
                });
        for (int i = 0; i < ways.size(); i++) {
            Gate gate = gate();
            try (Stream first = device.stream();
                    Stream second = device.stream()) {
                gate.hold(first).launch(ONE, x -> {});
                second.launch(ONE, x -> {}).waitFor(first);
                gate.open();
                ways.get(i).ask(device, second);
                assertThat(first.isDone()).as("way=" + i).isTrue();
            }
        }
    }

    @Test
    void streamsInALongRowWaitForEachOther() throws InterruptedException {
        Device device = device();
        int length = 20_000;
        List<Stream> row = new ArrayList<>();
        try {
            for (int i = 0; i < length; i++) {
                Stream stream = device.stream().launch(ONE, x -> {});
                row.add(i == 0 ? stream : stream.waitFor(row.getLast()));
            }
            finish(row.getLast());
            assertThat(row.getFirst().isDone()).isTrue();
        } finally {
            row.forEach(Stream::close);
        }
    }

    @Test
    void aStreamWaitsForOneThatWasClosed() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        AtomicBoolean ran = new AtomicBoolean();
        Stream first = device.stream();
        gate.hold(first).close();
        try (Stream second = device.stream()) {
            second.waitFor(first).launch(ONE, i -> ran.set(gate.isOpen()));
            gate.open();
            finish(second);
            assertThat(ran).isTrue();
        }
    }

    @Test
    void aStreamFailsWithTheOneItWaitsForUntilAWaitHasThrownThat() throws InterruptedException {
        Device device = device();
        try (Stream first = device.stream();
                Stream second = device.stream()) {
            fail(first, "planned");
            Eventually.isTrue("the first stream is done", first::isDone);
            assertThat(first.isAtRest()).isFalse();
            second.waitFor(first);
            assertThatThrownBy(() -> second.await(LIMIT)).hasStackTraceContaining("planned");
            assertThatThrownBy(() -> first.await(LIMIT)).hasStackTraceContaining("planned");
            assertThat(first.isAtRest()).isTrue();
            finish(second.waitFor(first).launch(ONE, i -> {}));
        }
    }

    @Test
    void aStreamOfARuntimeThatWasClosedCannotBeWaitedFor() {
        Headrace headrace = open(options());
        Stream old = headrace.device().stream();
        headrace.close();
        try (Stream stream = device().stream()) {
            assertThatThrownBy(() -> stream.waitFor(old)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aWaitForAllWaitsForAllAndThrowsOnceWithEachFailure() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        AtomicInteger ran = new AtomicInteger();
        try (Stream first = device.stream();
                Stream second = device.stream();
                Stream third = device.stream();
                Stream idle = device.stream()) {
            List<Stream> all = List.of(first, second, third, idle);
            fail(first, "one");
            gate.hold(second).launch(ONE, i -> ran.incrementAndGet());
            fail(third, "three");
            assertThat(Streams.awaitAll(all, Duration.ofMillis(2))).isFalse();
            gate.open();
            HeadraceException failure = catchThrowableOfType(HeadraceException.class, () -> Streams.awaitAll(all));
            assertThat(ran).hasValue(1);
            assertThat(failure).hasMessageContaining("2 of 4");
            assertThat(failure.getSuppressed()).hasSize(2).hasOnlyElementsOfType(KernelException.class);
            assertThat(Streams.awaitAll(all, LIMIT)).isTrue();
            Streams.awaitAll(List.of());
        }
    }

    @Test
    void aWaitForAnyGivesTheFirstInTheListThatIsDone() throws Exception {
        Device device = device();
        Gate gate = gate();
        try (Stream first = device.stream();
                Stream second = device.stream();
                Stream idle = device.stream()) {
            gate.hold(first);
            gate.hold(second);
            assertThat(Streams.awaitAny(List.of(first, idle, second))).isEqualTo(1);
            assertThat(Streams.awaitAny(List.of(first, second), Duration.ofMillis(2)))
                    .isEqualTo(-1);
            assertThat(Streams.awaitAny(List.of())).isEqualTo(-1);
            Task<Integer> any = Task.start(() -> Streams.awaitAny(List.of(first, second)));
            Eventually.isBlocked(any.thread());
            gate.open();
            assertThat(any.join()).isBetween(0, 1);
        }
    }

    @Test
    void whatAnotherLibraryKeepsForADeviceIsMadeOnceAndClosedWithTheRuntime() throws Exception {
        Headrace headrace = open(options());
        Device device = headrace.device();
        AtomicInteger closed = new AtomicInteger();
        Kept kept = device.companion(Kept.class, owner -> new Kept(owner, closed));
        for (int i = 0; i < 8; i++) {
            assertThat(Task.start(() -> device.companion(Kept.class, owner -> new Kept(owner, closed)))
                            .join())
                    .isSameAs(kept);
        }
        assertThat(kept.device).isSameAs(device);
        assertThatThrownBy(headrace::close).hasStackTraceContaining("planned");
        assertThat(closed).hasValue(1);
        assertThatThrownBy(() -> device.companion(Kept.class, owner -> new Kept(owner, closed)))
                .isInstanceOf(ClosedException.class);
    }

    private static void fail(Stream stream, String message) {
        stream.launch(ONE, i -> {
            throw new IllegalStateException(message);
        });
    }

    private record Kept(Device device, AtomicInteger closed) implements AutoCloseable {
        @Override
        public void close() {
            closed.incrementAndGet();
            throw new IllegalStateException("planned");
        }
    }
}
