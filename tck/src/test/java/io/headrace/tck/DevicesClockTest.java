package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Buffer;
import io.headrace.CopyRecord;
import io.headrace.Device;
import io.headrace.DriverReport;
import io.headrace.Event;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.config.Knob;
import io.headrace.config.TimeSource;
import io.headrace.copy.CopyRoute;
import io.headrace.kernel.Range;
import io.headrace.signal.DeviceClock;
import io.headrace.signal.Signal;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The runtime on devices with a clock that somebody else turns. */
@Timeout(60)
class DevicesClockTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final StreamOptions PROFILED = StreamOptions.defaults().withProfiling();

    private final AtomicLong now = new AtomicLong(100);
    private @Nullable Headrace headrace;

    private List<Device> open(HeadraceOptions options) {
        headrace = Headrace.open(options.drivers(PlainDriver.ofClock(now::get)));
        return headrace.devices();
    }

    private Device device() {
        return open(HeadraceOptions.defaults()).getFirst();
    }

    @AfterEach
    void close() {
        if (headrace != null) {
            headrace.close();
        }
    }

    private static void finish(Stream stream) throws InterruptedException {
        assertThat(stream.await(LIMIT)).isTrue();
    }

    @Test
    void eventsAndSignalsHaveItsTimes() throws InterruptedException {
        Device device = device();
        assertThat(device.time().nanos()).isEqualTo(100);
        Event begin = device.event();
        Event middle = device.event();
        Event end = device.event();
        try (Signal signal = device.signal(0);
                Stream stream = device.stream(PROFILED)) {
            finish(stream.record(begin)
                    .launch(Range.of(1), i -> now.addAndGet(7))
                    .set(signal, 1)
                    .record(middle)
                    .hostCall(() -> now.addAndGet(1_000_000))
                    .record(end));
            assertThat(middle.elapsedNanosSince(begin)).isEqualTo(7);
            assertThat(end.elapsedNanosSince(middle)).isEqualTo(1_000_000);
            var times = signal.dispatchTimes(DeviceClock.host()).orElseThrow();
            assertThat(times.startNanos()).isEqualTo(100);
            assertThat(times.endNanos()).isEqualTo(107);
        }
    }

    @Test
    void recordsOfDirectSplitAndStagedCopiesHaveItsTimes() throws InterruptedException {
        List<Device> devices = open(HeadraceOptions.defaults()
                .with(Knob.COPY_THRESHOLD, 0)
                .with(Knob.COPY_SPLIT_BYTES, 1)
                .with(Knob.COPY_SPLIT_SINGLE, true));
        MemorySegment bytes = MemorySegment.ofArray(new byte[10_000]);
        try (Buffer x = devices.getFirst().buffer(10_000);
                Buffer y = devices.getLast().buffer(10_000);
                Stream stream = devices.getFirst().stream(PROFILED)) {
            finish(stream.copy(bytes, x));
            assertTimes(stream, CopyRoute.Kind.DIRECT, 100);
            now.set(200);
            finish(stream.copy(x, y));
            assertTimes(stream, CopyRoute.Kind.STAGED, 200);
            now.set(300);
            finish(stream.fillBytes(x, (byte) 1));
            assertThat(stream.lastCopy().orElseThrow().startNanos()).isEqualTo(300);
        }
    }

    private static void assertTimes(Stream stream, CopyRoute.Kind route, long nanos) {
        CopyRecord copy = stream.lastCopy().orElseThrow();
        assertThat(copy.route()).isEqualTo(route);
        assertThat(copy.startNanos()).isEqualTo(nanos);
        assertThat(copy.endNanos()).isEqualTo(nanos);
    }

    @Test
    void aWaitWithATimeoutEndsThoughItStandsStill() throws InterruptedException {
        Device device = device();
        Gate gate = new Gate();
        try (Stream stream = device.stream()) {
            gate.hold(stream);
            assertThat(stream.await(Duration.ofMillis(20))).isFalse();
            gate.open();
            finish(stream);
        }
        assertThat(now).hasValue(100);
    }

    @Test
    void devicesOfTwoClocksAreNotUsedTogether() {
        TimeSource other = () -> 5;
        HeadraceOptions options =
                HeadraceOptions.defaults().drivers(PlainDriver.ofClock(now::get), PlainDriver.ofClock(other));
        try (Headrace opened = Headrace.open(options)) {
            assertThat(opened.devices())
                    .hasSize(2)
                    .allMatch(device -> device.time().nanos() == 100);
            assertThat(opened.drivers()).extracting(DriverReport::usable).containsExactly(true, false);
            assertThat(opened.drivers().getLast().reason()).contains("clock", "plain:0");
        }
    }
}
