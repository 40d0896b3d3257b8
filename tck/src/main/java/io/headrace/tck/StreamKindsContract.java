package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.I32;
import io.headrace.Queues;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.config.Knob;
import io.headrace.error.HeadraceException;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.spi.QueuePriority;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Streams with a priority or a queue of their own, native calls, and offers. */
abstract class StreamKindsContract extends DriverContract {

    private static final StreamOptions EXCLUSIVE = StreamOptions.defaults().withExclusiveQueue();

    @Test
    void aStreamOfHighPriorityIsNotBehindOthersInTheirQueues() throws InterruptedException {
        for (QueuePriority priority : List.of(QueuePriority.HIGH, QueuePriority.LOW)) {
            Device device = device(options().with(Knob.NUM_QUEUES, 1));
            Gate gate = gate();
            try (Stream normal = device.stream();
                    Stream other = device.stream(StreamOptions.defaults().withPriority(priority));
                    Stream another = device.stream(StreamOptions.defaults().withPriority(priority))) {
                gate.hold(normal);
                finish(other.launch(Range.of(1), i -> {}));
                Gate second = gate();
                second.hold(other);
                second.hold(another);
                assertThat(another.queueIndex())
                        .as("streams of one priority share a queue")
                        .isEqualTo(other.queueIndex())
                        .isNotEqualTo(normal.queueIndex());
                second.open();
                finish(other);
                finish(another);
                gate.open();
                finish(normal);
            }
            closeAllHandles();
        }
    }

    @Test
    void anExclusiveStreamHasAQueueThatNoOtherStreamGets() throws InterruptedException {
        Device device = device(options().with(Knob.NUM_QUEUES, 2));
        Gate gate = gate();
        List<Stream> streams = new ArrayList<>();
        try (Stream first = device.stream(EXCLUSIVE);
                Stream second = device.stream(EXCLUSIVE)) {
            gate.hold(first);
            gate.hold(second);
            for (int i = 0; i < 8; i++) {
                Stream stream = device.stream();
                streams.add(stream);
                gate.hold(stream);
            }
            assertThat(streams).extracting(Stream::queueIndex).containsOnly(0, 1);
            assertThat(first.queueIndex()).isGreaterThan(1).isNotEqualTo(second.queueIndex());
            assertThat(second.queueIndex()).isGreaterThan(1);
            gate.open();
            for (Stream stream : streams) {
                finish(stream);
            }
            finish(first);
            finish(second);
        }
    }

    @Test
    void aQueueThatAnExclusiveStreamHadGoesToTheNextOne() throws InterruptedException {
        Device device = device();
        int created = 0;
        for (int round = 0; round < 20; round++) {
            Gate gate = gate();
            Stream stream = device.stream(EXCLUSIVE);
            gate.hold(stream);
            assertThat(stream.queueIndex()).isNotNegative();
            stream.close();
            stream.close();
            try (Stream other = device.stream(EXCLUSIVE)) {
                gate.hold(other);
                assertThat(other.queueIndex())
                        .as("work of the closed stream still runs in its queue")
                        .isNotEqualTo(stream.queueIndex());
                gate.open();
                finish(other);
            }
            finish(stream);
            Queues queues = device.queues();
            if (round == 1) {
                created = queues.created();
            }
            if (round > 1) {
                // A queue is given back a moment after the last wait for its stream has ended.
                assertThat(queues.created()).isLessThanOrEqualTo(created + 2);
            }
            assertThat(queues.entries()).extracting(Queues.Entry::users).containsOnly(0);
        }
    }

    @Test
    void anExclusiveStreamThatTheDeviceHasNoQueueForIsRefused() throws InterruptedException {
        Faults faults = new Faults();
        faults.grantQueues(5);
        Device device = device(options(new FaultyDriver(driver(), faults)).with(Knob.NUM_QUEUES, 2));
        // 2 that are shared, 2 of priorities
        try (Stream only = device.stream(EXCLUSIVE)) {
            assertThatThrownBy(() -> device.stream(EXCLUSIVE))
                    .isInstanceOf(ResourcesExhaustedException.class)
                    .hasMessageContaining("queues=5")
                    .hasMessageContaining("close another exclusive stream");
            finish(only.launch(Range.of(1), i -> {}));
        }
        try (Stream next = device.stream(EXCLUSIVE)) {
            finish(next.launch(Range.of(1), i -> {}));
        }
    }

    @Test
    void priorityStreamsWorkWhereNoQueueIsLeftForThem() throws InterruptedException {
        Faults faults = new Faults();
        faults.grantQueues(1);
        Device device = device(options(new FaultyDriver(driver(), faults)));
        try (Stream high = device.stream(StreamOptions.defaults().withPriority(QueuePriority.HIGH))) {
            finish(high.launch(Range.of(1), i -> {}));
        }
    }

    @Test
    void aClosedBufferOutlivesKernelsOfExclusiveStreams() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        int[] seen = new int[1];
        try (Stream stream = device.stream(EXCLUSIVE)) {
            I32 x = device.i32(1);
            finish(stream.fill(x, 5));
            gate.hold(stream).launch(Range.of(1), i -> seen[0] = x.get(i));
            x.close();
            gate.open();
            finish(stream);
            assertThat(seen).containsExactly(5);
        }
    }

    @Test
    void heldWorkOfAnExclusiveStreamGoesToItsOwnQueue() throws InterruptedException {
        Device device = device(options().with(Knob.NUM_QUEUES, 1));
        Gate gate = gate();
        try (Signal go = device.signal(0);
                Stream normal = device.stream();
                Stream exclusive = device.stream(EXCLUSIVE)) {
            gate.hold(normal);
            AtomicInteger ran = new AtomicInteger();
            exclusive.waitFor(go, Condition.EQ, 1).launch(Range.of(1), i -> ran.incrementAndGet());
            go.storeRelease(1);
            finish(exclusive);
            assertThat(ran).hasValue(1);
            gate.open();
            finish(normal);
        }
    }

    @Test
    void aNativeCallRunsAtItsPlace() throws InterruptedException {
        Device device = device();
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        try (Stream stream = device.stream()) {
            finish(stream.launch(Range.of(1), i -> order.add("before"))
                    .nativeCall(queue -> order.add("call"))
                    .launch(Range.of(1), i -> order.add("after")));
        }
        assertThat(order).containsExactly("before", "call", "after");
    }

    @Test
    void whatANativeCallThrowsFailsItsStream() throws InterruptedException {
        Device device = device();
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream()) {
            stream.nativeCall(queue -> {
                        throw new IOException("on purpose");
                    })
                    .launch(Range.of(1), i -> ran.incrementAndGet());
            assertThatThrownBy(() -> finish(stream))
                    .isInstanceOf(HeadraceException.class)
                    .hasMessageContaining("native call")
                    .hasMessageContaining("on purpose");
            assertThat(ran).hasValue(0);
            finish(stream.nativeCall(queue -> ran.incrementAndGet()));
            assertThat(ran).hasValue(1);
        }
    }

    @Test
    void aNativeCallMustNotWaitForAStream() throws InterruptedException {
        Device device = device();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        try (Stream stream = device.stream()) {
            finish(stream.nativeCall(queue -> {
                try {
                    stream.await();
                } catch (IllegalStateException e) {
                    thrown.set(e);
                }
            }));
        }
        assertThat(thrown.get()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void offersAreTakenWholeOrNotAtAll() throws InterruptedException {
        Device device = device(options().with(Knob.NUM_QUEUES, 1).with(Knob.QUEUE_SIZE, 4));
        Gate gate = gate();
        AtomicInteger ran = new AtomicInteger();
        try (I32 x = device.i32(2);
                Stream stream = device.stream()) {
            gate.hold(stream);
            int taken = 0;
            while (stream.offer(
                    o -> o.launch(Range.of(1), i -> ran.incrementAndGet()).fill(x, 7))) {
                taken++;
            }
            assertThat(taken).isEqualTo(3);
            gate.open();
            finish(stream);
            assertThat(ran).hasValue(3);
            int[] down = new int[2];
            assertThat(stream.offer(o -> o.copy(x, down))).isTrue();
            finish(stream);
            assertThat(down).containsExactly(7, 7);
        }
    }

    @Test
    void anOfferedHostCallIsRefusedWhenTheStreamHoldsTooMuch() throws InterruptedException {
        Device device = device(options().with(Knob.MAX_PENDING, 2));
        AtomicInteger ran = new AtomicInteger();
        try (Signal go = device.signal(0);
                Stream stream = device.stream()) {
            stream.waitFor(go, Condition.EQ, 1);
            assertThat(stream.offerHostCall(ran::incrementAndGet)).isTrue();
            assertThat(stream.offerHostCall(ran::incrementAndGet)).isTrue();
            assertThat(stream.offerHostCall(ran::incrementAndGet)).isFalse();
            go.storeRelease(1);
            finish(stream);
            assertThat(ran).hasValue(2);
        }
    }
}
