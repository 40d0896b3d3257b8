package io.headrace.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.Event;
import io.headrace.HostBuffer;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.config.Knob;
import io.headrace.cuda.standin.StandIn;
import io.headrace.error.DeviceFailureException;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Operations of different queues that depend on each other: which of them are handed to the device before that has come so far. */
class DependenciesTest {

    private static final StreamOptions ALONE = StreamOptions.defaults().withExclusiveQueue();
    private static final int LENGTH = 1_000;

    @Test
    void aStreamWithAQueueOfItsOwnWaitsForAnotherOnTheDevice() throws InterruptedException {
        try (Pair pair = new Pair()) {
            pair.gpu.standIn().hold();
            pair.producer.fill(pair.x, 7).record(pair.event);
            pair.consumer.waitFor(pair.event).copy(pair.x, pair.y);
            assertThat(pair.gpu.standIn().calls("cuMemcpyDtoDAsync"))
                    .as("handed over while the fill has not run")
                    .isEqualTo(1);
            assertThat(pair.gpu.standIn().calls("cuStreamWaitEvent")).isEqualTo(1);
            pair.gpu.standIn().release();
            assertThat(read(pair.y, pair.consumer)).containsOnly(7);
        }
    }

    @Test
    void theEventHasHappenedForTheHostTooWhenWhatWaitedForItHasEnded() throws InterruptedException {
        try (Pair pair = new Pair()) {
            for (int round = 0; round < 500; round++) {
                pair.producer.fill(pair.x, round).record(pair.event);
                Gpu.finish(pair.consumer.waitFor(pair.event).copy(pair.x, pair.y));
                assertThat(pair.event.state()).as("round=" + round).isEqualTo(Event.State.DONE);
            }
            assertThat(read(pair.y, pair.consumer)).containsOnly(499);
        }
    }

    @Test
    void aChainToAndFroIsHandedOverWhole() throws InterruptedException {
        int links = 100;
        try (Gpu gpu = new Gpu();
                I32 x = gpu.device().i32(LENGTH);
                I32 y = gpu.device().i32(LENGTH);
                Stream first = gpu.device().stream(ALONE);
                Stream second = gpu.device().stream(ALONE)) {
            ready(first, second);
            Event there = gpu.device().event();
            Event back = gpu.device().event();
            Gpu.finish(first.fill(x, 5));
            long before = gpu.standIn().calls("cuMemcpyDtoDAsync");
            gpu.standIn().hold();
            for (int i = 0; i < links; i++) {
                first.copy(x, y).record(there);
                second.waitFor(there).copy(y, x).record(back);
                first.waitFor(back);
            }
            assertThat(gpu.standIn().calls("cuMemcpyDtoDAsync") - before).isEqualTo(2L * links);
            gpu.standIn().release();
            assertThat(read(x, second)).containsOnly(5);
            Gpu.finish(first);
        }
    }

    @Test
    void eventsAreUsedAgain() throws InterruptedException {
        try (Gpu gpu = new Gpu();
                I32 x = gpu.device().i32(LENGTH);
                I32 y = gpu.device().i32(LENGTH);
                Stream first = gpu.device().stream(ALONE);
                Stream second = gpu.device().stream(ALONE)) {
            ready(first, second);
            Event event = gpu.device().event();
            long before = gpu.standIn().live("event");
            for (int i = 0; i < 200; i++) {
                gpu.standIn().hold();
                first.fill(x, i).record(event);
                second.waitFor(event).copy(x, y);
                gpu.standIn().release();
                Gpu.finish(second);
                Gpu.finish(first);
            }
            assertThat(gpu.standIn().calls("cuStreamWaitEvent")).isGreaterThanOrEqualTo(200);
            assertThat(gpu.standIn().live("event") - before).isLessThan(10);
        }
    }

    @Test
    void aKernelBehindAnUploadIsHandedOverWithIt() throws InterruptedException {
        int large = 1 << 19;
        try (Gpu gpu = new Gpu();
                HostBuffer from = gpu.device().hostBuffer(4L * large);
                I32 x = gpu.device().i32(large);
                I32 y = gpu.device().i32(large);
                Stream other = gpu.device().stream();
                Stream stream = gpu.device().stream()) {
            ready(stream, other);
            Gpu.finish(stream.copy(from.segment(), x));
            from.segment().fill((byte) 1);
            long before = gpu.standIn().calls("cuMemcpyDtoDAsync");
            gpu.standIn().hold();
            stream.copy(from.segment(), x).copy(x, y);
            assertThat(gpu.standIn().calls("cuMemcpyDtoDAsync") - before).isEqualTo(1);
            gpu.standIn().release();
            assertThat(read(y, stream)).containsOnly(0x01010101);
        }
    }

    @Test
    void aStreamThatSharesItsQueueIsHeldOnTheHostsSideAndHoldsUpNobody() throws InterruptedException {
        try (Gpu gpu = new Gpu(options -> options.with(Knob.NUM_QUEUES, 1));
                I32 x = gpu.device().i32(LENGTH);
                I32 y = gpu.device().i32(LENGTH);
                Stream producer = gpu.device().stream(ALONE);
                Stream consumer = gpu.device().stream();
                Stream third = gpu.device().stream()) {
            ready(producer, third);
            Event event = gpu.device().event();
            gpu.standIn().hold();
            producer.fill(x, 7).record(event);
            consumer.waitFor(event).copy(x, y);
            assertThat(gpu.standIn().calls("cuMemcpyDtoDAsync")).isZero();
            assertThat(consumer.queueIndex()).isEqualTo(-1);
            gpu.standIn().release();
            assertThat(read(y, consumer)).containsOnly(7);
        }
    }

    @Test
    void aStreamInASharedQueueWaitsOnTheDeviceWhileAnotherQueueIsIdle() throws InterruptedException {
        try (Gpu gpu = new Gpu(options -> options.with(Knob.NUM_QUEUES, 3));
                I32 x = gpu.device().i32(LENGTH);
                I32 y = gpu.device().i32(LENGTH);
                Stream producer = gpu.device().stream();
                Stream consumer = gpu.device().stream();
                Stream third = gpu.device().stream()) {
            together(gpu, x, producer, consumer, third);
            Event event = gpu.device().event();
            gpu.standIn().hold();
            producer.fill(x, 7).record(event);
            consumer.waitFor(event).copy(x, y);
            assertThat(gpu.standIn().calls("cuMemcpyDtoDAsync")).isEqualTo(1);
            third.waitFor(event).copy(x, y);
            assertThat(gpu.standIn().calls("cuMemcpyDtoDAsync"))
                    .as("no queue would be left for who comes next")
                    .isEqualTo(1);
            gpu.standIn().release();
            Gpu.finish(third);
            assertThat(read(y, consumer)).containsOnly(7);
        }
    }

    @Test
    void aPlaceThatMoreStandsBehindIsNotWaitedForByAll() throws InterruptedException {
        try (Pair pair = new Pair()) {
            pair.gpu.standIn().hold();
            pair.producer.fill(pair.x, 7).record(pair.event).fill(pair.x, 8);
            pair.consumer.waitFor(pair.event).copy(pair.x, pair.y);
            assertThat(pair.gpu.standIn().calls("cuStreamWaitEvent")).isZero();
            pair.gpu.standIn().release();
            Gpu.finish(pair.consumer);
            Gpu.finish(pair.producer);
        }
    }

    @Test
    void aSignalThatTheHostSetsInFrontOfAnEventIsSetBeforeTheWaiterBegins() throws InterruptedException {
        try (Pair pair = new Pair();
                Signal signal = pair.gpu.device().signal(0)) {
            pair.gpu.standIn().hold();
            pair.producer.fill(pair.x, 7).set(signal, 1).record(pair.event);
            pair.consumer.waitFor(pair.event).copy(pair.x, pair.y);
            assertThat(pair.gpu.standIn().calls("cuMemcpyDtoDAsync")).isZero();
            pair.gpu.standIn().release();
            Gpu.finish(pair.consumer);
            assertThat(signal.await(Condition.EQ, 1, Gpu.LIMIT)).isTrue();
        }
    }

    @Test
    void whatDependsOnARefusedOperationDoesNotRun() throws InterruptedException {
        try (Pair pair = new Pair()) {
            pair.gpu.standIn().failCall("cuMemsetD32Async", 1, 1, 1);
            pair.producer.fill(pair.x, 0x01020304).record(pair.event);
            pair.consumer.waitFor(pair.event).copy(pair.x, pair.y);
            assertThatThrownBy(() -> pair.consumer.await(Gpu.LIMIT))
                    .isInstanceOf(DeviceFailureException.class)
                    .hasMessageContaining("fill");
            assertThat(pair.gpu.standIn().calls("cuMemcpyDtoDAsync")).isZero();
            assertThatThrownBy(() -> pair.producer.await(Gpu.LIMIT)).isInstanceOf(DeviceFailureException.class);
            Gpu.finish(pair.consumer.copy(pair.x, pair.y));
        }
    }

    /** A stream, one with a queue of its own that is to wait for it, and what the first writes and the second reads. */
    private static final class Pair implements AutoCloseable {

        final Gpu gpu = new Gpu();
        final I32 x = gpu.device().i32(LENGTH);
        final I32 y = gpu.device().i32(LENGTH);
        final Stream producer = gpu.device().stream();
        final Stream consumer = gpu.device().stream(ALONE);
        final Event event = gpu.device().event();

        Pair() throws InterruptedException {
            ready(producer, consumer);
        }

        @Override
        public void close() {
            consumer.close();
            producer.close();
            y.close();
            x.close();
            gpu.close();
        }
    }

    /** Gives each stream a queue, and counts from there. */
    private static void ready(Stream... streams) throws InterruptedException {
        Device device = streams[0].device();
        try (I32 some = device.i32(1)) {
            for (Stream stream : streams) {
                Gpu.finish(stream.fill(some, 1));
            }
        }
        StandIn.get().calm();
    }

    /** Gives the streams different queues, which exist from then on. */
    private static void together(Gpu gpu, I32 some, Stream... streams) throws InterruptedException {
        gpu.standIn().hold();
        List<Integer> queues = new ArrayList<>();
        for (Stream stream : streams) {
            stream.fill(some, 0);
            queues.add(stream.queueIndex());
        }
        assertThat(queues).doesNotHaveDuplicates();
        gpu.standIn().release();
        for (Stream stream : streams) {
            Gpu.finish(stream);
        }
        gpu.standIn().calm();
    }

    private static int[] read(I32 view, Stream stream) throws InterruptedException {
        int[] back = new int[(int) view.length()];
        Gpu.finish(stream.copy(view, back));
        return back;
    }
}
