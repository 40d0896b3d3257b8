package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.error.HeadraceException;
import io.headrace.error.KernelException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Rule 7, failure: what a failed operation takes with it, who is told, and when it is over. */
abstract class FailureContract extends DriverContract {

    /** What the kernels and host calls of these tests throw. */
    private static final class Planned extends RuntimeException {
        private static final long serialVersionUID = 1;

        Planned() {
            super("planned by the test");
        }
    }

    private static Stream fail(Stream stream) {
        return stream.launch(Range.of(1), x -> {
            throw new Planned();
        });
    }

    private static void assertFails(Stream stream) {
        assertThatThrownBy(() -> stream.await(LIMIT))
                .isInstanceOf(HeadraceException.class)
                .hasRootCauseInstanceOf(Planned.class);
    }

    @Test
    void aKernelsExceptionCarriesTheIndexOfItsItem() {
        Device device = device();
        try (Stream stream = device.stream()) {
            Throwable one = catchThrowable(() -> stream.launch(Range.of(100_000), x -> {
                        if (x == 77_777) {
                            throw new Planned();
                        }
                    })
                    .await(LIMIT));
            assertThat(one)
                    .isInstanceOfSatisfying(KernelException.class, e -> {
                        assertThat(e.x()).isEqualTo(77_777);
                        assertThat(e.y()).isZero();
                        assertThat(e.z()).isZero();
                    })
                    .hasMessageContaining("77777")
                    .hasRootCauseInstanceOf(Planned.class);

            Throwable two = catchThrowable(() -> stream.launch(Range.of(300, 200), (x, y) -> {
                        if (x == 299 && y == 150) {
                            throw new Planned();
                        }
                    })
                    .await(LIMIT));
            assertThat(two).isInstanceOfSatisfying(KernelException.class, e -> {
                assertThat(e.x()).isEqualTo(299);
                assertThat(e.y()).isEqualTo(150);
            });

            Throwable three = catchThrowable(() -> stream.launch(Range.of(30, 20, 10), (x, y, z) -> {
                        if (x == 0 && y == 19 && z == 9) {
                            throw new Planned();
                        }
                    })
                    .await(LIMIT));
            assertThat(three).isInstanceOfSatisfying(KernelException.class, e -> {
                assertThat(e.x()).isZero();
                assertThat(e.y()).isEqualTo(19);
                assertThat(e.z()).isEqualTo(9);
            });
        }
    }

    @Test
    void anErrorInAKernelFailsItsStreamToo() {
        Device device = device();
        try (Stream stream = device.stream()) {
            assertThatThrownBy(() -> stream.launch(Range.of(1), x -> {
                                throw new StackOverflowError("planned");
                            })
                            .await(LIMIT))
                    .isInstanceOf(KernelException.class)
                    .hasRootCauseInstanceOf(StackOverflowError.class);
        }
    }

    @Test
    void theFirstWaitThrowsTheFailureAndClearsIt() throws InterruptedException {
        Device device = device();
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream()) {
            for (int round = 0; round < 100; round++) {
                assertFails(fail(stream));
                finish(stream.launch(Range.of(1), x -> ran.incrementAndGet()));
                finish(stream);
            }
        }
        assertThat(ran).hasValue(100);
    }

    @Test
    void whatStandsBehindAFailedOperationDoesNotRun() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        AtomicInteger ran = new AtomicInteger();
        int[] back = {1};
        try (I32 x = device.i32(1);
                Stream stream = device.stream()) {
            gate.hold(stream);
            fail(stream)
                    .launch(Range.of(1), i -> ran.incrementAndGet())
                    .hostCall(ran::incrementAndGet)
                    .fill(x, 5)
                    .copy(x, back)
                    .launch(Range.of(1), i -> ran.incrementAndGet());
            gate.open();
            assertFails(stream);
            assertThat(ran).hasValue(0);
            assertThat(back).containsExactly(1);
            finish(stream.copy(x, back));
            assertThat(back).containsExactly(0);
        }
    }

    @Test
    void whatWasEnqueuedBetweenFailureAndClearingFailsWithIt() throws InterruptedException {
        Device device = device();
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream()) {
            fail(stream);
            Eventually.isTrue("the operation has failed", stream::isDone);
            stream.launch(Range.of(1), x -> ran.incrementAndGet()).hostCall(ran::incrementAndGet);
            assertFails(stream);
            assertThat(ran).hasValue(0);
            finish(stream.launch(Range.of(1), x -> ran.incrementAndGet()));
            assertThat(ran).hasValue(1);
        }
    }

    @Test
    void aFailureReachesThoseThatDependOnItThroughAnEvent() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        Event event = device.event();
        AtomicInteger ran = new AtomicInteger();
        try (Stream failing = device.stream();
                Stream dependent = device.stream();
                Stream other = device.stream()) {
            gate.hold(failing);
            fail(failing).record(event);
            dependent.launch(Range.of(1), x -> {}).waitFor(event).launch(Range.of(1), x -> ran.incrementAndGet());
            gate.open();
            assertFails(dependent);
            finish(other.launch(Range.of(1), x -> {}));
            assertFails(failing);
            assertThat(ran).hasValue(0);
            finish(dependent.launch(Range.of(1), x -> ran.incrementAndGet()));
        }
    }

    @Test
    void aDependencyThatHasFailedAlreadyIsNotTakenAsDone() throws InterruptedException {
        Device device = device();
        Event event = device.event();
        AtomicInteger ran = new AtomicInteger();
        try (Stream failing = device.stream();
                Stream dependent = device.stream()) {
            fail(failing).record(event);
            Eventually.isTrue("the event has failed", () -> event.state() == Event.State.FAILED);
            dependent.waitFor(event).launch(Range.of(1), x -> ran.incrementAndGet());
            assertFails(dependent);
            assertThat(ran).hasValue(0);
            assertFails(failing);
        }
    }

    @Test
    void aFailurePassesThroughAChainOfEvents() {
        Device device = device();
        Gate gate = gate();
        List<Stream> streams = new ArrayList<>();
        Event before = device.event();
        Stream head = gate.hold(device.stream());
        fail(head).record(before);
        for (int i = 0; i < 10; i++) {
            Event behind = device.event();
            streams.add(device.stream().waitFor(before).record(behind));
            before = behind;
        }
        gate.open();
        Event last = before;
        assertThatThrownBy(() -> last.await(LIMIT)).hasRootCauseInstanceOf(Planned.class);
        for (Stream stream : streams) {
            assertFails(stream);
        }
        assertFails(head);
    }

    @Test
    void otherStreamsGoOn() throws InterruptedException {
        Device device = device();
        AtomicInteger ran = new AtomicInteger();
        List<Stream> good = new ArrayList<>();
        List<Stream> bad = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            bad.add(fail(device.stream()));
            good.add(device.stream().launch(Range.of(1), x -> ran.incrementAndGet()));
        }
        for (Stream stream : good) {
            finish(stream);
        }
        for (Stream stream : bad) {
            assertFails(stream);
        }
        assertThat(ran).hasValue(20);
    }

    @Test
    void everyWaitInProgressThrows() throws Exception {
        Device device = device();
        Gate gate = gate();
        try (Stream stream = device.stream()) {
            gate.hold(stream);
            fail(stream);
            List<Task<Boolean>> waits = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                waits.add(Task.start(() -> stream.await(LIMIT)));
                waits.add(Task.startVirtual(() -> stream.await(LIMIT)));
                waits.add(Task.run(stream::await));
            }
            for (Task<Boolean> wait : waits) {
                Eventually.isBlocked(wait.thread());
            }
            gate.open();
            for (Task<Boolean> wait : waits) {
                assertThat(wait.failure()).isInstanceOf(HeadraceException.class).hasRootCauseInstanceOf(Planned.class);
            }
        }
    }

    @Test
    void theWaitsInProgressAreOneTellingAndTheNextWaitIsAnother() throws Exception {
        Device device = device();
        Gate gate = gate();
        try (Stream stream = device.stream()) {
            gate.hold(stream);
            fail(stream);
            Task<Boolean> wait = Task.start(() -> stream.await(LIMIT));
            Eventually.isBlocked(wait.thread());
            gate.open();
            assertThat(wait.failure()).hasRootCauseInstanceOf(Planned.class);
            // The failure may have been cleared by the wait in progress or not; after one wait more it has been.
            var ignored = catchThrowable(() -> stream.await(LIMIT));
            finish(stream.launch(Range.of(1), x -> {}));
        }
    }

    @Test
    void isDoneEventsFuturesAndTimedOutWaitsDoNotClear() throws Exception {
        Device device = device();
        Gate gate = gate();
        Event event = device.event();
        try (Stream stream = device.stream()) {
            gate.hold(stream);
            fail(stream).record(event);
            CompletableFuture<Void> future = stream.whenDone();
            assertThat(stream.await(Duration.ofMillis(1))).isFalse();
            gate.open();
            assertThatThrownBy(() -> future.get(30, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(Planned.class);
            Eventually.isTrue("the stream has nothing to do", stream::isDone);
            assertThat(stream.isDone()).isTrue();
            assertThat(event.state()).isEqualTo(Event.State.FAILED);
            assertThatThrownBy(() -> event.await(LIMIT)).hasRootCauseInstanceOf(Planned.class);
            assertThatThrownBy(() -> event.await(LIMIT)).hasRootCauseInstanceOf(Planned.class);
            assertFails(stream);
            finish(stream);
        }
    }

    @Test
    void aFutureTakenBeforeTheClearingFailsAndOneTakenAfterItDoesNot() throws Exception {
        Device device = device();
        try (Stream stream = device.stream()) {
            fail(stream);
            Eventually.isTrue("the operation has failed", stream::isDone);
            CompletableFuture<Void> before = stream.whenDone();
            assertFails(stream);
            assertThatThrownBy(() -> before.get(30, TimeUnit.SECONDS)).hasRootCauseInstanceOf(Planned.class);
            stream.launch(Range.of(1), x -> {}).whenDone().get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void aFailedHostCallFailsItsStream() throws InterruptedException {
        Device device = device();
        AtomicBoolean ran = new AtomicBoolean();
        try (Stream stream = device.stream()) {
            stream.hostCall(() -> {
                        throw new Exception("planned, checked");
                    })
                    .launch(Range.of(1), x -> ran.set(true));
            assertThatThrownBy(() -> stream.await(LIMIT))
                    .isInstanceOf(HeadraceException.class)
                    .hasRootCauseMessage("planned, checked");
            assertThat(ran).isFalse();
            finish(stream.hostCall(() -> {}));
        }
    }

    @Test
    void aFailedStreamThatWasWaitingForASignalIsStillUsable() throws InterruptedException {
        Device device = device();
        try (Signal signal = device.signal(0);
                Stream stream = device.stream()) {
            fail(stream).waitFor(signal, Condition.EQ, 1).launch(Range.of(1), x -> {});
            assertFails(stream);
            finish(stream.launch(Range.of(1), x -> {}));
        }
    }

    @Test
    void aSignalBehindAFailedOperationIsNotSet() throws InterruptedException {
        Device device = device();
        try (Signal signal = device.signal(0);
                Stream stream = device.stream()) {
            fail(stream).set(signal, 1);
            assertFails(stream);
            assertThat(signal.loadAcquire()).isZero();
            finish(stream.set(signal, 2));
            assertThat(signal.loadAcquire()).isEqualTo(2);
        }
    }

    @Test
    void closingAFailedStreamThrowsNothing() {
        Device device = device();
        Stream stream = device.stream();
        fail(stream);
        Eventually.isTrue("the operation has failed", stream::isDone);
        stream.close();
        assertThat(stream.isClosed()).isTrue();
    }

    @Test
    void theFailureShowsWhereItWasThrownAndWhereItWasWaitedFor() {
        Device device = device();
        try (Stream stream = device.stream()) {
            Throwable thrown = catchThrowable(() -> fail(stream).await(LIMIT));
            List<StackTraceElement> all = new ArrayList<>();
            for (Throwable t = thrown; t != null; t = t.getCause()) {
                all.addAll(List.of(t.getStackTrace()));
            }
            for (Throwable suppressed : thrown.getSuppressed()) {
                all.addAll(List.of(suppressed.getStackTrace()));
            }
            assertThat(all)
                    .anyMatch(frame ->
                            frame.getMethodName().contains("theFailureShowsWhereItWasThrownAndWhereItWasWaitedFor"));
            assertThat(all).anyMatch(frame -> frame.getMethodName().contains("lambda$fail"));
        }
    }

    @Test
    void aHundredFailuresAtOnceStayWithTheirStreams() throws InterruptedException {
        Device device = device();
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            streams.add(device.stream().launch(Range.of(1), x -> {
                throw new IllegalStateException("failure " + number);
            }));
        }
        for (int i = 0; i < 100; i++) {
            Stream stream = streams.get(i);
            assertThatThrownBy(() -> stream.await(LIMIT)).hasRootCauseMessage("failure " + i);
            finish(stream);
        }
    }

    @Test
    void aWaitThatIsSlowToWakeStillThrowsItsFailure() throws Exception {
        Device device = device();
        Gate gate = gate();
        AtomicBoolean occupied = new AtomicBoolean(true);
        try (Stream stream = device.stream()) {
            gate.hold(stream);
            fail(stream);
            Task<Boolean> wait = Task.startVirtual(() -> stream.await(LIMIT));
            Eventually.isBlocked(wait.thread());
            int carriers = Integer.getInteger(
                    "jdk.virtualThreadScheduler.parallelism",
                    Runtime.getRuntime().availableProcessors());
            AtomicInteger busy = new AtomicInteger();
            for (int i = 0; i < carriers; i++) {
                Task.startVirtual(() -> {
                    busy.incrementAndGet();
                    while (occupied.get()) {
                        Thread.onSpinWait();
                    }
                    return true;
                });
            }
            Eventually.isTrue("all carriers are taken", () -> busy.get() == carriers);
            try {
                gate.open();
                Eventually.isTrue("the operation has failed", stream::isDone);
                for (int i = 0; i < 5; i++) {
                    assertFails(stream);
                    Eventually.isTrue("the next one has failed too", fail(stream)::isDone);
                }
                assertFails(stream);
                finish(stream.launch(Range.of(1), x -> {}));
            } finally {
                occupied.set(false);
            }
            assertThat(wait.failure()).hasRootCauseInstanceOf(Planned.class);
        }
    }

    @Test
    void aFailureReachesDependentsAlsoWhileManyWatchTheStream() throws Exception {
        Device device = device();
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger ran = new AtomicInteger();
        AtomicReference<Stream> watched = new AtomicReference<>(device.stream());
        Task<Boolean> watcher = Task.run(() -> {
            while (!stop.get()) {
                Stream stream = watched.get();
                List<CompletableFuture<Void>> futures = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    futures.add(stream.whenDone());
                }
                Eventually.isTrue("the futures are done", () -> futures.stream().allMatch(CompletableFuture::isDone));
            }
        });
        try {
            for (int round = 0; round < 3_000; round++) {
                Event event = device.event();
                Stream failing = device.stream();
                Stream dependent = device.stream();
                watched.set(failing);
                failing.launch(Range.of(1), x -> {});
                fail(failing).record(event);
                dependent.waitFor(event).launch(Range.of(1), x -> ran.incrementAndGet());
                assertFails(dependent);
                assertFails(failing);
                failing.close();
                dependent.close();
            }
        } finally {
            stop.set(true);
        }
        watcher.join();
        assertThat(ran).hasValue(0);
    }
}
