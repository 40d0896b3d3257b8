package io.headrace.tck;

import static io.headrace.acc.AsyncQueues.NOVAL;
import static io.headrace.acc.AsyncQueues.SYNC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headrace.Device;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.acc.AsyncQueue;
import io.headrace.acc.AsyncQueues;
import io.headrace.config.Knob;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.error.OperationCancelledException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Users' streams under async numbers, and numbers' streams in users' hands. */
abstract class AsyncAttachContract extends DriverContract {

    private static final Range ONE = Range.of(1);

    @Test
    void workOnAQueueAndOnItsStreamIsInOneOrder() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        Queue<Integer> order = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 20; i += 2) {
            int even = i;
            acc.queue(1).launch(ONE, x -> order.add(even));
            acc.stream(1).launch(ONE, x -> order.add(even + 1));
        }
        finish(acc.stream(1));
        assertThat(acc.test(1)).isTrue();
        assertThat(List.copyOf(order)).isSorted().hasSize(20);
    }

    @Test
    void aStreamThatHasFailedIsNotAttachedUntilThatWasThrown() throws InterruptedException {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        AtomicInteger held = new AtomicInteger();
        Gate gate = gate();
        try (Stream stream = device.stream()) {
            stream.hostCall(() -> {
                throw new IllegalArgumentException("on purpose");
            });
            while (!stream.isDone()) {
                Thread.sleep(1);
            }
            gate.hold(acc.queue(1));
            acc.queue(1).launch(ONE, i -> held.set(1));
            assertThatThrownBy(() -> acc.attach(1, stream))
                    .isInstanceOf(HeadraceException.class)
                    .hasMessageContaining("has failed");
            assertThat(acc.stream(1)).isNotSameAs(stream);
            assertThatThrownBy(() -> finish(stream)).hasMessageContaining("on purpose");
            acc.attach(1, stream);
            AtomicInteger seen = new AtomicInteger();
            acc.queue(1).launch(ONE, i -> seen.set(held.get()));
            assertThat(acc.test(1)).isFalse();
            gate.open();
            finish(stream);
            assertThat(seen).hasValue(1);
        }
    }

    @Test
    void aStreamThatHasFailedIsRefusedWithoutMakingTheNumber() {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        try (Stream stream = device.stream()) {
            stream.hostCall(() -> {
                throw new IllegalArgumentException("on purpose");
            });
            Eventually.isTrue("the stream has failed", stream::hasFailed);
            assertThatThrownBy(() -> acc.attach(1, stream)).hasMessageContaining("has failed");
            assertThatThrownBy(() -> acc.attach(NOVAL, stream)).hasMessageContaining("has failed");
            assertThat(acc.queues()).isEmpty();
            assertThatThrownBy(() -> finish(stream)).hasMessageContaining("on purpose");
            acc.attach(1, stream);
            assertThat(acc.queues()).hasSize(1);
        }
    }

    @Test
    void aHostCallThatWaitsForItsOwnNumberAfterAnAttachIsRefused() throws InterruptedException {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        Gate gate = gate();
        try (Stream stream = device.stream()) {
            acc.queue(1).hostCall(() -> {
                gate.pass();
                acc.await(1);
            });
            Stream own = acc.stream(1);
            acc.attach(1, stream);
            acc.queue(1).launch(ONE, i -> {});
            gate.open();
            assertThatThrownBy(() -> finish(own))
                    .isInstanceOf(HeadraceException.class)
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("own stream");
            assertThatThrownBy(() -> acc.await(1, LIMIT)).hasMessageContaining("own stream");
        }
    }

    @Test
    void workThatWentToTheStreamBeforeIsWaitedForThoughTheAttachedOneHadFailedByThen() throws Exception {
        Device device = device(options().with(Knob.MAX_PENDING, 16));
        AsyncQueues acc = AsyncQueues.of(device);
        Gate gate = gate();
        AtomicBoolean inOrder = new AtomicBoolean();
        try (Signal signal = device.signal(0);
                Stream next = device.stream()) {
            acc.stream(1).waitFor(signal, Condition.EQ, 1);
            for (int i = 0; i < 16; i++) {
                acc.queue(1).launch(ONE, x -> {});
            }
            Task<Boolean> late = Task.run(() -> gate.hold(acc.queue(1)));
            Eventually.isBlocked(late.thread());
            acc.attach(1, next);
            next.cancel();
            Eventually.isTrue("the attached stream has failed", next::hasFailed);
            signal.storeRelease(1);
            late.join();
            gate.awaitArrivals(1);
            assertThat(acc.test(1)).isFalse();
            assertThat(acc.testAll()).isFalse();
            assertThat(acc.await(1, Duration.ofMillis(2))).isFalse();
            assertThat(acc.awaitAll(Duration.ofMillis(2))).isFalse();
            acc.waitAsync(1, 2);
            assertThatThrownBy(() -> finish(next)).isInstanceOf(OperationCancelledException.class);
            acc.queue(1).launch(ONE, i -> inOrder.set(gate.isOpen()));
            assertThat(acc.test(1)).isFalse();
            gate.open();
            assertThat(acc.await(1, LIMIT)).isTrue();
            assertThat(inOrder).isTrue();
            assertThatThrownBy(() -> acc.await(2, LIMIT)).isInstanceOf(OperationCancelledException.class);
        }
    }

    @Test
    void whatANumberHeldIsWaitedForThoughTheAttachedStreamFailsBeforeThat() throws InterruptedException {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        Gate held = gate();
        Gate fails = gate();
        AtomicBoolean inOrder = new AtomicBoolean();
        try (Stream next = device.stream();
                Stream another = device.stream()) {
            held.hold(acc.queue(1));
            next.launch(ONE, i -> {
                fails.pass();
                throw new IllegalStateException("planned");
            });
            acc.attach(1, next);
            acc.attach(1, another);
            fails.open();
            assertThatThrownBy(() -> finish(another)).hasStackTraceContaining("planned");
            assertThat(acc.test(1)).isFalse();
            assertThat(acc.testAll()).isFalse();
            assertThat(acc.await(1, Duration.ofMillis(2))).isFalse();
            assertThat(acc.awaitAll(Duration.ofMillis(2))).isFalse();
            acc.queue(1).launch(ONE, i -> inOrder.set(held.isOpen()));
            another.cancel();
            assertThatThrownBy(() -> finish(another)).isInstanceOf(OperationCancelledException.class);
            acc.queue(1).launch(ONE, i -> inOrder.set(held.isOpen()));
            acc.waitAsync(1, 2);
            assertThat(acc.test(2)).isFalse();
            held.open();
            assertThat(acc.await(1, LIMIT)).isTrue();
            assertThat(acc.await(2, LIMIT)).isTrue();
            assertThat(inOrder).isTrue();
            assertThatThrownBy(() -> finish(next)).hasStackTraceContaining("planned");
            assertThat(acc.awaitAll(LIMIT)).isTrue();
        }
    }

    @Test
    void aWaitForAnyWaitsForWhatItsNumbersHeldThoughTheAttachedStreamFailsBeforeThat() throws Exception {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        Gate held = gate();
        Gate fails = gate();
        Gate never = gate();
        try (Stream next = device.stream()) {
            never.hold(acc.queue(0));
            held.hold(acc.queue(1));
            next.launch(ONE, i -> {
                fails.pass();
                throw new IllegalStateException("planned");
            });
            acc.attach(1, next);
            fails.open();
            Eventually.isTrue("the attached stream has failed", next::hasFailed);
            assertThat(acc.test(1)).isFalse();
            assertThat(acc.awaitAny(Duration.ofMillis(2), 1)).isEqualTo(-1);
            assertThat(acc.awaitAny(Duration.ofMillis(2), 0, 1)).isEqualTo(-1);
            assertThat(acc.awaitAny(Duration.ofMillis(2), 1, 77)).isEqualTo(1);
            Task<Integer> any = Task.start(() -> acc.awaitAny(0, 1));
            Eventually.isBlocked(any.thread());
            held.open();
            assertThat(any.failure()).hasMessageContaining("queue=1").hasStackTraceContaining("planned");
            assertThat(acc.awaitAny(LIMIT, 0, 1)).isEqualTo(1);
            assertThat(acc.await(1, LIMIT)).isTrue();
        }
    }

    @Test
    void theFailureOfWhatANumberHeldIsThrownOnceThoughTheAttachedStreamHadFailedBefore() throws InterruptedException {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        Gate held = gate();
        Gate fails = gate();
        try (Stream next = device.stream()) {
            acc.queue(1).launch(ONE, i -> {
                held.pass();
                throw new IllegalStateException("planned second");
            });
            next.launch(ONE, i -> {
                fails.pass();
                throw new IllegalStateException("planned first");
            });
            acc.attach(1, next);
            fails.open();
            assertThatThrownBy(() -> finish(next)).hasStackTraceContaining("planned first");
            held.open();
            assertThatThrownBy(() -> acc.await(1, LIMIT)).hasStackTraceContaining("planned second");
            assertThat(acc.await(1, LIMIT)).isTrue();
            assertThat(acc.awaitAll(LIMIT)).isTrue();
            acc.queue(1).launch(ONE, i -> {});
            assertThat(acc.await(1, LIMIT)).isTrue();
        }
    }

    @Test
    void aStreamUnderTwoNumbersReportsItsFailureOnce() throws InterruptedException {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        try (Stream stream = device.stream()) {
            acc.attach(1, stream);
            acc.attach(2, stream).launch(ONE, i -> {
                throw new IllegalStateException("planned");
            });
            HeadraceException failure = catchThrowableOfType(HeadraceException.class, () -> acc.awaitAll(LIMIT));
            assertThat(failure).hasMessageContaining("queue=1").hasMessageContaining("queue=2");
            assertThat(failure.getSuppressed()).hasSize(1);
            assertThat(failure.getSuppressed()[0]).hasStackTraceContaining("planned");
            assertThat(acc.awaitAll(LIMIT)).isTrue();
        }
    }

    @Test
    void anAttachedStreamTakesTheWorkOfItsNumber() throws InterruptedException {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        AsyncQueue queue = acc.queue(1);
        Gate gate = gate();
        try (Stream stream = device.stream()) {
            assertThat(acc.attach(1, stream)).isSameAs(queue);
            assertThat(acc.queue(1)).isSameAs(queue);
            assertThat(acc.stream(1)).isSameAs(stream);
            gate.hold(queue);
            assertThat(stream.isDone()).isFalse();
            assertThat(acc.test(1)).isFalse();
            gate.open();
            finish(stream);
            assertThat(acc.test(1)).isTrue();
        }
    }

    @Test
    void whatComesAfterAnAttachWaitsForWhatTheQueueHeld() throws InterruptedException {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        Gate gate = gate();
        AtomicBoolean ran = new AtomicBoolean();
        gate.hold(acc.queue(1));
        try (Stream stream = device.stream()) {
            acc.attach(1, stream);
            assertThat(acc.test(1)).isFalse();
            acc.queue(1).launch(ONE, i -> ran.set(gate.isOpen()));
            stream.launch(ONE, i -> {});
            assertThat(stream.isDone()).isFalse();
            gate.open();
            assertThat(acc.await(1, LIMIT)).isTrue();
            assertThat(ran).isTrue();
        }
    }

    @Test
    @SuppressWarnings("NullAway")
    void anAttachToSyncOrOfNullOrOfAClosedStreamIsRefusedAndChangesNothing() {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        Stream own = acc.stream(1);
        Stream closed = device.stream();
        closed.close();
        try (Stream stream = device.stream()) {
            assertThatThrownBy(() -> acc.attach(SYNC, stream)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> acc.attach(1, null)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> acc.attach(2, null)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> acc.attach(1, closed)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> acc.attach(2, closed)).isInstanceOf(ClosedException.class);
        }
        assertThat(acc.stream(1)).isSameAs(own);
        assertThat(acc.queues()).hasSize(1);
    }

    @Test
    void closingAnAttachedStreamDetachesItAndKeepsTheOrder() throws InterruptedException {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        AsyncQueue queue = acc.queue(1);
        Gate gate = gate();
        AtomicBoolean ran = new AtomicBoolean();
        Stream stream = device.stream();
        acc.attach(1, stream);
        gate.hold(queue);
        stream.close();
        assertThat(acc.test(1)).isFalse();
        queue.launch(ONE, i -> ran.set(gate.isOpen()));
        assertThat(acc.queue(1)).isSameAs(queue);
        assertThat(acc.stream(1)).isNotSameAs(stream);
        assertThat(acc.stream(1).isClosed()).isFalse();
        gate.open();
        assertThat(acc.await(1, LIMIT)).isTrue();
        assertThat(ran).isTrue();
    }

    @Test
    void aCopyThatMeetsAClosedStreamGoesToTheNextOneWithItsData() throws InterruptedException {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        int[] back = new int[3];
        Stream stream = device.stream();
        acc.attach(1, stream);
        stream.close();
        try (I32 x = device.i32(3);
                Arena confined = Arena.ofConfined()) {
            acc.queue(1).copy(confined.allocateFrom(ValueLayout.JAVA_INT, 1, 2, 3), x);
            acc.stream(1).close();
            acc.queue(1).copy(x, back);
            assertThat(acc.await(1, LIMIT)).isTrue();
            assertThat(back).containsExactly(1, 2, 3);
        }
    }

    @Test
    void whatAClosedAttachedStreamHeldIsStillWaitedFor() throws InterruptedException {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        Stream stream = device.stream();
        acc.attach(1, stream).launch(ONE, i -> {
            throw new IllegalStateException("planned");
        });
        stream.close();
        acc.waitAsync(1, 2);
        assertThatThrownBy(() -> acc.await(1, LIMIT)).hasStackTraceContaining("planned");
        acc.queue(1).launch(ONE, i -> {});
        assertThat(acc.await(1, LIMIT)).isTrue();
        assertThatThrownBy(() -> acc.await(2, LIMIT)).hasStackTraceContaining("planned");
    }

    // cupy #5251
    @Test
    void anAttachedStreamThatItsUserHasForgottenStaysUnderItsNumber() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        long id = attachAndForget(acc);
        for (int round = 0; round < 3; round++) {
            System.gc();
            acc.queue(1).launch(ONE, i -> {});
            assertThat(acc.await(1, LIMIT)).isTrue();
        }
        assertThat(acc.stream(1).id()).isEqualTo(id);
        assertThat(acc.stream(1).isClosed()).isFalse();
    }

    private static long attachAndForget(AsyncQueues acc) {
        Stream stream = acc.device().stream();
        acc.attach(1, stream);
        return stream.id();
    }

    @Test
    void aNumberWhoseOwnStreamWasClosedGetsAnother() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        acc.stream(1).close();
        acc.queue(1).launch(ONE, i -> {});
        acc.stream(NOVAL).close();
        assertThat(acc.stream(NOVAL).isClosed()).isFalse();
        assertThat(acc.awaitAll(LIMIT)).isTrue();
    }

    @Test
    void aHundredNumbersTakeAHundredStreams() throws InterruptedException {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        AtomicInteger ran = new AtomicInteger();
        List<Stream> streams = new ArrayList<>();
        for (int number = 0; number < 100; number++) {
            streams.add(device.stream());
            acc.attach(number, streams.get(number)).launch(ONE, i -> ran.incrementAndGet());
            assertThat(acc.stream(number)).isSameAs(streams.get(number));
        }
        for (Stream stream : streams) {
            finish(stream);
        }
        assertThat(ran).hasValue(100);
        streams.forEach(Stream::close);
    }

    @Test
    void hazard9WhatAThreadEnqueuesStaysInOrderWhileStreamsAreAttachedAndClosed() throws Exception {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        AsyncQueue queue = acc.queue(1);
        int threads = 3;
        int rounds = 1_000;
        int[] next = new int[threads];
        AtomicInteger wrong = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        Task<Boolean> attaching = Task.run(() -> {
            List<Stream> open = new ArrayList<>();
            while (!over.get()) {
                open.add(device.stream());
                acc.attach(1, open.getLast());
                if (open.size() > 2) {
                    open.remove((int) (System.nanoTime() % 3)).close();
                }
                // Else streams that wait for streams become more and more.
                assertThat(acc.await(1, LIMIT)).isTrue();
            }
            open.forEach(Stream::close);
        });
        List<Task<Boolean>> enqueuing = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int mine = t;
            enqueuing.add(Task.run(() -> {
                for (int i = 0; i < rounds; i++) {
                    int expected = i;
                    queue.launch(ONE, x -> {
                        if (next[mine]++ != expected) {
                            wrong.incrementAndGet();
                        }
                    });
                    if (i % 64 == 0) {
                        assertThat(acc.await(1, LIMIT)).isTrue();
                        if (next[mine] != i + 1) {
                            wrong.incrementAndGet();
                        }
                    }
                }
            }));
        }
        for (Task<Boolean> task : enqueuing) {
            task.join();
        }
        over.set(true);
        attaching.join();
        assertThat(acc.awaitAll(LIMIT)).isTrue();
        assertThat(wrong).hasValue(0);
        assertThat(next).containsOnly(rounds);
    }

    @Test
    void aTestIsNeverTrueTooEarlyWhileStreamsAreAttached() throws Exception {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        Gate gate = gate();
        gate.hold(acc.queue(1));
        AtomicBoolean over = new AtomicBoolean();
        Task<Boolean> attaching = Task.run(() -> {
            for (int i = 0; i < 500; i++) {
                acc.attach(1, device.stream());
            }
            over.set(true);
        });
        while (!over.get()) {
            assertThat(acc.test(1)).isFalse();
        }
        attaching.join();
        gate.open();
        assertThat(acc.await(1, LIMIT)).isTrue();
    }
}
