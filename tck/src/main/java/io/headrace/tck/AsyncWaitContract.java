package io.headrace.tck;

import static io.headrace.acc.AsyncQueues.NOVAL;
import static io.headrace.acc.AsyncQueues.SYNC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headrace.Stream;
import io.headrace.acc.AsyncQueue;
import io.headrace.acc.AsyncQueues;
import io.headrace.error.HeadraceException;
import io.headrace.error.KernelException;
import io.headrace.kernel.Range;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests and waits of async queues, by hosts and by other queues, and what becomes of failures. */
abstract class AsyncWaitContract extends DriverContract {

    private static final Range ONE = Range.of(1);

    @Test
    void workThatHasBegunIsNeverTakenForDoneWhateverItsQueueWasBefore() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        AtomicInteger wrong = new AtomicInteger();
        for (int round = 0; round < 2_000; round++) {
            // Looks at queue 1, at rest, so that it may be known to rest.
            acc.waitAsync(1, 3);
            AtomicBoolean ended = new AtomicBoolean();
            acc.queue(1).hostCall(() -> {
                if (acc.test(1)) {
                    wrong.incrementAndGet();
                }
                acc.waitAsync(1, 2);
                acc.queue(2).hostCall(() -> {
                    if (!ended.get()) {
                        wrong.incrementAndGet();
                    }
                });
                ended.set(true);
            });
            assertThat(acc.awaitAll(LIMIT)).isTrue();
        }
        assertThat(acc.awaitAll(LIMIT)).isTrue();
        assertThat(wrong).hasValue(0);
    }

    @Test
    void whatOneQueueHoldsRunsInOrder() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        AtomicInteger steps = new AtomicInteger();
        AtomicBoolean wrong = new AtomicBoolean();
        for (int i = 0; i < 100; i++) {
            int expected = i;
            acc.queue(3).launch(ONE, x -> {
                if (steps.getAndIncrement() != expected) {
                    wrong.set(true);
                }
            });
        }
        assertThat(acc.await(3, LIMIT)).isTrue();
        assertThat(steps).hasValue(100);
        assertThat(wrong).isFalse();
    }

    @Test
    void aQueueThatIsBusyHoldsUpNoOther() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate gate = gate();
        gate.hold(acc.queue(1));
        gate.awaitArrivals(1);
        acc.queue(2).launch(ONE, i -> {});
        assertThat(acc.await(2, LIMIT)).isTrue();
        assertThat(acc.test(1)).isFalse();
    }

    @Test
    void aTestIsFalseWhileWorkRunsAndTrueAfterIt() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate gate = gate();
        for (int number = 0; number < 10; number++) {
            gate.hold(acc.queue(number));
            assertThat(acc.test(number)).isFalse();
            assertThat(acc.testAll()).isFalse();
        }
        gate.open();
        Eventually.isTrue("all queues are done", acc::testAll);
        for (int number = 0; number < 10; number++) {
            assertThat(acc.test(number)).isTrue();
        }
        acc.awaitAll();
    }

    @Test
    void synchronousWorkHasEndedWhenTheCallReturns() {
        AsyncQueues acc = AsyncQueues.of(device());
        int[] steps = {0};
        acc.queue(SYNC).launch(ONE, i -> steps[0]++).launch(ONE, i -> steps[0] *= 10);
        assertThat(steps[0]).isEqualTo(10);
        assertThatThrownBy(() -> fail(acc.queue(SYNC), "planned"))
                .isInstanceOf(KernelException.class)
                .hasStackTraceContaining("planned");
        acc.queue(SYNC).launch(ONE, i -> steps[0] = 3);
        assertThat(steps[0]).isEqualTo(3);
    }

    @Test
    void synchronousWorkInAKernelIsRefusedAndDoesNotRunLater() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        AtomicInteger ran = new AtomicInteger();
        acc.queue(1).launch(ONE, i -> acc.queue(SYNC).launch(ONE, x -> ran.incrementAndGet()));
        assertThatThrownBy(() -> acc.await(1, LIMIT))
                .isInstanceOf(KernelException.class)
                .hasStackTraceContaining("a kernel must not wait for synchronous work");
        acc.queue(2).launch(ONE, i -> acc.queue(SYNC).hostCall(ran::incrementAndGet));
        assertThatThrownBy(() -> acc.await(2, LIMIT)).isInstanceOf(KernelException.class);
        assertThat(acc.awaitAll(LIMIT)).isTrue();
        acc.queue(SYNC).launch(ONE, i -> {});
        closeAllHandles();
        assertThat(ran).as("nothing was enqueued").hasValue(0);
    }

    @Test
    void aHostCallThatWaitsForAQueueThatWaitsForItIsRefused() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate gate = gate();
        acc.queue(1).hostCall(() -> {
            gate.pass();
            acc.await(3);
        });
        acc.queue(2).after(1).launch(ONE, i -> {});
        acc.queue(3).after(2).launch(ONE, i -> {});
        gate.open();
        assertThatThrownBy(() -> acc.await(1, LIMIT))
                .isInstanceOf(HeadraceException.class)
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("own stream");
        for (int number = 2; number <= 3; number++) {
            int waiting = number;
            assertThatThrownBy(() -> acc.await(waiting, LIMIT)).hasMessageContaining("own stream");
        }
    }

    @Test
    void aHostCallMayWaitForAQueueThatWaitsForWhatWasBeforeTheCall() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate gate = gate();
        gate.hold(acc.queue(1));
        acc.queue(2).after(1).launch(ONE, i -> {});
        acc.queue(1).hostCall(() -> {
            acc.await(2);
            acc.queue(3).launch(ONE, i -> {});
            acc.await(3);
        });
        acc.queue(4).after(1).launch(ONE, i -> {});
        gate.open();
        assertThat(acc.await(1, LIMIT)).isTrue();
        assertThat(acc.await(4, LIMIT)).isTrue();
    }

    @Test
    void anInterruptOfSynchronousWorkLosesNeitherTheWorkNorItsFailure() throws Exception {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate gate = gate();
        Task<Boolean> task = Task.start(() -> {
            assertThatThrownBy(() -> acc.queue(SYNC).launch(ONE, i -> {
                        gate.pass();
                        throw new IllegalStateException("planned");
                    }))
                    .isInstanceOf(HeadraceException.class)
                    .hasMessageContaining("interrupted");
            return Thread.interrupted();
        });
        gate.awaitArrivals(1);
        task.interrupt();
        assertThat(task.join()).isTrue();
        assertThat(acc.testAll()).isFalse();
        gate.open();
        assertThatThrownBy(() -> acc.awaitAll(LIMIT)).hasStackTraceContaining("planned");
    }

    @Test
    void aWaitThatRunsOutOfTimeOrIsInterruptedChangesNothing() throws Exception {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate gate = gate();
        gate.hold(acc.queue(1));
        fail(acc.queue(1), "planned");
        assertThat(acc.await(1, Duration.ZERO)).isFalse();
        assertThat(acc.await(1, Duration.ofMillis(2))).isFalse();
        assertThat(acc.awaitAll(Duration.ofMillis(2))).isFalse();
        assertThat(acc.awaitAny(Duration.ofMillis(2), 1)).isEqualTo(-1);
        Task<Boolean> one = Task.run(() -> acc.await(1));
        Task<Boolean> all = Task.run(acc::awaitAll);
        Task<Boolean> any = Task.run(() -> acc.awaitAny(1));
        for (Task<Boolean> task : List.of(one, all, any)) {
            Eventually.isBlocked(task.thread());
            task.interrupt();
            assertThat(task.failure()).isInstanceOf(InterruptedException.class);
        }
        gate.open();
        assertThatThrownBy(() -> acc.await(1, LIMIT)).hasStackTraceContaining("planned");
    }

    // Rule 7
    @Test
    void aQueueThatFailedTestsAsDoneAndItsNextWaitThrowsOnce() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        AtomicBoolean ran = new AtomicBoolean();
        fail(acc.queue(1), "planned").launch(ONE, i -> ran.set(true));
        Eventually.isTrue("queue 1 is done", () -> acc.test(1));
        assertThat(acc.testAll()).isTrue();
        assertThatThrownBy(() -> acc.await(1, LIMIT))
                .isInstanceOf(KernelException.class)
                .hasStackTraceContaining("planned");
        assertThat(ran).isFalse();
        assertThat(acc.await(1, LIMIT)).isTrue();
        acc.queue(1).launch(ONE, i -> ran.set(true));
        assertThat(acc.await(1, LIMIT)).isTrue();
        assertThat(ran).isTrue();
    }

    // E19
    @Test
    void aWaitForAllTriesAllAndThrowsOnceWithEachFailure() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        AtomicInteger ran = new AtomicInteger();
        fail(acc.queue(1), "first");
        acc.queue(2).launch(ONE, i -> ran.incrementAndGet());
        fail(acc.queue(3), "third");
        acc.queue(4).launch(ONE, i -> ran.incrementAndGet());
        HeadraceException failure = catchThrowableOfType(HeadraceException.class, () -> acc.awaitAll(LIMIT));
        assertThat(ran).hasValue(2);
        assertThat(acc.testAll()).isTrue();
        assertThat(failure).hasMessageContaining("queue=1").hasMessageContaining("queue=3");
        assertThat(failure.getSuppressed()).hasSize(2).hasOnlyElementsOfType(KernelException.class);
        assertThat(failure.getSuppressed()[0]).hasStackTraceContaining("first");
        assertThat(failure.getSuppressed()[1]).hasStackTraceContaining("third");
        acc.awaitAll();
    }

    @Test
    void aWaitForAllThatGivesUpKeepsTheFailuresItHasSeen() throws Exception {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate gate = gate();
        fail(acc.queue(1), "planned");
        gate.hold(acc.queue(2));
        Eventually.isTrue("queue 1 is done", () -> acc.test(1));
        assertThat(acc.awaitAll(Duration.ofMillis(2))).isFalse();
        Task<Boolean> all = Task.run(acc::awaitAll);
        Eventually.isBlocked(all.thread());
        all.interrupt();
        assertThat(all.failure()).isInstanceOf(InterruptedException.class);
        assertThatThrownBy(() -> acc.await(1, LIMIT)).hasStackTraceContaining("planned");
    }

    @Test
    void aWaitForAnyGivesTheIndexOfOneThatIsDone() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate gate = gate();
        gate.hold(acc.queue(0));
        gate.hold(acc.queue(1));
        acc.queue(2).launch(ONE, i -> {});
        acc.queue(NOVAL).launch(ONE, i -> {});
        assertThat(acc.awaitAny(LIMIT, 0, 1, 2)).isEqualTo(2);
        assertThat(acc.awaitAny(LIMIT, 0, NOVAL)).isEqualTo(1);
        assertThat(acc.awaitAny(LIMIT, 0, 77)).isEqualTo(1);
        assertThat(acc.awaitAny(LIMIT, SYNC, 1, SYNC, 2, SYNC)).isEqualTo(3);
        assertThat(acc.awaitAny(SYNC, SYNC)).isEqualTo(-1);
        assertThat(acc.awaitAny()).isEqualTo(-1);
        gate.open();
        assertThat(acc.awaitAny(LIMIT, 0, SYNC)).isZero();
    }

    @Test
    void aWaitForAnyIsWokenByTheFirstThatEnds() throws Exception {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate never = gate();
        Gate soon = gate();
        never.hold(acc.queue(0));
        soon.hold(acc.queue(1));
        Task<Integer> any = Task.start(() -> acc.awaitAny(0, 1));
        Eventually.isBlocked(any.thread());
        soon.open();
        assertThat(any.join()).isEqualTo(1);
    }

    @Test
    void aWaitForAnyThrowsTheFailureOfTheOneItFound() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate gate = gate();
        gate.hold(acc.queue(1));
        fail(acc.queue(2), "planned");
        assertThatThrownBy(() -> acc.awaitAny(LIMIT, 1, 2))
                .isInstanceOf(HeadraceException.class)
                .hasMessageContaining("queue=2")
                .hasStackTraceContaining("planned")
                .hasCauseInstanceOf(KernelException.class);
        assertThat(acc.awaitAny(LIMIT, 1, 2)).isEqualTo(1);
    }

    // E16
    @Test
    void waitingForANumberNeverUsedMakesNeitherQueue() {
        AsyncQueues acc = AsyncQueues.of(device());
        acc.waitAsync(4, 5);
        acc.waitAsync(SYNC, 5);
        assertThat(acc.queues()).isEmpty();
        acc.queue(5);
        acc.waitAsync(4, 5);
        assertThat(acc.queues()).hasSize(1);
    }

    // E16
    @Test
    void aQueueThatWaitsForItselfGoesOn() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        acc.queue(1).launch(ONE, i -> {});
        acc.waitAsync(1, 1);
        acc.queue(1).after(1).launch(ONE, i -> {});
        acc.queue(NOVAL).launch(ONE, i -> {});
        acc.waitAsync(NOVAL, AsyncQueues.DEFAULT_QUEUE);
        assertThat(acc.awaitAll(LIMIT)).isTrue();
    }

    // E16
    @Test
    void aWaitOntoSyncBlocksTheCallerUntilTheQueueIsDone() throws Exception {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate gate = gate();
        gate.hold(acc.queue(1));
        Task<Boolean> waiting = Task.start(() -> {
            acc.waitAsync(1, SYNC);
            return acc.test(1);
        });
        Eventually.isBlocked(waiting.thread());
        assertThat(waiting.isDone()).isFalse();
        gate.open();
        assertThat(waiting.join()).isTrue();
    }

    @Test
    void aWaitOntoSyncThatIsInterruptedSaysSoAndChangesNothing() throws Exception {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate gate = gate();
        gate.hold(acc.queue(1));
        for (Task.Action wait : List.<Task.Action>of(() -> acc.waitAsync(1, SYNC), () -> acc.waitAllAsync(SYNC))) {
            Task<Boolean> waiting = Task.start(() -> {
                assertThatThrownBy(wait::run)
                        .isInstanceOf(HeadraceException.class)
                        .hasMessageContaining("interrupted");
                return Thread.interrupted();
            });
            Eventually.isBlocked(waiting.thread());
            waiting.interrupt();
            assertThat(waiting.join()).isTrue();
        }
        assertThat(acc.test(1)).isFalse();
    }

    // E17
    @Test
    void aWaitOrdersOnlyWhatWasEnqueuedBeforeIt() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate before = gate();
        Gate after = gate();
        Queue<String> order = new ConcurrentLinkedQueue<>();
        before.hold(acc.queue(1)).launch(ONE, i -> order.add("first"));
        acc.waitAsync(1, 2);
        after.hold(acc.queue(1));
        acc.queue(2).launch(ONE, i -> order.add("second"));
        assertThat(acc.test(2)).isFalse();
        before.open();
        assertThat(acc.await(2, LIMIT)).isTrue();
        assertThat(order).containsExactly("first", "second");
        assertThat(acc.test(1)).isFalse();
    }

    @Test
    void aWaitListOrdersALaunchBehindSeveralQueues() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate one = gate();
        Gate two = gate();
        AtomicInteger arrived = new AtomicInteger();
        int[] seen = {-1};
        one.hold(acc.queue(1)).launch(ONE, i -> arrived.incrementAndGet());
        two.hold(acc.queue(NOVAL)).launch(ONE, i -> arrived.incrementAndGet());
        acc.queue(3).after(1, NOVAL, SYNC, 99).launch(ONE, i -> seen[0] = arrived.get());
        one.open();
        assertThat(acc.await(1, LIMIT)).isTrue();
        assertThat(acc.test(3)).isFalse();
        two.open();
        assertThat(acc.await(3, LIMIT)).isTrue();
        assertThat(seen[0]).isEqualTo(2);
        assertThat(acc.queues()).hasSize(3);
    }

    @Test
    void synchronousWorkWithAWaitListSeesWhatTheQueuesDid() throws Exception {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate gate = gate();
        int[] steps = {0};
        gate.hold(acc.queue(1)).launch(ONE, i -> steps[0] = 20);
        Task<Integer> task = Task.start(() -> {
            acc.queue(SYNC).after(1).launch(ONE, i -> steps[0] += 1);
            return steps[0];
        });
        Eventually.isBlocked(task.thread());
        gate.open();
        assertThat(task.join()).isEqualTo(21);
    }

    // Rule 7
    @Test
    void whoWaitsForAQueueThatFailedFailsWithIt() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        AtomicBoolean ran = new AtomicBoolean();
        fail(acc.queue(1), "planned");
        Eventually.isTrue("queue 1 is done", () -> acc.test(1));
        acc.queue(2).after(1).launch(ONE, i -> ran.set(true));
        assertThatThrownBy(() -> acc.await(2, LIMIT)).hasStackTraceContaining("planned");
        assertThatThrownBy(() -> acc.await(1, LIMIT)).hasStackTraceContaining("planned");
        acc.queue(2).after(1).launch(ONE, i -> ran.set(true));
        assertThat(acc.await(2, LIMIT)).isTrue();
        assertThat(ran).isTrue();
    }

    // E18
    @Test
    void aWaitOfOneQueueForAllReturnsAtOnceAndHoldsItUntilAllAreDone() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate gate = gate();
        for (int number = 0; number < 6; number++) {
            gate.hold(acc.queue(number));
        }
        AtomicBoolean ran = new AtomicBoolean();
        acc.waitAllAsync(9);
        acc.queue(9).launch(ONE, i -> ran.set(true));
        for (int number : new int[] {0, 1, 2, 3, 4, 5, 9}) {
            assertThat(acc.test(number)).isFalse();
        }
        assertThat(ran).isFalse();
        gate.open();
        assertThat(acc.await(9, LIMIT)).isTrue();
        assertThat(ran).isTrue();
        assertThat(acc.testAll()).isTrue();
    }

    // E18
    @Test
    void aQueueWithWorkOfItsOwnCanWaitForAll() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate gate = gate();
        gate.hold(acc.queue(1));
        gate.hold(acc.queue(2));
        acc.waitAllAsync(2);
        acc.queue(2).launch(ONE, i -> {});
        gate.open();
        assertThat(acc.await(2, LIMIT)).isTrue();
        assertThat(acc.test(1)).isTrue();
    }

    @Test
    void aWaitOfAllOntoSyncBlocksTheCallerUntilAllAreDone() throws Exception {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate gate = gate();
        gate.hold(acc.queue(1));
        acc.queue(2).launch(ONE, i -> {});
        Task<Boolean> waiting = Task.start(() -> {
            acc.waitAllAsync(SYNC);
            return acc.testAll();
        });
        Eventually.isBlocked(waiting.thread());
        gate.open();
        assertThat(waiting.join()).isTrue();
    }

    @Test
    void aQueueThatWasSeenAtRestIsWaitedForOnceItHasWorkAgain() throws Exception {
        AsyncQueues acc = AsyncQueues.of(device());
        for (int number = 0; number < 3; number++) {
            acc.queue(number).launch(ONE, i -> {});
        }
        acc.awaitAll();
        for (int look = 0; look < 3; look++) {
            acc.waitAllAsync(9);
        }
        assertThat(acc.test(9)).isTrue();
        Gate gate = gate();
        gate.hold(acc.queue(1));
        assertThat(acc.test(1)).isFalse();
        acc.waitAllAsync(9);
        assertThat(acc.test(9)).isFalse();
        acc.waitAsync(1, 2);
        assertThat(acc.test(2)).isFalse();
        gate.open();
        assertThat(acc.awaitAll(LIMIT)).isTrue();
    }

    @Test
    void workThatAUserPutsOnAQueuesStreamIsSeenThoughTheQueueWasAtRest() throws Exception {
        AsyncQueues acc = AsyncQueues.of(device());
        acc.queue(1);
        acc.waitAllAsync(9);
        Gate gate = gate();
        Stream stream = acc.stream(1);
        acc.waitAllAsync(9);
        gate.hold(stream);
        assertThat(acc.test(1)).isFalse();
        acc.waitAllAsync(9);
        assertThat(acc.test(9)).isFalse();
        gate.open();
        assertThat(acc.awaitAll(LIMIT)).isTrue();
    }

    @Test
    void aQueueThatFailedIsNotTakenAsAtRest() throws Exception {
        AsyncQueues acc = AsyncQueues.of(device());
        acc.queue(1);
        acc.waitAllAsync(9);
        fail(acc.queue(1), "planned");
        Eventually.isTrue("queue 1 is done", () -> acc.test(1));
        acc.waitAllAsync(9);
        assertThatThrownBy(() -> acc.await(9, LIMIT)).hasStackTraceContaining("planned");
        assertThatThrownBy(() -> acc.await(1, LIMIT)).hasStackTraceContaining("planned");
    }

    @Test
    void aWaitThatBeganBeforeDoesNotWaitForWhatIsEnqueuedLater() throws Exception {
        AsyncQueues acc = AsyncQueues.of(device());
        Gate first = gate();
        Gate second = gate();
        first.hold(acc.queue(1));
        Task<Boolean> waiting = Task.run(acc::awaitAll);
        Eventually.isBlocked(waiting.thread());
        second.hold(acc.queue(1));
        first.open();
        waiting.join();
        assertThat(acc.test(1)).isFalse();
    }

    private static AsyncQueue fail(AsyncQueue queue, String message) {
        return queue.launch(ONE, i -> {
            throw new IllegalStateException(message);
        });
    }
}
