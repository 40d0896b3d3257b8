package io.headrace.tck;

import static io.headrace.acc.AsyncQueues.NOVAL;
import static io.headrace.acc.AsyncQueues.SYNC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.Trace;
import io.headrace.acc.AsyncQueues;
import io.headrace.error.HeadraceException;
import io.headrace.error.KernelException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.trace.OperationRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Async queues of a device that has no queues of its own. */
class InlineDeviceTest extends DriverContract {

    private static final Range ONE = Range.of(1);

    private final AtomicInteger queuesAskedFor = new AtomicInteger();

    @Override
    DriverUnderTest driverUnderTest() {
        return new DriverUnderTest("inline", () -> new InlineDriver(queuesAskedFor));
    }

    // E21
    @Test
    void workOnAnyNumberRunsOnTheCallersThreadBeforeTheCallReturns() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        for (int number : new int[] {NOVAL, 0, 1, 5_000, Integer.MAX_VALUE}) {
            Thread[] ranOn = new Thread[1];
            acc.queue(number).launch(ONE, i -> ranOn[0] = Thread.currentThread());
            assertThat(ranOn[0]).isSameAs(Thread.currentThread());
            assertThat(acc.test(number)).isTrue();
            acc.await(number);
        }
        assertThat(acc.testAll()).isTrue();
        acc.awaitAll();
    }

    @Test
    void whatRunsOnTheCallersThreadIsRecordedAndCountedToo() throws InterruptedException {
        Headrace headrace = open(options());
        RecordList list = new RecordList();
        try (Stream stream = headrace.device().stream()) {
            Trace trace = headrace.trace(list);
            finish(stream.launch(ONE, i -> {}).hostCall(() -> {}).launch(ONE, i -> {}));
            List<OperationRecord> records = list.of(trace);
            TraceContract.assertWellFormed(records);
            assertThat(records.stream().map(one -> one.kind().label() + " " + one.queue()))
                    .containsExactlyInAnyOrder("kernel queue 0", "host_call host", "kernel queue 0");
            assertThat(headrace.device().counters().ended()).isEqualTo(3);
        }
    }

    // E21
    @Test
    void aHostCallRunsOnTheCallersThreadTooAndAllTestsAreTrueAfterIt() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        for (int number : new int[] {NOVAL, SYNC, 1}) {
            Thread[] ranOn = new Thread[2];
            acc.queue(number).launch(ONE, i -> {}).hostCall(() -> {
                ranOn[0] = Thread.currentThread();
                acc.queue(5).hostCall(() -> ranOn[1] = Thread.currentThread());
            });
            assertThat(ranOn).containsOnly(Thread.currentThread());
            assertThat(acc.test(number)).isTrue();
            assertThat(acc.testAll()).isTrue();
        }
        try (Stream stream = acc.device().stream()) {
            boolean[] ran = {false};
            assertThat(stream.offerHostCall(() -> ran[0] = true)).isTrue();
            assertThat(ran[0]).isTrue();
            assertThat(stream.isDone()).isTrue();
        }
        acc.awaitAll();
    }

    @Test
    void aHostCallThatAnotherOnePutsBehindItselfRunsWhenThatHasEnded() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        List<Integer> order = new ArrayList<>();
        acc.queue(1).hostCall(() -> {
            acc.queue(1).hostCall(() -> {
                acc.queue(1).hostCall(() -> order.add(3));
                order.add(2);
            });
            order.add(1);
        });
        assertThat(order).containsExactly(1, 2, 3);
        assertThat(acc.test(1)).isTrue();
        acc.await(1);
    }

    @Test
    void aHostCallThatFailsOrWaitsForItselfIsToldLikeElsewhere() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        acc.queue(1).hostCall(() -> acc.queue(2).hostCall(() -> acc.await(1)));
        acc.await(1);
        assertThatThrownBy(() -> acc.await(2))
                .isInstanceOf(HeadraceException.class)
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("own stream");
        acc.queue(1).hostCall(() -> {
            throw new IllegalArgumentException("planned");
        });
        assertThat(acc.test(1)).isTrue();
        assertThatThrownBy(() -> acc.await(1)).hasStackTraceContaining("planned");
    }

    @Test
    void aHostCallThatHasToWaitForTheHostRunsWhenThatComes() throws InterruptedException {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        AtomicBoolean ran = new AtomicBoolean();
        try (Signal signal = device.signal(0)) {
            acc.stream(1).waitFor(signal, Condition.EQ, 1);
            acc.queue(1).hostCall(() -> ran.set(true));
            assertThat(ran).isFalse();
            signal.storeRelease(1);
            assertThat(acc.await(1, LIMIT)).isTrue();
            assertThat(ran).isTrue();
        }
    }

    @Test
    void aDefaultThatAHostCallSetsEndsWithItThoughItRanOnTheCallersThread() {
        AsyncQueues acc = AsyncQueues.of(device());
        acc.setDefault(7);
        acc.queue(1).hostCall(() -> {
            acc.setDefault(8);
            acc.queue(2).hostCall(() -> acc.setDefault(9));
            assertThat(acc.getDefault()).isEqualTo(8);
            acc.setDefault(10);
        });
        assertThat(acc.getDefault()).isEqualTo(7);
        acc.setDefault(NOVAL);
    }

    // E21
    @Test
    void theDeviceIsAskedForAQueueOnce() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        for (int call = 0; call < 1_000; call++) {
            int number = call % 100;
            acc.queue(number).launch(ONE, i -> {});
            assertThat(acc.test(number)).isTrue();
        }
        acc.awaitAll();
        assertThat(queuesAskedFor).hasValue(1);
    }

    @Test
    void waitsBetweenQueuesAreOverAtOnce() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        int[] steps = {0};
        acc.queue(1).launch(ONE, i -> steps[0]++);
        acc.waitAsync(1, 2);
        acc.waitAllAsync(3);
        acc.queue(2).after(1, 3).launch(ONE, i -> steps[0] *= 10);
        assertThat(steps[0]).isEqualTo(10);
        assertThat(acc.awaitAny(1, 2, 3)).isZero();
        assertThat(acc.testAll()).isTrue();
    }

    @Test
    void copiesRunInlineToo() {
        Device device = device();
        int[] back = new int[3];
        try (I32 x = device.i32(3)) {
            AsyncQueues.of(device).queue(1).copy(new int[] {1, 2, 3}, x).copy(x, back);
            assertThat(back).containsExactly(1, 2, 3);
        }
    }

    @Test
    void aFailureIsThrownByTheNextWaitAsEverywhere() throws InterruptedException {
        AsyncQueues acc = AsyncQueues.of(device());
        AtomicBoolean ran = new AtomicBoolean();
        acc.queue(1)
                .launch(ONE, i -> {
                    throw new IllegalStateException("planned");
                })
                .launch(ONE, i -> ran.set(true));
        assertThat(ran).isFalse();
        assertThat(acc.test(1)).isTrue();
        assertThatThrownBy(() -> acc.await(1))
                .isInstanceOf(KernelException.class)
                .hasStackTraceContaining("planned");
        acc.queue(1).launch(ONE, i -> ran.set(true));
        acc.await(1);
        assertThat(ran).isTrue();
    }

    @Test
    void whatWaitsForAHostsValueRunsWhenThatComes() throws InterruptedException {
        Device device = device();
        AsyncQueues acc = AsyncQueues.of(device);
        AtomicBoolean ran = new AtomicBoolean();
        try (Signal signal = device.signal(0)) {
            acc.stream(1).waitFor(signal, Condition.EQ, 1).launch(ONE, i -> ran.set(true));
            acc.queue(2).after(1).launch(ONE, i -> {});
            assertThat(acc.test(1)).isFalse();
            assertThat(acc.test(2)).isFalse();
            assertThat(ran).isFalse();
            signal.storeRelease(1);
            assertThat(acc.awaitAll(LIMIT)).isTrue();
            assertThat(ran).isTrue();
        }
    }
}
