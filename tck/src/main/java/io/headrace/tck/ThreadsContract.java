package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.error.ClosedException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rule 9, threads: every object may be used from any thread, and each call is one step. */
abstract class ThreadsContract extends DriverContract {

    private static final int THREADS = 16;

    private static void join(List<? extends Task<?>> tasks) throws Exception {
        for (Task<?> task : tasks) {
            task.join();
        }
    }

    @Test
    void sixteenThreadsOnOneStreamLoseNothingAndKeepTheirOwnOrder() throws Exception {
        Device device = device(options().with(Knob.QUEUE_SIZE, 16));
        int rounds = 1_000;
        AtomicIntegerArray next = new AtomicIntegerArray(THREADS);
        AtomicInteger disorder = new AtomicInteger();
        AtomicInteger overlap = new AtomicInteger();
        AtomicInteger inside = new AtomicInteger();
        try (Stream stream = device.stream()) {
            join(IntStream.range(0, THREADS)
                    .mapToObj(t -> Task.run(() -> {
                        for (int i = 0; i < rounds; i++) {
                            int expected = i;
                            stream.launch(Range.of(1), x -> {
                                if (inside.incrementAndGet() != 1) {
                                    overlap.incrementAndGet();
                                }
                                if (!next.compareAndSet(t, expected, expected + 1)) {
                                    disorder.incrementAndGet();
                                }
                                inside.decrementAndGet();
                            });
                        }
                    }))
                    .toList());
            finish(stream);
        }
        assertThat(disorder).hasValue(0);
        assertThat(overlap).hasValue(0);
        for (int t = 0; t < THREADS; t++) {
            assertThat(next.get(t)).isEqualTo(rounds);
        }
    }

    @Test
    void mixedCallsFromManyThreadsAllTakePlace() throws Exception {
        Device device = device(options().with(Knob.QUEUE_SIZE, 16));
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream();
                I32 x = device.i32(THREADS);
                Signal open = device.signal(1)) {
            List<Event> events =
                    IntStream.range(0, THREADS).mapToObj(t -> device.event()).toList();
            join(IntStream.range(0, THREADS)
                    .mapToObj(t -> Task.run(() -> {
                        for (int i = 0; i < 60; i++) {
                            int value = i;
                            stream.launch(Range.of(1), item -> ran.incrementAndGet())
                                    .copy(new int[] {value}, x.elements(t, 1))
                                    .waitFor(open, Condition.EQ, 1)
                                    .record(events.get(t))
                                    .hostCall(ran::incrementAndGet);
                            if (i % 20 == 0) {
                                finish(stream);
                            }
                        }
                    }))
                    .toList());
            int[] back = new int[THREADS];
            finish(stream.copy(x, back));
            assertThat(back).containsOnly(59);
            assertThat(events).allSatisfy(event -> assertThat(event.state()).isEqualTo(Event.State.DONE));
        }
        assertThat(ran).hasValue(THREADS * 60 * 2);
    }

    @Test
    void waitsOfManyThreadsOnOneStreamAllEnd() throws Exception {
        Device device = device();
        for (int round = 0; round < 50; round++) {
            AtomicBoolean ran = new AtomicBoolean();
            Gate gate = gate();
            try (Stream stream = device.stream()) {
                gate.hold(stream);
                stream.launch(Range.of(1), x -> ran.set(true));
                List<Task<Boolean>> waits = IntStream.range(0, THREADS)
                        .mapToObj(t -> Task.start(() -> stream.await(LIMIT) && ran.get()))
                        .toList();
                gate.open();
                for (Task<Boolean> wait : waits) {
                    assertThat(wait.join()).isTrue();
                }
            }
        }
    }

    @Test
    void aCloseThatRacesWithLaunchesLeavesEveryAcceptedOneToRun() throws Exception {
        Device device = device();
        for (int round = 0; round < 100; round++) {
            Stream stream = device.stream();
            AtomicInteger accepted = new AtomicInteger();
            AtomicInteger ran = new AtomicInteger();
            List<Task<Boolean>> callers = IntStream.range(0, 4)
                    .mapToObj(t -> Task.run(() -> {
                        try {
                            for (int i = 0; i < 1_000; i++) {
                                stream.launch(Range.of(1), x -> ran.incrementAndGet());
                                accepted.incrementAndGet();
                            }
                        } catch (ClosedException expected) {
                            // The close came first.
                        }
                    }))
                    .toList();
            Eventually.isTrue("some are accepted", () -> accepted.get() > 10);
            stream.close();
            join(callers);
            Eventually.isTrue("accepted=" + accepted + " ran=" + ran, () -> ran.get() == accepted.get());
        }
    }

    @Test
    void buffersClosedByOneThreadWhileAnotherUsesThemGiveResultsOrErrors() throws Exception {
        Device device = device();
        for (int round = 0; round < 200; round++) {
            I32 x = device.i32(1_000);
            Task<Boolean> user = Task.run(() -> {
                int[] back = new int[1_000];
                try (Stream stream = device.stream()) {
                    for (int i = 1; i < 50; i++) {
                        try {
                            stream.fill(x, i).copy(x, back);
                        } catch (ClosedException expected) {
                            finish(stream);
                            return;
                        }
                        finish(stream);
                        assertThat(back).containsOnly(i);
                    }
                }
            });
            Thread.onSpinWait();
            x.close();
            user.join();
        }
    }

    @Test
    void recordsAndWaitsThatRaceNeverHang() throws Exception {
        Device device = device(options().with(Knob.NUM_QUEUES, 2));
        Event event = device.event();
        List<Task<Boolean>> tasks = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            boolean recorder = t % 2 == 0;
            tasks.add(Task.run(() -> {
                try (Stream stream = device.stream()) {
                    for (int i = 0; i < 2_000; i++) {
                        if (recorder) {
                            stream.launch(Range.of(1), x -> {}).record(event);
                        } else {
                            stream.waitFor(event).launch(Range.of(1), x -> {});
                        }
                    }
                    finish(stream);
                    assertThat(event.await(LIMIT)).isTrue();
                }
            }));
        }
        join(tasks);
    }

    @Test
    void aWaitOfOneThreadHoldsUpNoCallOfAnother() throws Exception {
        Device device = device();
        Gate gate = gate();
        Event event = device.event();
        try (Stream stream = device.stream()) {
            gate.hold(stream);
            Task<Boolean> wait = Task.start(() -> stream.await(LIMIT));
            Eventually.isBlocked(wait.thread());
            Task<Boolean> other = Task.run(() -> {
                for (int i = 0; i < 20; i++) {
                    stream.launch(Range.of(1), x -> {}).record(event);
                    stream.isDone();
                    event.state();
                    device.queues();
                    var ignored = stream.whenDone();
                }
            });
            other.join();
            assertThat(gate.isOpen())
                    .as("the other thread's calls came back before the wait ended")
                    .isFalse();
            gate.open();
            assertThat(wait.join()).isTrue();
            finish(stream);
        }
    }
}
