package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rules 2 and 9 on random graphs: whatever is enqueued in whatever order, each operation runs after all it waits for. */
abstract class RandomGraphContract extends DriverContract {

    private static final int OPERATIONS = 300;
    private static final int STREAMS = 20;

    @Test
    void graphsOfSignalsEndInAnyOrderOfEnqueueing() throws InterruptedException {
        RandomGenerator random = Seed.random("graphsOfSignalsEndInAnyOrderOfEnqueueing");
        for (int round = 0; round < 10; round++) {
            Device device =
                    device(options().with(Knob.NUM_QUEUES, 1 + round % 3).with(Knob.QUEUE_SIZE, 8));
            runGraph(device, random);
            closeAllHandles();
        }
    }

    /** Operation i waits for two with smaller numbers; each stream gets its own in order, streams interleave at random. */
    private void runGraph(Device device, RandomGenerator random) throws InterruptedException {
        List<Signal> done = new ArrayList<>();
        List<List<Integer>> ofStream = new ArrayList<>();
        for (int i = 0; i < STREAMS; i++) {
            ofStream.add(new ArrayList<>());
        }
        for (int i = 0; i < OPERATIONS; i++) {
            done.add(device.signal(0));
            ofStream.get(random.nextInt(STREAMS)).add(i);
        }
        AtomicIntegerArray ran = new AtomicIntegerArray(OPERATIONS);
        AtomicReference<@Nullable String> fault = new AtomicReference<>();
        List<Stream> streams = new ArrayList<>();
        for (int i = 0; i < STREAMS; i++) {
            streams.add(device.stream());
        }
        int[] next = new int[STREAMS];
        for (int enqueued = 0; enqueued < OPERATIONS; ) {
            int s = random.nextInt(STREAMS);
            if (next[s] == ofStream.get(s).size()) {
                continue;
            }
            int operation = ofStream.get(s).get(next[s]++);
            enqueue(streams.get(s), operation, random, done, ran, fault);
            enqueued++;
        }
        for (Stream stream : streams) {
            finish(stream);
        }
        assertThat(fault).hasValue(null);
        for (int i = 0; i < OPERATIONS; i++) {
            assertThat(ran.get(i)).as("runs of operation " + i).isEqualTo(1);
        }
    }

    private static void enqueue(
            Stream stream,
            int operation,
            RandomGenerator random,
            List<Signal> done,
            AtomicIntegerArray ran,
            AtomicReference<@Nullable String> fault) {
        int first = operation == 0 ? -1 : random.nextInt(operation);
        int second = operation == 0 ? -1 : random.nextInt(operation);
        if (operation > 0) {
            stream.waitFor(done.get(first), Condition.EQ, 1).waitFor(done.get(second), Condition.NE, 0);
        }
        Runnable body = () -> {
            if (first >= 0 && (ran.get(first) == 0 || ran.get(second) == 0)) {
                fault.set("operation " + operation + " ran before " + first + " or " + second);
            }
            ran.incrementAndGet(operation);
        };
        if (random.nextInt(4) == 0) {
            stream.hostCall(body::run);
        } else {
            stream.launch(Range.of(1), x -> body.run());
        }
        stream.set(done.get(operation), 1);
    }

    @Test
    void graphsOfEventsKeepEveryDependency() throws InterruptedException {
        RandomGenerator random = Seed.random("graphsOfEventsKeepEveryDependency");
        for (int round = 0; round < 10; round++) {
            Device device =
                    device(options().with(Knob.NUM_QUEUES, 1 + round % 4).with(Knob.QUEUE_SIZE, 16));
            AtomicIntegerArray ran = new AtomicIntegerArray(OPERATIONS);
            AtomicReference<@Nullable String> fault = new AtomicReference<>();
            List<Stream> streams = new ArrayList<>();
            for (int i = 0; i < STREAMS; i++) {
                streams.add(device.stream());
            }
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < OPERATIONS; i++) {
                int operation = i;
                int before = i == 0 ? -1 : random.nextInt(i);
                Stream stream = streams.get(random.nextInt(STREAMS));
                if (before >= 0) {
                    stream.waitFor(events.get(before));
                }
                Event event = device.event();
                events.add(event);
                stream.launch(Range.of(1), x -> {
                            if (before >= 0 && ran.get(before) == 0) {
                                fault.set("operation " + operation + " ran before " + before);
                            }
                            ran.incrementAndGet(operation);
                        })
                        .record(event);
            }
            for (Event event : events) {
                assertThat(event.await(LIMIT)).isTrue();
            }
            for (Stream stream : streams) {
                finish(stream);
            }
            assertThat(fault).hasValue(null);
            closeAllHandles();
        }
    }
}
