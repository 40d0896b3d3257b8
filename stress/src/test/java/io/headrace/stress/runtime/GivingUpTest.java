package io.headrace.stress.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.error.OperationCancelledException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.stress.Crew;
import io.headrace.stress.Effort;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams that are cancelled or closed while others fill them. */
class GivingUpTest {

    private static final Range ONE = Range.of(1);
    private static final int OWNERS = 4;

    /** Of what is enqueued between two waits the first part runs and the rest does not; all of it if no wait throws. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aStreamThatIsCancelledRunsItsFirstOperationsAndIsFineAfterTheWait(int queues) throws InterruptedException {
        int batches = Effort.rounds(1_500, 100_000);
        HeadraceOptions options = HeadraceOptions.defaults()
                .with(Knob.NUM_QUEUES, queues)
                .with(Knob.QUEUE_SIZE, 8)
                .with(Knob.STREAM_BUSYWAIT, 5);
        AtomicInteger cancelled = new AtomicInteger();
        try (Headrace headrace = Headrace.open(options)) {
            Device device = headrace.device();
            List<Stream> streams = new ArrayList<>();
            for (int i = 0; i < OWNERS; i++) {
                streams.add(device.stream());
            }
            AtomicBoolean over = new AtomicBoolean();
            Signal tick = device.signal(0);
            Crew crew = new Crew();
            Crew owners = new Crew();
            for (Stream stream : streams) {
                owners.start(() -> {
                    for (int batch = 0; batch < batches; batch++) {
                        cancelled.addAndGet(fillAndCheck(stream, tick) ? 1 : 0);
                    }
                });
            }
            crew.start(() -> {
                while (!over.get()) {
                    streams.get(ThreadLocalRandom.current().nextInt(OWNERS)).cancel();
                    LockSupport.parkNanos(20_000);
                }
            });
            crew.start(() -> {
                while (!over.get()) {
                    tick.addRelease(1);
                    LockSupport.parkNanos(5_000);
                }
            });
            try {
                owners.join();
            } finally {
                over.set(true);
            }
            crew.join();
            Rest.await(device);
        }
        assertThat(cancelled).hasPositiveValue();
    }

    /** Whether the batch was cancelled. */
    private static boolean fillAndCheck(Stream stream, Signal tick) throws InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        int number = random.nextInt(1, 30);
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger disorder = new AtomicInteger();
        for (int i = 0; i < number; i++) {
            int mine = i;
            switch (random.nextInt(4)) {
                case 0 -> stream.hostCall(() -> disorder.addAndGet(ran.getAndIncrement() == mine ? 0 : 1));
                case 1 ->
                    stream.waitFor(tick, Condition.GTE, tick.loadAcquire() + 1)
                            .launch(ONE, x -> disorder.addAndGet(ran.getAndIncrement() == mine ? 0 : 1));
                default -> stream.launch(ONE, x -> disorder.addAndGet(ran.getAndIncrement() == mine ? 0 : 1));
            }
        }
        boolean all = true;
        try {
            assertThat(stream.await(Crew.LIMIT))
                    .as(() -> "in time\n" + Crew.stacks())
                    .isTrue();
        } catch (OperationCancelledException expected) {
            all = false;
        }
        int then = ran.get();
        assertThat(disorder).hasValue(0);
        assertThat(then).as("of %d operations ran", number).isBetween(0, all ? number : number - 1);
        if (all) {
            assertThat(then).isEqualTo(number);
        }
        return !all;
    }

    @Test
    void aStreamThatIsClosedWhileOthersFillItRunsWhatItTookAndNoMore() throws InterruptedException {
        int rounds = Effort.rounds(300, 30_000);
        try (Headrace headrace = Headrace.open(HeadraceOptions.defaults().with(Knob.QUEUE_SIZE, 8))) {
            Device device = headrace.device();
            for (int round = 0; round < rounds; round++) {
                Stream stream = device.stream();
                Signal gate = device.signal(0);
                AtomicInteger taken = new AtomicInteger();
                AtomicInteger ran = new AtomicInteger();
                Crew crew = new Crew();
                for (int t = 0; t < 4; t++) {
                    boolean onHost = t % 2 == 0;
                    crew.start(() -> fillUntilClosed(stream, onHost, gate, taken, ran));
                }
                int some = round % 40;
                Crew.until("some are taken", () -> taken.get() > some);
                stream.close();
                gate.storeRelease(1);
                crew.join();
                assertThat(stream.await(Crew.LIMIT)).isTrue();
                assertThat(ran).hasValue(taken.get());
                gate.close();
            }
            Rest.await(device);
        }
    }

    private static void fillUntilClosed(
            Stream stream, boolean onHost, Signal gate, AtomicInteger taken, AtomicInteger ran) {
        try {
            for (int i = 0; ; i++) {
                if (onHost && i % 3 == 0) {
                    stream.hostCall(ran::incrementAndGet);
                } else {
                    stream.launch(ONE, x -> ran.incrementAndGet());
                }
                taken.incrementAndGet();
                if (i == 30) {
                    stream.waitFor(gate, Condition.EQ, 1);
                }
                if (i > 30) {
                    LockSupport.parkNanos(10_000);
                }
            }
        } catch (ClosedException expected) {
            assertThat(stream.isClosed()).isTrue();
        }
    }

    /** The failure reaches each wait in progress, also one whose thread sleeps on until another has cleared it. */
    @Test
    void aWaitInProgressThrowsTheFailureThoughAnotherOneHasClearedItBefore() throws InterruptedException {
        int carriers = Runtime.getRuntime().availableProcessors();
        AtomicBoolean hold = new AtomicBoolean();
        AtomicInteger holding = new AtomicInteger();
        AtomicInteger thrown = new AtomicInteger();
        HeadraceOptions options = HeadraceOptions.defaults().with(Knob.STREAM_BUSYWAIT, 0);
        try (Headrace headrace = Headrace.open(options)) {
            Stream stream = headrace.device().stream();
            Signal gate = headrace.signal(0);
            stream.waitFor(gate, Condition.EQ, 1).launch(ONE, x -> {
                throw new IllegalStateException("the first failure");
            });
            Crew crew = new Crew();
            Thread sleeper = crew.start(true, () -> thrown.addAndGet(fails(stream, "the first failure") ? 1 : 0));
            Crew.until("it waits", () -> sleeper.getState() == Thread.State.TIMED_WAITING);
            // No carrier is left to run the sleeper when it is woken.
            hold.set(true);
            for (int i = 0; i < carriers; i++) {
                crew.start(true, () -> {
                    holding.incrementAndGet();
                    while (hold.get()) {
                        Thread.onSpinWait();
                    }
                });
            }
            Crew.until("all carriers are taken", () -> holding.get() == carriers);
            gate.storeRelease(1);
            assertThat(fails(stream, "the first failure")).isTrue();
            stream.launch(ONE, x -> {
                throw new IllegalStateException("the second failure");
            });
            Crew.until("it has failed again", stream::isDone);
            hold.set(false);
            crew.join();
            assertThat(fails(stream, "the second failure")).isTrue();
        }
        assertThat(thrown).hasValue(1);
    }

    private static boolean fails(Stream stream, String how) throws InterruptedException {
        try {
            assertThat(stream.await(Crew.LIMIT)).isTrue();
            return false;
        } catch (HeadraceException e) {
            assertThat(e).hasRootCauseMessage(how);
            return true;
        }
    }
}
