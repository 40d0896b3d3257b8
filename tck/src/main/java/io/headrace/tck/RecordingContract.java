package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.HostBuffer;
import io.headrace.I32;
import io.headrace.I64;
import io.headrace.Recorder;
import io.headrace.Recording;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.config.Knob;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.error.HeadraceTimeoutException;
import io.headrace.error.KernelException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import io.headrace.tck.fault.Point;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Recordings: operations that are noted once and replayed as one unit. */
abstract class RecordingContract extends DriverContract {

    @Test
    void aReplayRunsAllOperationsInTheirOrder() throws InterruptedException {
        Device device = device();
        List<Integer> ran = Collections.synchronizedList(new ArrayList<>());
        Recording recording = device.record(r -> {
            for (int i = 0; i < 100; i++) {
                int number = i;
                r.launch(Range.of(1), x -> ran.add(number));
            }
        });
        assertThat(recording.size()).isEqualTo(100);
        assertThat(ran).as("nothing runs while it is recorded").isEmpty();
        try (Stream stream = device.stream()) {
            finish(stream.replay(recording));
            assertThat(ran).isEqualTo(IntStream.range(0, 100).boxed().toList());
            finish(stream.replay(recording).replay(recording));
            assertThat(ran).hasSize(300);
        }
    }

    @Test
    void copiesFillsAndLaunchesMix() throws InterruptedException {
        Device device = device();
        int[] up = {1, 2, 3, 4};
        int[] down = new int[4];
        try (I32 x = device.i32(4);
                I32 y = device.i32(4);
                Stream stream = device.stream()) {
            Recording recording = device.record(r -> r.copy(up, x)
                    .fill(y, 10)
                    .launch(Range.of(4), i -> y.set(i, y.get(i) + x.get(i)))
                    .launch(Range.of(2, 2), (i, j) -> x.set(j * 2 + i, 0))
                    .copy(y.elements(0, 2), x.elements(2, 2))
                    .copy(x, down));
            finish(stream.replay(recording));
            assertThat(down).containsExactly(0, 0, 11, 12);
            up[0] = 101;
            finish(stream.replay(recording));
            assertThat(down).as("arrays are read at each replay").containsExactly(0, 0, 111, 12);
        }
    }

    @Test
    void anOperationIsReplacedInAnotherRecording() throws InterruptedException {
        Device device = device();
        int[] first = new int[1];
        int[] second = new int[1];
        try (I32 x = device.i32(1);
                Stream stream = device.stream()) {
            Recording recording =
                    device.record(r -> r.launch(Range.of(1), i -> x.set(i, 7)).copy(x, first));
            Recording other = recording
                    .with(0, r -> r.launch(Range.of(1, 1), (i, j) -> x.set(i, 8)))
                    .with(1, r -> r.copy(x, second));
            finish(stream.replay(other).replay(recording));
            assertThat(first).containsExactly(7);
            assertThat(second).containsExactly(8);
            assertThat(other.size()).isEqualTo(2);
        }
    }

    @Test
    void aReplacementIsExactlyOneOperationOfThePlace() {
        Device device = device();
        Recording recording = device.record(r -> r.launch(Range.of(1), i -> {}));
        assertThatThrownBy(() -> recording.with(0, r -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("operations=0");
        assertThatThrownBy(() ->
                        recording.with(0, r -> r.launch(Range.of(1), i -> {}).launch(Range.of(1), i -> {})))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("operations=2");
        assertThatThrownBy(() -> recording.with(1, r -> r.launch(Range.of(1), i -> {})))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void anEmptyRecordingDoesNothingInOrder() throws InterruptedException {
        Device device = device();
        Recording nothing = device.record(r -> r.launch(Range.of(0), i -> {}));
        assertThat(nothing.size()).isZero();
        Gate gate = gate();
        try (Stream stream = device.stream()) {
            gate.hold(stream).replay(nothing);
            assertThat(stream.isDone()).isFalse();
            gate.open();
            finish(stream);
        }
    }

    @Test
    void aReplayIsAUnitInTheOrderOfItsStream() throws InterruptedException {
        Device device = device();
        int threads = 4;
        int rounds = 50;
        try (I64 owner = device.i64(1);
                I64 wrong = device.i64(1);
                Stream stream = device.stream()) {
            long[] host = new long[1];
            List<Thread> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int me = t + 1;
                Recording recording = device.record(r -> r.launch(Range.of(1), i -> owner.set(i, me))
                        .copy(owner, new long[1])
                        .launch(Range.of(1), i -> {
                            if (owner.get(i) != me) {
                                wrong.set(i, wrong.get(i) + 1);
                            }
                        }));
                all.add(Thread.ofPlatform().daemon().start(() -> {
                    for (int round = 0; round < rounds; round++) {
                        stream.replay(recording);
                    }
                }));
            }
            for (Thread thread : all) {
                assertThat(thread.join(LIMIT)).isTrue();
            }
            finish(stream.copy(wrong, host));
            assertThat(host).containsExactly(0);
        }
    }

    @Test
    void theFirstFailureTakesTheRestOfTheUnitWithIt() throws InterruptedException {
        Device device = device();
        AtomicInteger ran = new AtomicInteger();
        try (I32 x = device.i32(1);
                Stream stream = device.stream()) {
            Recording recording = device.record(r -> r.launch(Range.of(1), i -> ran.incrementAndGet())
                    .launch(Range.of(5), i -> {
                        if (i == 3) {
                            throw new IllegalStateException("on purpose");
                        }
                    })
                    .launch(Range.of(1), i -> ran.addAndGet(100))
                    .copy(new int[1], x)
                    .launch(Range.of(1), i -> ran.addAndGet(100)));
            stream.replay(recording);
            assertThatThrownBy(() -> finish(stream))
                    .isInstanceOfSatisfying(
                            KernelException.class, e -> assertThat(e.x()).isEqualTo(3));
            assertThat(ran).hasValue(1);
            finish(stream.launch(Range.of(1), i -> ran.incrementAndGet()));
            assertThat(ran).hasValue(2);
        }
    }

    @Test
    void aHeldReplayWaitsItsTurn() throws InterruptedException {
        Device device = device();
        int[] down = new int[1];
        try (Signal go = device.signal(0);
                I32 x = device.i32(1);
                Stream stream = device.stream()) {
            Recording recording = device.record(r -> r.copy(new int[] {5}, x)
                    .launch(Range.of(1), i -> x.set(i, x.get(i) + 1))
                    .copy(x, down));
            stream.waitFor(go, Condition.EQ, 1).replay(recording);
            assertThat(stream.await(Duration.ofMillis(20))).isFalse();
            assertThat(stream.queueIndex()).as("held, so in no queue").isEqualTo(-1);
            go.storeRelease(1);
            finish(stream);
            assertThat(down).containsExactly(6);
        }
    }

    @Test
    void theSameRecordingRunsOnManyStreamsAtATime() throws InterruptedException {
        Device device = device();
        AtomicInteger ran = new AtomicInteger();
        Recording recording = device.record(r -> {
            for (int i = 0; i < 10; i++) {
                r.launch(Range.of(3), x -> ran.incrementAndGet());
            }
        });
        List<Stream> streams =
                IntStream.range(0, 50).mapToObj(i -> device.stream()).toList();
        streams.forEach(stream -> stream.replay(recording).replay(recording));
        for (Stream stream : streams) {
            finish(stream);
            stream.close();
        }
        assertThat(ran).hasValue(50 * 2 * 10 * 3);
    }

    @Test
    void closedBuffersAndOtherDevicesAreRefused() throws InterruptedException {
        Device device = device();
        try (Stream stream = device.stream()) {
            Buffer buffer = device.buffer(8);
            Recording recording = device.record(r -> r.copy(new byte[0], device.u8(0))
                    .launch(Range.of(1), i -> {})
                    .copy(buffer, buffer));
            finish(stream.replay(recording));
            buffer.close();
            assertThatThrownBy(() -> stream.replay(recording)).isInstanceOf(ClosedException.class);
            finish(stream);
            stream.close();
            Recording launch = device.record(r -> r.launch(Range.of(1), i -> {}));
            assertThatThrownBy(() -> stream.replay(launch)).isInstanceOf(ClosedException.class);
            closeAllHandles();
            Device other = device();
            try (Stream elsewhere = other.stream()) {
                assertThatThrownBy(() -> elsewhere.replay(launch))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("recording");
                assertThatThrownBy(() -> device.record(r -> {})).isInstanceOf(HeadraceException.class);
            }
        }
    }

    @Test
    void confinedMemoryCannotBeRecordedAndARecorderEndsWithItsCall() {
        Device device = device();
        Recorder[] kept = new Recorder[1];
        try (I32 x = device.i32(1);
                Arena confined = Arena.ofConfined()) {
            assertThatThrownBy(() -> device.record(r -> r.copy(confined.allocate(ValueLayout.JAVA_INT), x)))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("shared or automatic arena");
            device.record(r -> kept[0] = r);
            assertThatThrownBy(() -> kept[0].fill(x, 1)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aClosedBufferLivesUntilTheReplayHasEnded() throws InterruptedException {
        Device device = device();
        int[] down = new int[1];
        Gate gate = gate();
        try (Stream stream = device.stream()) {
            I32 x = device.i32(1);
            Recording recording = device.record(r -> r.fill(x, 9).copy(x, down));
            gate.hold(stream).replay(recording);
            x.close();
            gate.open();
            finish(stream);
            assertThat(down).containsExactly(9);
        }
    }

    @Test
    void aHostBufferIsUsedInPlaceAndCountedLikeAnyOther() throws InterruptedException {
        Device device = device();
        int[] down = new int[4];
        HostBuffer host = device.hostBuffer(16);
        host.segment().setAtIndex(ValueLayout.JAVA_INT, 2, 7);
        try (Signal go = device.signal(0);
                I32 x = device.i32(4);
                Stream stream = device.stream()) {
            Recording recording = device.record(r -> r.copy(host.segment(), x).copy(x, down));
            Recording between = device.record(
                    r -> r.copy(host.segment().asSlice(8, 4), host.segment().asSlice(0, 4)));
            stream.waitFor(go, Condition.EQ, 1).replay(between).replay(recording);
            host.close();
            assertThatThrownBy(() -> stream.replay(recording)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(() -> stream.replay(between)).isInstanceOf(ClosedException.class);
            go.storeRelease(1);
            finish(stream);
            assertThat(down).containsExactly(7, 0, 7, 0);
        }
    }

    @Test
    void aRecorderBelongsToItsThread() throws InterruptedException {
        Device device = device();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Recording recording = device.record(r -> {
            Thread other = Thread.ofPlatform().daemon().start(() -> {
                try {
                    r.launch(Range.of(1), i -> {});
                } catch (Throwable e) {
                    thrown.set(e);
                }
            });
            try {
                assertThat(other.join(LIMIT)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(thrown.get()).isInstanceOf(WrongThreadException.class);
        assertThat(recording.size()).isZero();
    }

    @Test
    void aFullRingMakesAReplayWaitOrBeRefused() throws InterruptedException {
        Device device = device(options().with(Knob.QUEUE_SIZE, 4).with(Knob.NUM_QUEUES, 1));
        AtomicInteger ran = new AtomicInteger();
        Recording recording = device.record(
                r -> r.launch(Range.of(1), i -> ran.incrementAndGet()).launch(Range.of(1), i -> ran.incrementAndGet()));
        Gate gate = gate();
        try (Stream stream = device.stream(StreamOptions.defaults().withTimeout(Duration.ofMillis(20)))) {
            gate.hold(stream);
            int taken = 0;
            while (stream.offerReplay(recording)) {
                taken++;
            }
            assertThat(taken).isEqualTo(3);
            assertThatThrownBy(() -> stream.replay(recording)).isInstanceOf(HeadraceTimeoutException.class);
            gate.open();
            finish(stream);
            assertThat(ran).hasValue(2 * taken);
        }
    }

    @Test
    void aReplayCountsAsOneOperationAgainstTheLimit() throws InterruptedException {
        Device device = device(options().with(Knob.MAX_PENDING, 2).with(Knob.COPY_THRESHOLD, 0));
        try (Signal go = device.signal(0);
                I32 x = device.i32(1);
                Stream stream = device.stream()) {
            int[] down = new int[1];
            Recording recording = device.record(r -> r.copy(new int[] {1}, x)
                    .launch(Range.of(1), i -> x.set(i, x.get(i) + 1))
                    .copy(x, down));
            stream.waitFor(go, Condition.EQ, 1);
            assertThat(stream.offerReplay(recording)).isTrue();
            assertThat(stream.offerReplay(recording)).isFalse();
            go.storeRelease(1);
            finish(stream);
            assertThat(down).containsExactly(2);
        }
    }

    @Test
    void aDriverThatFailsAtASequenceFailsTheStream() throws InterruptedException {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)));
        AtomicInteger ran = new AtomicInteger();
        faults.failNth(Point.SEQUENCE_PREPARATION, 1, RecordingContract::onPurpose);
        assertThatThrownBy(() -> twice(device, ran)).hasMessageContaining("on purpose");
        Recording recording = twice(device, ran);
        faults.failNth(Point.SEQUENCE, 1, RecordingContract::onPurpose);
        try (Stream stream = device.stream()) {
            stream.replay(recording);
            assertThatThrownBy(() -> finish(stream)).isInstanceOf(HeadraceException.class);
            assertThat(ran).hasValue(0);
            finish(stream.replay(recording));
            assertThat(ran).hasValue(2);
        }
    }

    private static HeadraceException onPurpose() {
        return new HeadraceException("on purpose");
    }

    private static Recording twice(Device device, AtomicInteger ran) {
        return device.record(
                r -> r.launch(Range.of(1), i -> ran.incrementAndGet()).launch(Range.of(1), i -> ran.incrementAndGet()));
    }
}
