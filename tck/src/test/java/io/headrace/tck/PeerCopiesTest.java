package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.CopyCounters;
import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Recording;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.Trace;
import io.headrace.U8;
import io.headrace.config.Knob;
import io.headrace.copy.CopyRoute;
import io.headrace.copy.Direction;
import io.headrace.error.HeadraceException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.Range;
import io.headrace.spi.Driver;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import io.headrace.tck.fault.Point;
import io.headrace.trace.OperationKind;
import io.headrace.trace.OperationRecord;
import io.headrace.trace.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies between the devices of one runtime, that reach each other or do not. */
class PeerCopiesTest extends DriverContract {

    private static final int BYTES = 300_000;

    @Override
    DriverUnderTest driverUnderTest() {
        return new DriverUnderTest("plain", PlainDriver::new);
    }

    private List<Device> open(Driver... drivers) {
        HeadraceOptions options = options().drivers(drivers).with(Knob.MAX_ASYNC_COPY_BYTES, 65_536);
        return open(options.with(Knob.COPY_THRESHOLD, 0)).devices();
    }

    private List<Device> strangers() {
        return open(new PlainDriver(), new InlineDriver(new AtomicInteger()));
    }

    private List<Device> peers() {
        return open(PlainDriver.peers());
    }

    private static byte[] random(int bytes) {
        byte[] random = new byte[bytes];
        Seed.random("PeerCopiesTest").nextBytes(random);
        return random;
    }

    private static CopyCounters.Entry entry(Device device, CopyRoute.Kind route) {
        List<CopyCounters.Entry> found = device.copyCounters().entries().stream()
                .filter(entry -> entry.route() == route)
                .toList();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    @Test
    void thePiecesOfAStagedCopyAreRecordedOnBothDevicesWithOneCorrelation() throws InterruptedException {
        HeadraceOptions options = options()
                .drivers(new PlainDriver(), new InlineDriver(new AtomicInteger()))
                .with(Knob.MAX_ASYNC_COPY_BYTES, 65_536)
                .with(Knob.COPY_THRESHOLD, 0);
        Headrace headrace = open(options);
        Device source = headrace.devices().get(0);
        Device target = headrace.devices().get(1);
        RecordList list = new RecordList();
        try (U8 x = source.u8(BYTES);
                U8 y = target.u8(BYTES);
                Stream stream = source.stream()) {
            Trace trace = headrace.trace(list);
            finish(stream.copy(x, y));
            List<OperationRecord> records = list.of(trace);
            TraceContract.assertWellFormed(records);
            assertThat(records).allSatisfy(one -> assertThat(one.stream()).isEqualTo(stream.id()));
            assertThat(records.stream().map(OperationRecord::correlation).distinct())
                    .hasSize(1);
            assertPieces(records, source, "device to host");
            assertPieces(records, target, "host to device");
        }
    }

    private static void assertPieces(List<OperationRecord> records, Device device, String name) {
        assertThat(records)
                .filteredOn(one -> one.device().equals(device.id()))
                .hasSize(5)
                .allSatisfy(one -> assertThat(one.name()).isEqualTo(name))
                .extracting(OperationRecord::bytes)
                .containsOnlyOnce(BYTES - 4L * 65_536);
        assertThat(device.counters().ended(OperationKind.COPY).done()).isEqualTo(5);
    }

    @Test
    void aStagedCopyThatIsLeftOutLeavesOneRecord() throws InterruptedException {
        Headrace headrace = open(options().drivers(new PlainDriver(), new InlineDriver(new AtomicInteger())));
        RecordList list = new RecordList();
        try (U8 x = headrace.devices().get(0).u8(BYTES);
                U8 y = headrace.devices().get(1).u8(BYTES);
                Stream stream = headrace.devices().get(0).stream()) {
            Trace trace = headrace.trace(list);
            stream.hostCall(() -> {
                        throw new IllegalStateException("thrown on purpose by a test");
                    })
                    .copy(x, y);
            assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(HeadraceException.class);
            assertThat(list.of(trace))
                    .filteredOn(one -> one.kind() == OperationKind.COPY)
                    .singleElement()
                    .satisfies(one -> {
                        assertThat(one.outcome()).isEqualTo(Outcome.SKIPPED);
                        assertThat(one.name()).isEqualTo("device to peer");
                        assertThat(one.bytes()).isEqualTo(BYTES);
                    });
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 0", "0, 1, 1", "1, 0, 0", "1, 0, 1"})
    void withoutAWayBetweenThemACopyIsStagedThroughTheHostInPieces(int from, int to, int streamOf) throws Exception {
        List<Device> devices = strangers();
        Device source = devices.get(from);
        Device target = devices.get(to);
        byte[] bytes = random(BYTES);
        byte[] back = new byte[BYTES];
        try (U8 x = source.u8(BYTES);
                U8 y = target.u8(BYTES);
                Stream before = source.stream();
                Stream stream =
                        devices.get(streamOf).stream(StreamOptions.defaults().withProfiling());
                Stream after = target.stream()) {
            before.copy(bytes, x);
            stream.waitFor(before).copy(x, y);
            finish(after.waitFor(stream).copy(y, back));
            assertThat(stream.lastCopy().orElseThrow().route()).isEqualTo(CopyRoute.Kind.STAGED);
            assertThat(stream.lastCopy().orElseThrow().bytes()).isEqualTo(BYTES);
        }
        assertThat(back).isEqualTo(bytes);
        CopyCounters.Entry down = entry(source, CopyRoute.Kind.STAGED);
        CopyCounters.Entry up = entry(target, CopyRoute.Kind.STAGED);
        assertThat(down.direction()).isEqualTo(Direction.DEVICE_TO_HOST);
        assertThat(up.direction()).isEqualTo(Direction.HOST_TO_DEVICE);
        assertThat(down.bytes()).isEqualTo(BYTES);
        assertThat(up.bytes()).isEqualTo(BYTES);
        assertThat(up.operations()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void devicesThatReachEachOtherCopyByTheLaneOfTheDirectionOnTheStreamsDevice(int streamOf) throws Exception {
        List<Device> devices = peers();
        byte[] bytes = random(BYTES);
        byte[] back = new byte[BYTES];
        Device own = devices.get(streamOf);
        try (U8 x = devices.getFirst().u8(BYTES);
                U8 y = devices.getLast().u8(BYTES);
                Stream before = devices.getFirst().stream();
                Stream stream = own.stream();
                Stream after = devices.getLast().stream()) {
            before.copy(bytes, x);
            stream.waitFor(before).copy(x, y);
            finish(after.waitFor(stream).copy(y, back));
        }
        assertThat(back).isEqualTo(bytes);
        Direction direction = streamOf == 0 ? Direction.DEVICE_TO_PEER : Direction.PEER_TO_DEVICE;
        assertThat(own.copyCounters().bytes(direction)).isEqualTo(BYTES);
        assertThat(own.copyCounters().entries())
                .filteredOn(entry -> entry.direction() == direction)
                .extracting(CopyCounters.Entry::engine)
                .containsExactly(streamOf == 0 ? 3 : 2);
        assertThat(devices.get(1 - streamOf).copyCounters().entries())
                .noneMatch(entry ->
                        entry.direction() == Direction.DEVICE_TO_PEER || entry.direction() == Direction.PEER_TO_DEVICE);
    }

    @Test
    void devicesOfTwoDriversOfOneNameAreTwoDevices() throws InterruptedException {
        List<Device> devices = open(new PlainDriver(), new PlainDriver());
        byte[] back = new byte[10];
        try (U8 x = devices.getFirst().u8(10);
                U8 y = devices.getLast().u8(10);
                Stream stream = devices.getFirst().stream();
                Stream after = devices.getLast().stream()) {
            stream.fillBytes(x, (byte) 8).copy(x, y);
            finish(after.waitFor(stream).copy(y, back));
        }
        assertThat(back).containsOnly(8);
        assertThat(devices).extracting(Device::id).containsExactly("plain:0", "plain:1");
    }

    @Test
    void rowsOfAnyShapeAreStagedAsRows() throws InterruptedException {
        List<Device> devices = strangers();
        RandomGenerator random = Seed.random("rowsOfAnyShapeAreStagedAsRows");
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        try (U8 x = devices.getFirst().u8(BYTES);
                U8 y = devices.getLast().u8(BYTES);
                Stream stream = devices.getFirst().stream();
                Stream other = devices.getLast().stream()) {
            finish(stream.copy(bytes, x));
            for (int round = 0; round < 30; round++) {
                int rowBytes = 1 + random.nextInt(random.nextBoolean() ? 100 : BYTES / 3);
                int rows = 1 + random.nextInt(3);
                int fromPitch = rowBytes + random.nextInt(BYTES / 3 - rowBytes + 1);
                int toPitch = rowBytes + random.nextInt(BYTES / 3 - rowBytes + 1);
                byte[] expected = new byte[BYTES];
                for (int row = 0; row < rows; row++) {
                    System.arraycopy(bytes, row * fromPitch, expected, row * toPitch, rowBytes);
                }
                byte[] back = new byte[BYTES];
                finish(other.fillBytes(y, (byte) 0));
                finish(stream.copy2D(x, fromPitch, y, toPitch, rowBytes, rows));
                finish(other.copy(y, back));
                assertThat(Arrays.mismatch(back, expected)).isEqualTo(-1);
            }
        }
    }

    @Test
    void aStagedCopyIsInItsPlaceInTheStreamAndKeepsClosedBuffers() throws InterruptedException {
        List<Device> devices = strangers();
        Device first = devices.getFirst();
        Gate gate = gate();
        byte[] back = new byte[100];
        U8 x = first.u8(100);
        try (U8 y = devices.getLast().u8(100);
                Stream stream = first.stream();
                Stream after = devices.getLast().stream()) {
            gate.hold(stream).fillBytes(x, (byte) 4).copy(x, y).fillBytes(x, (byte) 5);
            x.close();
            after.waitFor(stream).copy(y, back);
            assertThat(after.isDone()).isFalse();
            gate.open();
            finish(after);
        }
        assertThat(back).containsOnly(4);
    }

    @Test
    void aPieceThatFailsFailsTheStreamAndNothingElse() throws InterruptedException {
        Faults faults = new Faults();
        List<Device> devices = open(new FaultyDriver(new PlainDriver(), faults), new InlineDriver(new AtomicInteger()));
        try (U8 x = devices.getFirst().u8(BYTES);
                U8 y = devices.getLast().u8(BYTES);
                Stream stream = devices.getFirst().stream()) {
            faults.failNth(Point.COPY, 2, () -> new IllegalStateException("planned: engine fault"));
            stream.copy(x, y).launch(Range.of(1), i -> {});
            assertThatThrownBy(() -> stream.await(LIMIT))
                    .isInstanceOf(HeadraceException.class)
                    .hasStackTraceContaining("engine fault");
            assertThat(devices.getFirst().copyCounters().failed()).isEqualTo(1);
            finish(stream.copy(x, y));
        }
    }

    @Test
    void aRecordingHasCopiesToAPeerButNoneThatIsStaged() throws InterruptedException {
        List<Device> reached = peers();
        byte[] back = new byte[10];
        try (U8 x = reached.getFirst().u8(10);
                U8 y = reached.getLast().u8(10);
                Stream stream = reached.getFirst().stream();
                Stream other = reached.getLast().stream()) {
            Recording recording = reached.getFirst()
                    .record(recorder -> recorder.fillBytes(x, (byte) 6).copy(x, y));
            finish(stream.replay(recording));
            finish(other.copy(y, back));
        }
        assertThat(back).containsOnly(6);
        closeAllHandles();
        List<Device> devices = strangers();
        try (U8 x = devices.getFirst().u8(10);
                U8 y = devices.getLast().u8(10)) {
            assertThatThrownBy(() -> devices.getFirst().record(recorder -> recorder.copy(x, y)))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("staged through the host");
        }
    }

    @Test
    void aStreamOfNeitherDeviceRefusesTheCopy() {
        List<Device> devices = open(PlainDriver.peers(), new InlineDriver(new AtomicInteger()));
        try (Buffer x = devices.get(0).buffer(10);
                Buffer y = devices.get(1).buffer(10);
                Stream stream = devices.get(2).stream()) {
            assertThatThrownBy(() -> stream.copy(x, y))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("belongs to another device");
        }
    }
}
