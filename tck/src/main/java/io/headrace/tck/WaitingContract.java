package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.error.HeadraceException;
import io.headrace.error.OperationCancelledException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Waiting that suits the JVM: virtual threads leave their carriers, futures leave the library's threads. */
abstract class WaitingContract extends DriverContract {

    @Test
    void aThousandVirtualThreadsWaitAndTheirCarriersStayFree() throws Exception {
        Device device = device();
        Gate gate = gate();
        Event event = device.event();
        try (Stream stream = device.stream();
                Signal signal = device.signal(0)) {
            gate.hold(stream).record(event).set(signal, 1);
            List<Task<Boolean>> waits = new ArrayList<>();
            for (int i = 0; i < 999; i += 3) {
                waits.add(Task.startVirtual(() -> stream.await(LIMIT)));
                waits.add(Task.startVirtual(() -> event.await(LIMIT)));
                waits.add(Task.startVirtual(() -> signal.await(Condition.EQ, 1, LIMIT)));
            }
            // If the waits held their carriers, none would be left for this one, and it could not end before the gate
            // opens.
            Task<Integer> neighbour = Task.startVirtual(() -> {
                int rounds = 0;
                for (int i = 0; i < 100; i++) {
                    Thread.sleep(1);
                    rounds++;
                }
                return rounds;
            });
            assertThat(neighbour.join()).isEqualTo(100);
            assertThat(gate.isOpen()).isFalse();
            for (Task<Boolean> wait : waits) {
                Eventually.isBlocked(wait.thread());
            }
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
            gate.open();
            for (Task<Boolean> wait : waits) {
                assertThat(wait.join()).isTrue();
            }
        }
    }

    @Test
    void virtualThreadsWithAStreamEachAllEnd() throws Exception {
        Device device = device();
        AtomicInteger ran = new AtomicInteger();
        List<Task<Boolean>> tasks = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            tasks.add(Task.startVirtual(() -> {
                try (Stream stream = device.stream()) {
                    return stream.launch(Range.of(1), x -> ran.incrementAndGet())
                            .await(LIMIT);
                }
            }));
        }
        for (Task<Boolean> task : tasks) {
            assertThat(task.join()).isTrue();
        }
        assertThat(ran).hasValue(5_000);
    }

    @Test
    void waitsWorkWithoutSpinningToo() throws Exception {
        Device device = device(options().with(Knob.STREAM_BUSYWAIT, 0));
        try (Stream stream = device.stream();
                Signal signal = device.signal(0)) {
            for (int i = 1; i <= 2_000; i++) {
                finish(stream.launch(Range.of(1), x -> {}).set(signal, i));
                assertThat(signal.await(Condition.EQ, i, LIMIT)).isTrue();
            }
        }
    }

    @Test
    void aLongWaitCostsItsThreadLittleProcessorTime() throws Exception {
        Device device = device();
        Gate gate = gate();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        try (Stream stream = device.stream();
                Signal signal = device.signal(0)) {
            gate.hold(stream).set(signal, 1);
            Task<Long> stay = Task.start(() -> {
                long before = threads.getCurrentThreadCpuTime();
                assertThat(stream.await(Duration.ofMillis(200))).isFalse();
                assertThat(signal.await(Condition.EQ, 1, Duration.ofMillis(200)))
                        .isFalse();
                return threads.getCurrentThreadCpuTime() - before;
            });
            assertThat(stay.join()).isLessThan(Duration.ofMillis(120).toNanos());
            gate.open();
            finish(stream);
        }
    }

    @Test
    void aHostCallThatWaitsForItsOwnStreamIsRefused() throws InterruptedException {
        Device device = device();
        Event own = device.event();
        List<@Nullable Throwable> refusals = Collections.synchronizedList(new ArrayList<>());
        try (Stream stream = device.stream()) {
            stream.hostCall(() -> {
                refusals.add(thrown(() -> stream.await()));
                refusals.add(thrown(() -> stream.await(LIMIT)));
            });
            finish(stream);
            assertThat(refusals).hasSize(2).doesNotContainNull();
            assertThat(refusals).allSatisfy(refusal -> assertThat(refusal).isInstanceOf(RuntimeException.class));
            finish(stream.record(own));
        }
    }

    @Test
    void hostCallsThatWaitForEachOtherAreToldSo() throws InterruptedException {
        Device device = device();
        assumeTrue(runsHostCallsBeside(device), "host calls run on the caller's thread, one after the other");
        Event end = device.event();
        CountDownLatch ready = new CountDownLatch(4); // the three calls, and that the event is recorded
        List<@Nullable Throwable> refusals = Collections.synchronizedList(new ArrayList<>());
        try (Stream first = device.stream();
                Stream second = device.stream();
                Stream third = device.stream()) {
            first.hostCall(() -> meetAndWait(ready, refusals, second::await));
            second.hostCall(() -> meetAndWait(ready, refusals, end::await));
            third.hostCall(() -> meetAndWait(ready, refusals, first::await)).record(end);
            ready.countDown();
            finish(first);
            finish(second);
            finish(third);
        }
        assertThat(refusals).hasSize(3);
        assertThat(refusals.stream().filter(Objects::nonNull))
                .isNotEmpty()
                .allSatisfy(refusal -> assertThat(refusal)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("own stream"));
    }

    private static void meetAndWait(CountDownLatch ready, List<@Nullable Throwable> refusals, Task.Action waiting)
            throws InterruptedException {
        ready.countDown();
        ready.await();
        refusals.add(thrown(waiting));
    }

    private boolean runsHostCallsBeside(Device device) throws InterruptedException {
        AtomicReference<Thread> runner = new AtomicReference<>();
        try (Stream stream = device.stream()) {
            finish(stream.hostCall(() -> runner.set(Thread.currentThread())));
        }
        return runner.get() != Thread.currentThread();
    }

    @Test
    void aHostCallMayWaitForAStreamThatWouldHaveWaitedForItButWasCancelled() throws InterruptedException {
        Device device = device();
        Event behind = device.event();
        for (int round = 0; round < 50; round++) {
            List<@Nullable Throwable> ends = Collections.synchronizedList(new ArrayList<>());
            try (Stream stream = device.stream();
                    Stream other = device.stream()) {
                stream.hostCall(() -> {
                    other.waitFor(stream).launch(Range.of(1), x -> {});
                    other.record(behind).cancel();
                    ends.add(thrown(behind::await));
                    ends.add(thrown(other::await));
                });
                finish(stream);
            }
            assertThat(ends)
                    .hasSize(2)
                    .allSatisfy(end -> assertThat(end).isInstanceOf(OperationCancelledException.class));
        }
    }

    @Test
    void aHostCallMayUseAndAwaitOtherStreams() throws InterruptedException {
        Device device = device(options().with(Knob.NUM_QUEUES, 1));
        int[] back = new int[1];
        try (Stream stream = device.stream();
                Stream other = device.stream();
                var cell = device.i32(1)) {
            stream.launch(Range.of(1), x -> cell.set(0, 41))
                    .hostCall(() -> {
                        other.launch(Range.of(1), x -> cell.set(0, cell.get(0) + 1));
                        finish(other);
                    })
                    .copy(cell, back);
            finish(stream);
        }
        assertThat(back).containsExactly(42);
    }

    @Test
    void aHostCallMayEnqueueOnItsOwnStream() throws InterruptedException {
        Device device = device();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        try (Stream stream = device.stream()) {
            stream.hostCall(() -> {
                        stream.hostCall(() -> order.add(3));
                        order.add(1);
                    })
                    .hostCall(() -> order.add(2));
            Eventually.isTrue("three calls", () -> order.size() == 3);
            finish(stream);
        }
        assertThat(order).contains(1, 2, 3).startsWith(1);
    }

    @Test
    void aHostCallSeesWhatIsBeforeItAndIsSeenByWhatIsBehindIt() throws InterruptedException {
        Device device = device();
        int[] host = new int[1];
        int[] back = new int[1];
        try (Stream stream = device.stream();
                var cell = device.i32(1)) {
            for (int i = 0; i < 500; i++) {
                int value = i;
                stream.fill(cell, value)
                        .copy(cell, host)
                        .hostCall(() -> host[0]++)
                        .copy(host, cell)
                        .copy(cell, back);
                finish(stream);
                assertThat(back).containsExactly(value + 1);
            }
        }
    }

    @Test
    void futuresCompleteOnNoThreadOfTheLibrary() throws Exception {
        Device device = device();
        Event event = device.event();
        for (int i = 0; i < 20; i++) {
            Gate gate = gate();
            AtomicReference<@Nullable Thread> where = new AtomicReference<>();
            try (Stream stream = device.stream()) {
                gate.hold(stream).record(event);
                CompletableFuture<Void> seen = stream.whenDone().thenRun(() -> where.set(Thread.currentThread()));
                gate.open();
                seen.get(30, TimeUnit.SECONDS);
            }
            assertThat(where.get())
                    .matches(
                            thread -> thread.isVirtual() || !thread.getName().startsWith("headrace-"),
                            "is a thread of its own, not one the library needs");
        }
    }

    @Test
    void aFuturesDependentMayWaitForItsStreamAndHoldsUpNobody() throws Exception {
        Device device = device(options().with(Knob.NUM_QUEUES, 1));
        Gate start = gate();
        Gate gate = gate();
        try (Stream stream = device.stream();
                Stream other = device.stream()) {
            // On a stream that is done, a dependent would run on this thread.
            start.hold(stream);
            List<CompletableFuture<Void>> blocked = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                blocked.add(stream.launch(Range.of(1), x -> {})
                        .whenDone()
                        .thenRunAsync(gate::pass)
                        .thenRun(() -> {}));
            }
            CompletableFuture<Void> inPlace = stream.whenDone().thenRun(gate::pass);
            assertThat(inPlace).isNotNull();
            start.open();
            finish(stream);
            finish(other.launch(Range.of(1), x -> {}));
            gate.open();
            for (CompletableFuture<Void> future : blocked) {
                future.get(30, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void aFutureIsDoneOnlyAfterWhatWasEnqueuedBeforeIt() throws Exception {
        Device device = device();
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream()) {
            for (int i = 1; i <= 500; i++) {
                stream.launch(Range.of(1), x -> ran.incrementAndGet())
                        .whenDone()
                        .get(30, TimeUnit.SECONDS);
                assertThat(ran).hasValue(i);
            }
            assertThat(device.stream().whenDone().get(30, TimeUnit.SECONDS)).isNull();
        }
    }

    @Test
    void twentyThousandCompletionsEachCallBackOnce() throws Exception {
        Device device = device();
        AtomicInteger calls = new AtomicInteger();
        int count = 20_000;
        for (int i = 0; i < count; i++) {
            Stream stream = device.stream();
            stream.launch(Range.of(1), x -> {});
            var ignored = stream.whenDone().thenRun(calls::incrementAndGet);
            stream.close();
        }
        Eventually.isTrue("calls=" + count, () -> calls.get() == count);
        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        assertThat(calls).hasValue(count);
    }

    @Test
    void isDoneNeverBlocksAndAWaitWithNothingToDoReturnsAtOnce() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        try (Stream stream = device.stream()) {
            assertThat(stream.isDone()).isTrue();
            finish(stream);
            stream.await();
            gate.hold(stream);
            assertThat(stream.isDone()).isFalse();
            gate.open();
            finish(stream);
            assertThat(stream.isDone()).isTrue();
        }
    }

    @Test
    void aHostCallThatThrowsAnErrorFailsItsStreamAndNothingElse() throws InterruptedException {
        Device device = device();
        try (Stream stream = device.stream();
                Stream other = device.stream()) {
            stream.hostCall(() -> {
                throw new AssertionError("planned");
            });
            assertThatThrownBy(() -> stream.await(LIMIT))
                    .isInstanceOf(HeadraceException.class)
                    .hasRootCauseInstanceOf(AssertionError.class);
            finish(other.hostCall(() -> {}));
            finish(stream.hostCall(() -> {}));
        }
    }

    private static @Nullable Throwable thrown(Task.Action action) {
        try {
            action.run();
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    @Test
    void aHostCallThatWouldWaitForRoomInItsOwnStreamIsRefused() throws InterruptedException {
        Device device = device(options().with(Knob.MAX_PENDING, 2));
        AtomicInteger accepted = new AtomicInteger();
        try (Stream stream = device.stream()) {
            stream.hostCall(() -> {
                for (int i = 0; i < 5; i++) {
                    stream.launch(Range.of(1), x -> {});
                    accepted.incrementAndGet();
                }
            });
            assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(HeadraceException.class);
            assertThat(accepted.get()).isLessThan(5);
            finish(stream.launch(Range.of(1), x -> {}));
        }
    }

    @Test
    void aKernelThatWaitsForItsOwnStreamIsRefused() throws InterruptedException {
        Device device = device();
        try (Stream stream = device.stream()) {
            stream.launch(Range.of(1), x -> {
                try {
                    stream.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThatThrownBy(() -> stream.await(LIMIT))
                    .isInstanceOf(HeadraceException.class)
                    .hasRootCauseInstanceOf(IllegalStateException.class);
            finish(stream.launch(Range.of(1), x -> {}));
        }
    }
}
