package io.headrace.tck;

import static io.headrace.acc.AsyncQueues.DEFAULT_QUEUE;
import static io.headrace.acc.AsyncQueues.NOVAL;
import static io.headrace.acc.AsyncQueues.SYNC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.Stream;
import io.headrace.acc.AsyncQueue;
import io.headrace.acc.AsyncQueues;
import io.headrace.config.Knob;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.kernel.Range;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Async queues when the runtime ends. */
abstract class AsyncCloseContract extends DriverContract {

    private static final Range ONE = Range.of(1);

    @Test
    void theCloseWaitsForAllQueues() {
        Headrace headrace = open(options());
        AsyncQueues acc = AsyncQueues.of(headrace.device());
        AtomicInteger ran = new AtomicInteger();
        for (int number = 0; number < 200; number++) {
            acc.queue(number).launch(ONE, i -> ran.incrementAndGet());
        }
        headrace.close();
        assertThat(ran).hasValue(200);
    }

    // E25
    @Test
    void theCloseReportsEveryFailureThatNobodyWaitedForOnce() throws InterruptedException {
        Headrace headrace = open(options());
        AsyncQueues acc = AsyncQueues.of(headrace.device());
        for (int number = 1; number <= 4; number++) {
            String message = "planned " + number;
            acc.queue(number).launch(ONE, i -> {
                throw new IllegalStateException(message);
            });
        }
        assertThatThrownBy(() -> acc.await(3, LIMIT)).hasStackTraceContaining("planned 3");
        HeadraceException failure = catchThrowableOfType(HeadraceException.class, headrace::close);
        assertThat(failure)
                .hasStackTraceContaining("planned 1")
                .hasStackTraceContaining("planned 2")
                .hasStackTraceContaining("planned 4");
        assertThat(failure.getSuppressed()).hasSize(1);
        assertThat(failure.getSuppressed()[0])
                .hasMessageContaining("queue=1")
                .hasMessageContaining("queue=2")
                .hasMessageContaining("queue=4");
        assertThat(failure.getSuppressed()[0].getSuppressed()).hasSize(3);
        headrace.close();
    }

    @Test
    void theCloseGivesUpAQueueThatDoesNotEnd() {
        Headrace headrace = open(options().with(Knob.CLOSE_TIMEOUT, 0));
        AsyncQueues acc = AsyncQueues.of(headrace.device());
        Gate gate = gate();
        gate.hold(acc.queue(1));
        acc.queue(2).after(1).launch(ONE, i -> {});
        gate.awaitArrivals(1);
        assertThatThrownBy(headrace::close).isInstanceOf(HeadraceException.class);
        assertThatThrownBy(() -> acc.test(1)).isInstanceOf(ClosedException.class);
    }

    // E25
    @Test
    void afterTheCloseLookupsAndWaitsFailCleanly() {
        Headrace headrace = open(options());
        Device device = headrace.device();
        AsyncQueues acc = AsyncQueues.of(device);
        AsyncQueue used = acc.queue(1);
        AsyncQueue sync = acc.queue(SYNC);
        acc.queue(NOVAL);
        Stream stream = device.stream();
        headrace.close();
        List<ThrowingCallable> calls = List.of(
                () -> AsyncQueues.of(device),
                () -> acc.queue(1),
                () -> acc.queue(2),
                () -> acc.queue(5_000),
                () -> acc.queue(Integer.MAX_VALUE),
                () -> acc.queue(NOVAL),
                () -> acc.stream(1),
                () -> acc.test(1),
                () -> acc.testAll(),
                () -> acc.await(1),
                () -> acc.await(2),
                () -> acc.await(1, LIMIT),
                () -> acc.awaitAll(),
                () -> acc.awaitAll(LIMIT),
                () -> acc.awaitAny(1, 2),
                () -> acc.waitAsync(1, 2),
                () -> acc.waitAllAsync(2),
                () -> acc.waitAllAsync(SYNC),
                () -> acc.queues(),
                () -> acc.queue(),
                () -> acc.queue(SYNC),
                () -> acc.queue(DEFAULT_QUEUE),
                () -> acc.getDefault(),
                () -> acc.setDefault(1),
                () -> acc.setDefault(NOVAL),
                () -> acc.withDefault(1, () -> {}),
                () -> acc.awaitAny(),
                () -> acc.awaitAny(SYNC),
                () -> acc.awaitAny(LIMIT),
                () -> acc.attach(SYNC, stream),
                () -> acc.attach(1, stream),
                () -> acc.test(SYNC),
                () -> acc.await(SYNC),
                () -> acc.waitAsync(SYNC, SYNC),
                () -> acc.data(),
                () -> used.launch(ONE, i -> {}),
                () -> used.after(1),
                () -> sync.launch(ONE, i -> {}));
        assertThat(calls).allSatisfy(call -> assertThatThrownBy(call).isInstanceOf(ClosedException.class));
        assertThat(acc.device()).isSameAs(device);
        assertThat(used.isDone()).isTrue();
        assertThat(used.number()).isEqualTo(1);
    }

    @Test
    void aScopedDefaultEndsThoughTheRuntimeWasClosedMeanwhile() {
        Headrace headrace = open(options());
        AsyncQueues acc = AsyncQueues.of(headrace.device());
        acc.withDefault(1, headrace::close);
        assertThatThrownBy(acc::getDefault).isInstanceOf(ClosedException.class);
    }

    @Test
    void theNextRuntimeHasQueuesOfItsOwn() throws InterruptedException {
        AsyncQueues before;
        try (Headrace headrace = open(options())) {
            before = AsyncQueues.of(headrace.device());
            before.queue(1);
        }
        AsyncQueues acc = AsyncQueues.of(device());
        assertThat(acc).isNotSameAs(before);
        assertThat(acc.queues()).isEmpty();
        acc.queue(1).launch(ONE, i -> {});
        assertThat(acc.await(1, LIMIT)).isTrue();
    }

    @Test
    void aFirstUseDuringTheCloseWorksOrSaysThatTheRuntimeWasClosed() throws Exception {
        for (int round = 0; round < 30; round++) {
            Headrace headrace = open(options());
            AsyncQueues acc = AsyncQueues.of(headrace.device());
            AtomicInteger enqueued = new AtomicInteger();
            AtomicInteger ran = new AtomicInteger();
            Task<Boolean> using = Task.run(() -> {
                for (int number = 0; ; number++) {
                    try {
                        acc.queue(number).launch(ONE, i -> ran.incrementAndGet());
                        enqueued.incrementAndGet();
                    } catch (ClosedException e) {
                        return;
                    }
                }
            });
            int uses = round * 10;
            Eventually.isTrue("numbers used=" + uses, () -> enqueued.get() >= uses);
            headrace.close();
            using.join();
            assertThat(ran).hasValue(enqueued.get());
            assertThatThrownBy(() -> acc.queue(0)).isInstanceOf(ClosedException.class);
        }
    }
}
