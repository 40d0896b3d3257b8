package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.CopyCounters;
import io.headrace.CopyRecord;
import io.headrace.Device;
import io.headrace.HeadraceOptions;
import io.headrace.HostBuffer;
import io.headrace.Recording;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.U8;
import io.headrace.config.Knob;
import io.headrace.copy.CopyRoute;
import io.headrace.copy.Direction;
import io.headrace.error.HeadraceException;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.Signal;
import io.headrace.spi.EngineInfo;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import io.headrace.tck.fault.Point;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** By which engine or queue copies go, and what is counted of them. */
abstract class CopyRouteContract extends DriverContract {

    private static final int LIMIT_BYTES = 10_000;

    private HeadraceOptions routed() {
        return options().with(Knob.COPY_THRESHOLD, LIMIT_BYTES);
    }

    private static long hostEngines(Device device) {
        return device.info().engines().stream()
                .filter(engine -> engine.kind() == EngineInfo.Kind.HOST_LINK)
                .count();
    }

    private static Set<Integer> engines(Device device, Direction direction) {
        return device.copyCounters().entries().stream()
                .filter(entry -> entry.direction() == direction)
                .map(CopyCounters.Entry::engine)
                .collect(Collectors.toSet());
    }

    private static CopyCounters.Entry only(Device device) {
        assertThat(device.copyCounters().entries()).hasSize(1);
        return device.copyCounters().entries().getFirst();
    }

    @Test
    void oppositeDirectionsUseDifferentEnginesWhereThereAreTwo() throws InterruptedException {
        Device device = device(routed());
        byte[] bytes = new byte[LIMIT_BYTES];
        try (U8 x = device.u8(bytes.length);
                Stream stream = device.stream()) {
            finish(stream.copy(bytes, x).copy(x, bytes).copy(bytes, x));
        }
        Set<Integer> up = engines(device, Direction.HOST_TO_DEVICE);
        Set<Integer> down = engines(device, Direction.DEVICE_TO_HOST);
        assertThat(up).hasSize(1);
        assertThat(down).hasSize(1);
        if (hostEngines(device) == 0) {
            assertThat(up).containsExactly(CopyCounters.OWN_QUEUE);
        } else {
            assertThat(up).doesNotContain(CopyCounters.OWN_QUEUE);
            assertThat(up.equals(down)).isEqualTo(hostEngines(device) == 1);
        }
        assertThat(device.copyCounters().bytes(Direction.HOST_TO_DEVICE)).isEqualTo(2L * LIMIT_BYTES);
        assertThat(device.copyCounters().operations(Direction.HOST_TO_DEVICE)).isEqualTo(2);
        assertThat(device.copyCounters().bytes(Direction.DEVICE_TO_HOST)).isEqualTo(LIMIT_BYTES);
        assertThat(device.copyCounters().entries()).allMatch(entry -> entry.route() == CopyRoute.Kind.DIRECT);
    }

    @Test
    void anExcludedEngineIsNotUsed() throws InterruptedException {
        Device device = device(options().with(Knob.COPY_THRESHOLD, 0).with(Knob.EXCLUDED_ENGINES, "0"));
        byte[] bytes = new byte[100];
        try (U8 x = device.u8(bytes.length);
                Stream stream = device.stream()) {
            finish(stream.copy(bytes, x).copy(x, bytes));
        }
        assertThat(device.copyCounters().entries()).noneMatch(entry -> entry.engine() == 0);
        assertThat(device.copyCounters().bytes(Direction.HOST_TO_DEVICE)).isEqualTo(100);
    }

    @Test
    void smallCopiesStayInTheStreamsOwnQueueAndLargeOnesDoNot() throws InterruptedException {
        Device device = device(routed());
        byte[] small = new byte[LIMIT_BYTES - 1];
        byte[] large = new byte[LIMIT_BYTES];
        try (U8 x = device.u8(small.length);
                U8 y = device.u8(large.length);
                Stream stream = device.stream()) {
            finish(stream.copy(small, x).copy(x, small));
            assertThat(engines(device, Direction.HOST_TO_DEVICE)).containsExactly(CopyCounters.OWN_QUEUE);
            assertThat(engines(device, Direction.DEVICE_TO_HOST)).containsExactly(CopyCounters.OWN_QUEUE);
            assertThat(device.queues().engines()).isEmpty();
            finish(stream.copy(large, y).copy(y, large));
            assertThat(device.queues().engines()).hasSize((int) Math.min(2, hostEngines(device)));
        }
    }

    @Test
    void aSmallCopyBehindAKernelIsInItsQueueAtOnce() throws InterruptedException {
        Device device = device(routed());
        Gate gate = gate();
        byte[] back = new byte[1];
        try (U8 x = device.u8(1);
                Stream stream = device.stream()) {
            gate.hold(stream).copy(new byte[] {7}, x).copy(x, back);
            gate.awaitArrivals(1);
            assertThat(device.queues().entries().getFirst().depth()).isEqualTo(3);
            gate.open();
            finish(stream);
        }
        assertThat(back).containsExactly(7);
    }

    @Test
    void aSmallCopyOfAnIdleStreamIsNotBehindOthersKernels() throws InterruptedException {
        Device device = device(routed().with(Knob.NUM_QUEUES, 1));
        if (hostEngines(device) == 0) {
            return;
        }
        Gate gate = gate();
        try (Stream busy = device.stream();
                Stream stream = device.stream();
                U8 x = device.u8(1)) {
            gate.hold(busy);
            gate.awaitArrivals(1);
            finish(stream.copy(new byte[] {7}, x));
            assertThat(only(device).engine()).isNotEqualTo(CopyCounters.OWN_QUEUE);
            gate.open();
            finish(busy);
        }
    }

    @Test
    void copiesWithinTheDeviceOrTheHostAndFillsAreLocal() throws InterruptedException {
        Device device = device(routed());
        byte[] bytes = new byte[LIMIT_BYTES];
        try (U8 x = device.u8(2 * LIMIT_BYTES);
                Stream stream = device.stream()) {
            finish(stream.fillBytes(x, (byte) 3)
                    .copy(x.slice(0, LIMIT_BYTES), x.slice(5, LIMIT_BYTES))
                    .copy(MemorySegment.ofArray(bytes), MemorySegment.ofArray(new byte[LIMIT_BYTES])));
        }
        CopyCounters counters = device.copyCounters();
        assertThat(counters.entries())
                .hasSize(3)
                .allMatch(entry -> entry.route() == CopyRoute.Kind.LOCAL)
                .allMatch(entry -> entry.engine() == CopyCounters.OWN_QUEUE)
                .allMatch(entry -> entry.operations() == 1);
        assertThat(counters.bytes(Direction.FILL)).isEqualTo(2L * LIMIT_BYTES);
        assertThat(counters.bytes(Direction.DEVICE_TO_DEVICE)).isEqualTo(LIMIT_BYTES);
        assertThat(counters.bytes(Direction.HOST_TO_HOST)).isEqualTo(LIMIT_BYTES);
    }

    @Test
    void rowsAndPinnedAndConfinedMemoryGoTheSameWayAndCountTheBytesOfRowsOnly() throws InterruptedException {
        Device device = device(options().with(Knob.COPY_THRESHOLD, 0));
        try (U8 x = device.u8(1_000);
                HostBuffer pinned = device.hostBuffer(1_000);
                Arena confined = Arena.ofConfined();
                Stream stream = device.stream()) {
            stream.copy2D(pinned.segment(), 100, x, 50, 20, 10);
            stream.copy(confined.allocate(300), x.slice(0, 300));
            finish(stream.copy2D(x, 50, pinned.segment(), 100, 20, 10));
        }
        assertThat(device.copyCounters().bytes(Direction.HOST_TO_DEVICE)).isEqualTo(500);
        assertThat(device.copyCounters().operations(Direction.HOST_TO_DEVICE)).isEqualTo(2);
        assertThat(device.copyCounters().bytes(Direction.DEVICE_TO_HOST)).isEqualTo(200);
        assertThat(engines(device, Direction.HOST_TO_DEVICE)).hasSize(1);
    }

    @Test
    void aRecordingsCopiesCountAtEachReplay() throws InterruptedException {
        Device device = device(routed());
        byte[] small = new byte[10];
        byte[] large = new byte[LIMIT_BYTES];
        try (U8 x = device.u8(small.length);
                U8 y = device.u8(large.length);
                Stream stream = device.stream()) {
            Recording recording = device.record(
                    recorder -> recorder.copy(small, x).copy(x, small).copy(large, y));
            finish(stream.replay(recording).replay(recording));
        }
        CopyCounters counters = device.copyCounters();
        assertThat(counters.operations(Direction.HOST_TO_DEVICE)).isEqualTo(4);
        assertThat(counters.bytes(Direction.HOST_TO_DEVICE)).isEqualTo(2L * (10 + LIMIT_BYTES));
        assertThat(counters.bytes(Direction.DEVICE_TO_HOST)).isEqualTo(20);
    }

    @Test
    void aCopyThatFailsCountsAsFailedAndOneThatDidNotRunDoesNotCount() throws InterruptedException {
        Faults faults = new Faults();
        Device device = device(options(new FaultyDriver(driver(), faults)).with(Knob.COPY_THRESHOLD, 0));
        byte[] bytes = new byte[100];
        faults.failNth(Point.COPY, 2, () -> new IllegalStateException("planned: engine fault"));
        try (U8 x = device.u8(100);
                Stream stream = device.stream()) {
            stream.copy(bytes, x).copy(bytes, x).copy(bytes, x);
            assertThatThrownBy(() -> stream.await(LIMIT))
                    .isInstanceOf(HeadraceException.class)
                    .hasMessageContaining("engine fault");
            CopyCounters counters = device.copyCounters();
            assertThat(counters.failed()).isEqualTo(1);
            assertThat(counters.operations(Direction.HOST_TO_DEVICE)).isEqualTo(1);
            assertThat(counters.bytes(Direction.HOST_TO_DEVICE)).isEqualTo(100);
            finish(stream.copy(bytes, x));
            assertThat(device.copyCounters().operations(Direction.HOST_TO_DEVICE))
                    .isEqualTo(2);
        }
    }

    @Test
    void aProfiledStreamTellsHowItsLastCopyWent() throws InterruptedException {
        Device device = device(routed());
        byte[] bytes = new byte[LIMIT_BYTES];
        try (U8 x = device.u8(bytes.length);
                Stream plain = device.stream();
                Stream profiled = device.stream(StreamOptions.defaults().withProfiling())) {
            finish(plain.copy(bytes, x));
            assertThat(plain.lastCopy()).isEmpty();
            assertThat(profiled.lastCopy()).isEmpty();
            long before = device.time().nanos();
            finish(profiled.fillBytes(x, (byte) 1).copy(x, bytes).launch(Range.of(1), i -> {}));
            CopyRecord copy = profiled.lastCopy().orElseThrow();
            assertThat(copy.direction()).isEqualTo(Direction.DEVICE_TO_HOST);
            assertThat(copy.route()).isEqualTo(CopyRoute.Kind.DIRECT);
            assertThat(Set.of(copy.engine())).isEqualTo(engines(device, Direction.DEVICE_TO_HOST));
            assertThat(copy.bytes()).isEqualTo(LIMIT_BYTES);
            assertThat(copy.startNanos()).isBetween(before, copy.endNanos());
            assertThat(copy.endNanos()).isLessThanOrEqualTo(device.time().nanos());
            assertThat(copy.failed()).isFalse();
        }
    }

    private HeadraceOptions split(HeadraceOptions options) {
        return options.with(Knob.COPY_THRESHOLD, LIMIT_BYTES)
                .with(Knob.COPY_SPLIT_BYTES, LIMIT_BYTES)
                .with(Knob.COPY_SPLIT_SINGLE, true);
    }

    @Test
    void aCopyThatIsSplitIsWholeAndInItsPlace() throws InterruptedException {
        Device device = device(split(options()));
        byte[] bytes = new byte[4 * LIMIT_BYTES + 3];
        byte[] back = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31);
        }
        Gate gate = gate();
        try (Stream stream = device.stream(StreamOptions.defaults().withProfiling())) {
            U8 x = device.u8(bytes.length);
            gate.hold(stream).fillBytes(x, (byte) 1).copy(bytes, x);
            stream.launch(Range.of(bytes.length), i -> x.set(i, (byte) (x.get(i) + 1)))
                    .copy(x, back);
            x.close();
            assertThat(stream.isDone()).isFalse();
            gate.open();
            finish(stream);
            assertThat(stream.lastCopy().orElseThrow().bytes()).isEqualTo(bytes.length);
        }
        for (int i = 0; i < bytes.length; i++) {
            assertThat(back[i]).isEqualTo((byte) (bytes[i] + 1));
        }
        assertThat(device.copyCounters().bytes(Direction.HOST_TO_DEVICE)).isEqualTo(bytes.length);
        assertThat(device.copyCounters().bytes(Direction.DEVICE_TO_HOST)).isEqualTo(bytes.length);
        if (hostEngines(device) > 1) {
            assertThat(engines(device, Direction.HOST_TO_DEVICE)).hasSizeGreaterThan(1);
            assertThat(device.copyCounters().operations(Direction.HOST_TO_DEVICE))
                    .isGreaterThan(1);
        }
        Eventually.isTrue("no users", () -> QueueUse.allUsers(device) == 0);
    }

    @Test
    void aPartThatFailsFailsTheStreamOnceAllPartsHaveEnded() throws InterruptedException {
        Faults faults = new Faults();
        Device device = device(split(options(new FaultyDriver(driver(), faults))));
        byte[] bytes = new byte[2 * LIMIT_BYTES];
        faults.failNth(Point.COPY, 1, () -> new IllegalStateException("planned: engine fault"));
        try (U8 x = device.u8(bytes.length);
                Stream stream = device.stream()) {
            stream.copy(bytes, x).copy(x, bytes);
            assertThatThrownBy(() -> stream.await(LIMIT))
                    .isInstanceOf(HeadraceException.class)
                    .hasStackTraceContaining("engine fault");
            assertThat(device.copyCounters().failed()).isEqualTo(1);
            assertThat(device.copyCounters().bytes(Direction.DEVICE_TO_HOST)).isZero();
            finish(stream.copy(bytes, x));
        }
    }

    @Test
    void aCopyThatIsSplitEndsAlsoIfTheRuntimeIsClosedMeanwhile() throws InterruptedException {
        Device device = device(split(options()));
        byte[] bytes = new byte[2 * LIMIT_BYTES];
        Gate gate = gate();
        byte[] back = new byte[bytes.length];
        bytes[bytes.length - 1] = 9;
        Buffer x = device.buffer(bytes.length);
        Stream stream =
                gate.hold(device.stream()).copy(MemorySegment.ofArray(bytes), x).copy(x, MemorySegment.ofArray(back));
        gate.awaitArrivals(1);
        Thread opener = Thread.ofPlatform().start(gate::open);
        closeAllHandles();
        opener.join();
        assertThat(stream.isDone()).isTrue();
        assertThat(back).isEqualTo(bytes);
    }

    // E44
    @Test
    void aCopyOfNoBytesSetsItsSignalAndCountsNowhere() throws InterruptedException {
        Device device = device(routed());
        try (U8 x = device.u8(0);
                Signal signal = device.signal(0);
                Stream stream = device.stream()) {
            stream.copy(new byte[0], x).copy(x, new byte[0]).set(signal, 1);
            assertThat(signal.await(Condition.EQ, 1, LIMIT)).isTrue();
            finish(stream);
        }
        assertThat(device.copyCounters().entries()).isEmpty();
    }

    // fault 64
    @Test
    void withAllEnginesExcludedEveryCopyIsMadeByTheStreamsOwnQueueAlsoInARecording() throws InterruptedException {
        int engines = device().info().engines().size();
        closeAllHandles();
        String all = IntStream.range(0, engines).mapToObj(String::valueOf).collect(Collectors.joining(","));
        Device device = device(options().with(Knob.COPY_THRESHOLD, 0).with(Knob.EXCLUDED_ENGINES, all));
        byte[] bytes = {1, 2, 3};
        byte[] back = new byte[3];
        try (U8 x = device.u8(3);
                U8 y = device.u8(3);
                Stream stream = device.stream()) {
            finish(stream.copy(bytes, x));
            Recording three =
                    device.record(recorder -> recorder.copy(bytes, x).copy(x, y).copy(y, back));
            finish(stream.replay(three));
        }
        assertThat(back).containsExactly(1, 2, 3);
        assertThat(device.copyCounters().entries()).allMatch(entry -> entry.engine() == CopyCounters.OWN_QUEUE);
    }
}
