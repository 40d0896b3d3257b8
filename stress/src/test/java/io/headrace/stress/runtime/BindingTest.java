package io.headrace.stress.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.kernel.Range;
import io.headrace.stress.Crew;
import io.headrace.stress.Effort;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BindingTest {

    private static final int THREADS = 16;
    private static final Range ONE = Range.of(1);

    /** Behaviour 12: between phases of starting and draining, all hold a stream that is unfinished, then none does. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void sixteenThreadsThatStartAndDrainStreamsAreCountedExactly(boolean busyTracking) throws InterruptedException {
        int rounds = Effort.rounds(50_000, 1_000_000) / THREADS;
        int perPhase = 250;
        HeadraceOptions options = HeadraceOptions.defaults().with(Knob.QUEUE_BUSY_TRACKING, busyTracking);
        AtomicInteger ran = new AtomicInteger();
        AtomicReference<CountDownLatch> gate = new AtomicReference<>(new CountDownLatch(1));
        try (Headrace headrace = Headrace.open(options)) {
            Device device = headrace.device();
            CyclicBarrier allIdle = new CyclicBarrier(THREADS);
            CyclicBarrier allHold = new CyclicBarrier(THREADS, () -> {
                assertThat(Rest.users(device)).isEqualTo(THREADS);
                gate.get().countDown();
            });
            CyclicBarrier allDrained = new CyclicBarrier(THREADS, () -> {
                awaitNoUsers(device);
                gate.set(new CountDownLatch(1));
            });
            Crew.all(THREADS, number -> {
                for (int round = 1; round <= rounds; round++) {
                    try (Stream stream = device.stream()) {
                        stream.launch(ONE, i -> ran.incrementAndGet());
                        assertThat(stream.await(Crew.LIMIT)).isTrue();
                    }
                    if (round % perPhase == 0) {
                        holdAndDrain(device, gate.get(), allIdle, allHold, allDrained);
                    }
                }
            });
            Rest.await(device);
            assertThat(device.queues().created()).isLessThanOrEqualTo(4);
        }
        assertThat(ran).hasValue(rounds * THREADS);
    }

    private static void holdAndDrain(
            Device device, CountDownLatch gate, CyclicBarrier allIdle, CyclicBarrier allHold, CyclicBarrier allDrained)
            throws Exception {
        allIdle.await();
        try (Stream stream = device.stream()) {
            stream.launch(ONE, i -> {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            allHold.await();
            assertThat(stream.await(Crew.LIMIT)).isTrue();
        }
        allDrained.await();
    }

    private static void awaitNoUsers(Device device) {
        try {
            Rest.await(device);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One stream that several threads fill: it is bound and unbound all the time, and never twice. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStreamThatManyThreadsFillIsBoundOnce(boolean busyTracking) throws InterruptedException {
        int each = Effort.rounds(5_000, 500_000);
        HeadraceOptions options = HeadraceOptions.defaults()
                .with(Knob.QUEUE_BUSY_TRACKING, busyTracking)
                .with(Knob.QUEUE_SIZE, 4);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger overlaps = new AtomicInteger();
        AtomicInteger ran = new AtomicInteger();
        try (Headrace headrace = Headrace.open(options);
                Stream stream = headrace.device().stream()) {
            Crew.all(4, number -> {
                for (int op = 0; op < each; op++) {
                    stream.launch(ONE, i -> {
                        overlaps.addAndGet(inside.getAndIncrement());
                        ran.incrementAndGet();
                        inside.decrementAndGet();
                    });
                    if (op % 8 == number) {
                        assertThat(stream.await(Crew.LIMIT)).isTrue();
                    }
                }
            });
            assertThat(stream.await(Crew.LIMIT)).isTrue();
            Rest.await(headrace.device());
        }
        assertThat(overlaps).hasValue(0);
        assertThat(ran).hasValue(4 * each);
    }
}
