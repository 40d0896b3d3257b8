package io.headrace.sim.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.CopyCounters;
import io.headrace.CopyRecord;
import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.config.Knob;
import io.headrace.config.Settings;
import io.headrace.copy.CopyRoute;
import io.headrace.error.HeadraceException;
import io.headrace.error.HeadraceTimeoutException;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;
import io.headrace.signal.Condition;
import io.headrace.signal.DeviceClock;
import io.headrace.signal.Signal;
import io.headrace.signal.Timestamps;
import io.headrace.spi.Command;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Packet;
import io.headrace.topology.Topology;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The clocks: times of operations are virtual, bounds of waits are not. */
@Timeout(60)
class SimTimesTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final StreamOptions PROFILED = StreamOptions.defaults().withProfiling();

    /** A millisecond over the host link. */
    private static final int BYTES = 32_000_000;

    private static final long MILLISECOND = 1_000_000;

    private final SimDriver driver = new SimDriver(twoGpus(), Assumptions.DEFAULT);
    private @Nullable Headrace headrace;

    private static Topology twoGpus() {
        return new Machines()
                .cpu(0)
                .gpu(1, 2, 0, 8)
                .gpu(2, 2, 0, 8)
                .both(0, 1, true, Machines.PCIE, 32_000)
                .both(0, 2, true, Machines.PCIE, 32_000)
                .topology();
    }

    private List<Device> open(HeadraceOptions options) {
        Headrace opened = Headrace.open(options.with(Knob.COPY_THRESHOLD, 0).drivers(driver));
        headrace = opened;
        return opened.devices();
    }

    private Device device() {
        return open(HeadraceOptions.defaults()).getFirst();
    }

    @AfterEach
    void close() {
        driver.release();
        if (headrace != null) {
            headrace.close();
        }
    }

    private static void finish(Stream stream) throws InterruptedException {
        assertThat(stream.await(LIMIT)).isTrue();
    }

    private static MemorySegment memory() {
        return MemorySegment.ofArray(new byte[BYTES]);
    }

    @Test
    void theDevicesClockIsTheVirtualOneAndNeverShowsZero() throws InterruptedException {
        List<Device> devices = open(HeadraceOptions.defaults());
        Device device = devices.getFirst();
        assertThat(device.time()).isSameAs(devices.getLast().time());
        assertThat(device.time().nanos()).isEqualTo(1);
        try (Stream stream = device.stream()) {
            finish(stream.launch(Range.of(500), i -> {}));
        }
        assertThat(device.time().nanos()).isEqualTo(501);
        assertThat(driver.nanos()).isEqualTo(500);
    }

    @Test
    void eventsTellVirtualTime() throws InterruptedException {
        Device device = device();
        Event begin = device.event();
        Event middle = device.event();
        Event end = device.event();
        try (Buffer x = device.buffer(BYTES);
                Stream stream = device.stream()) {
            finish(stream.record(begin)
                    .copy(memory(), x)
                    .record(middle)
                    .launch(Range.of(7), i -> {})
                    .record(end));
        }
        assertThat(middle.elapsedNanosSince(begin)).isEqualTo(MILLISECOND);
        assertThat(end.elapsedNanosSince(middle)).isEqualTo(7);
    }

    @Test
    void signalsOfProfiledStreamsTellVirtualTime() throws InterruptedException {
        Device device = device();
        try (Signal kernel = device.signal(0);
                Signal copy = device.signal(0);
                Buffer x = device.buffer(BYTES);
                Stream stream = device.stream(PROFILED)) {
            finish(stream.launch(Range.of(5), i -> {})
                    .set(kernel, 1)
                    .copy(memory(), x)
                    .set(copy, 1));
            Timestamps ran = kernel.dispatchTimes(device.clock()).orElseThrow();
            assertThat(ran.startNanos()).isEqualTo(1);
            assertThat(ran.endNanos()).isEqualTo(6);
            Timestamps moved = copy.copyTimes(DeviceClock.host()).orElseThrow();
            assertThat(moved.startNanos()).isEqualTo(6);
            assertThat(moved.durationNanos()).isEqualTo(MILLISECOND);
        }
    }

    @Test
    void recordsAndCountersOfStagedCopiesTellVirtualTime() throws InterruptedException {
        List<Device> devices = open(HeadraceOptions.defaults().with(Knob.MAX_ASYNC_COPY_BYTES, 1 << 26));
        try (Buffer x = devices.getFirst().buffer(BYTES);
                Buffer y = devices.getLast().buffer(BYTES);
                Stream stream = devices.getFirst().stream(PROFILED)) {
            finish(stream.copy(x, y));
            CopyRecord copy = stream.lastCopy().orElseThrow();
            assertThat(copy.route()).isEqualTo(CopyRoute.Kind.STAGED);
            assertThat(copy.startNanos()).isEqualTo(1);
            assertThat(copy.endNanos()).isEqualTo(1 + 2 * MILLISECOND);
        }
        assertThat(devices.stream()
                        .flatMap(device -> device.copyCounters().entries().stream())
                        .mapToLong(CopyCounters.Entry::nanos)
                        .sum())
                .isEqualTo(2 * MILLISECOND);
    }

    @Test
    void waitsWithATimeoutEndThoughVirtualTimeStandsStill() throws InterruptedException {
        Device device = device();
        driver.hold();
        Event event = device.event();
        try (Signal signal = device.signal(0);
                Buffer x = device.buffer(BYTES);
                Stream stream = device.stream()) {
            stream.copy(memory(), x).record(event).set(signal, 1);
            assertThat(stream.await(SHORT)).isFalse();
            assertThat(event.await(SHORT)).isFalse();
            assertThat(signal.await(Condition.EQ, 1, SHORT)).isFalse();
            assertThat(driver.nanos()).isZero();
            driver.release();
            finish(stream);
            assertThat(event.await(LIMIT)).isTrue();
            assertThat(signal.await(Condition.EQ, 1, LIMIT)).isTrue();
        }
        assertThat(driver.nanos()).isEqualTo(MILLISECOND);
    }

    @Test
    void aCallerWithATimeoutGivesUpOnARingThatVirtualTimeDoesNotEmpty() throws InterruptedException {
        Device device =
                open(HeadraceOptions.defaults().with(Knob.QUEUE_SIZE, 4)).getFirst();
        driver.hold();
        try (Stream stream = device.stream(StreamOptions.defaults().withTimeout(SHORT))) {
            for (int i = 0; i < 4; i++) {
                stream.launch(Range.of(1), k -> {});
            }
            assertThatThrownBy(() -> stream.launch(Range.of(1), k -> {})).isInstanceOf(HeadraceTimeoutException.class);
            driver.release();
            finish(stream);
        }
        assertThat(driver.nanos()).as("the fifth was not enqueued").isEqualTo(4);
    }

    @Test
    void theCloseOfTheRuntimeGivesUpOnAHeldClockInItsOwnTime() {
        Device device =
                open(HeadraceOptions.defaults().with(Knob.CLOSE_TIMEOUT, 0)).getFirst();
        driver.hold();
        Stream stream = device.stream().launch(Range.of(1), k -> {});
        stream.close();
        Headrace opened = Objects.requireNonNull(headrace);
        headrace = null;
        assertThatThrownBy(opened::close).isInstanceOf(HeadraceException.class);
    }

    /** A packet that says when it has ended. */
    private static final class Probe extends Packet {

        private final Command command;
        private final CountDownLatch ended = new CountDownLatch(1);

        Probe(Command command) {
            this.command = command;
        }

        @Override
        public Command command() {
            return command;
        }

        @Override
        public boolean begin() {
            return true;
        }

        @Override
        public void end(@Nullable Throwable failure, @Nullable Packet next) {
            ended.countDown();
        }
    }

    @Test
    void whatIsInAQueueThatIsClosedRunsOnAHeldClockWhichIsStillAgainAfterIt() throws InterruptedException {
        List<DriverDevice> devices = driver.open(new DriverEnvironment(Settings.defaults()));
        DriverDevice device = devices.getFirst();
        Kernel1D kernel = i -> {};
        Command launch = new Command.Launch(device.prepare(kernel), kernel, Range.of(10));
        DriverQueue empty = device.createQueue(0, 4);
        DriverQueue busy = device.createQueue(1, 4);
        DriverQueue open = device.createQueue(2, 4);
        driver.hold();
        empty.close();
        Probe first = new Probe(launch);
        busy.offer(first);
        assertThat(first.ended.await(50, TimeUnit.MILLISECONDS)).isFalse();
        busy.close();
        busy.close();
        assertThat(first.ended.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        Probe second = new Probe(launch);
        open.offer(second);
        assertThat(second.ended.await(50, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(driver.nanos()).isEqualTo(10);
        driver.release();
        assertThat(second.ended.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        open.close();
        devices.forEach(DriverDevice::close);
    }
}
