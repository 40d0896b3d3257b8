package io.headrace.sim.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.CopyRecord;
import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.Trace;
import io.headrace.config.Knob;
import io.headrace.copy.CopyRoute;
import io.headrace.copy.Direction;
import io.headrace.error.HeadraceException;
import io.headrace.topology.LinkField;
import io.headrace.topology.Topology;
import io.headrace.trace.OperationRecord;
import io.headrace.trace.TraceSink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The runtime on devices in virtual time. */
@Timeout(60)
class SimDriverTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final StreamOptions PROFILED = StreamOptions.defaults().withProfiling();

    /** A millisecond over the host link of 32 GB/s, or half of one by an engine alone. */
    private static final int BYTES = 32_000_000;

    private static final long MILLISECOND = 1_000_000;

    private SimDriver driver = new SimDriver(oneGpu().topology(), Assumptions.DEFAULT);
    private @Nullable Headrace headrace;

    private static Machines oneGpu() {
        return new Machines().cpu(0).gpu(1, 2, 0, 8).both(0, 1, true, Machines.PCIE, 32_000);
    }

    private List<Device> open(Topology topology, HeadraceOptions options) {
        return open(topology, options, Assumptions.DEFAULT);
    }

    private List<Device> open(Topology topology, HeadraceOptions options, Assumptions assumptions) {
        driver = new SimDriver(topology, assumptions);
        Headrace opened = Headrace.open(options.drivers(driver));
        headrace = opened;
        return opened.devices();
    }

    private List<Device> open(Topology topology) {
        return open(topology, HeadraceOptions.defaults().with(Knob.COPY_THRESHOLD, 0));
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

    private static long nanos(Stream stream) {
        CopyRecord last = stream.lastCopy().orElseThrow();
        return last.endNanos() - last.startNanos();
    }

    private static MemorySegment memory(int bytes) {
        return MemorySegment.ofArray(new byte[bytes]);
    }

    @Test
    void aTraceIsInVirtualTime() throws InterruptedException {
        Device device = open(oneGpu().topology()).getFirst();
        List<OperationRecord> records = new ArrayList<>();
        try (Buffer x = device.buffer(BYTES);
                Stream stream = device.stream(PROFILED)) {
            try (Trace trace = Objects.requireNonNull(headrace).trace(into(records))) {
                finish(stream.copy(memory(BYTES), x));
            }
            assertThat(records).hasSize(1);
            OperationRecord record = records.getFirst();
            assertThat(record.endedNanos() - record.startedNanos())
                    .isEqualTo(nanos(stream))
                    .isGreaterThanOrEqualTo(MILLISECOND);
            assertThat(record.queue()).startsWith("engine ");
        }
    }

    private static TraceSink into(List<OperationRecord> records) {
        return new TraceSink() {
            @Override
            public void record(OperationRecord operation) {
                records.add(operation);
            }

            @Override
            public void dropped(long count) {
                throw new AssertionError("dropped=" + count);
            }
        };
    }

    @Test
    void aCopyMovesItsBytesAndTakesTheLinksLatencyAndBandwidth() throws InterruptedException {
        Device device =
                open(oneGpu().set(0, 1, LinkField.MIN_LATENCY, 700).topology()).getFirst();
        byte[] bytes = new byte[BYTES];
        byte[] back = new byte[BYTES];
        RandomGenerator.of("L64X128MixRandom").nextBytes(bytes);
        try (Buffer x = device.buffer(BYTES);
                Stream stream = device.stream(PROFILED)) {
            finish(stream.copy(MemorySegment.ofArray(bytes), x));
            assertThat(nanos(stream)).isEqualTo(MILLISECOND + 700);
            finish(stream.copy(x, MemorySegment.ofArray(back)));
            assertThat(nanos(stream)).isEqualTo(MILLISECOND);
        }
        assertThat(back).isEqualTo(bytes);
        assertThat(driver.nanos()).isEqualTo(2 * MILLISECOND + 700);
    }

    private long upAndDownAtOnce(HeadraceOptions options) throws InterruptedException {
        Device device =
                open(oneGpu().topology(), options.with(Knob.COPY_THRESHOLD, 0)).getFirst();
        try (Buffer x = device.buffer(BYTES);
                Buffer y = device.buffer(BYTES);
                Stream up = device.stream();
                Stream down = device.stream()) {
            driver.hold();
            up.copy(memory(BYTES), x);
            down.copy(y, memory(BYTES));
            assertThat(driver.nanos()).isZero();
            driver.release();
            finish(up);
            finish(down);
        }
        return driver.nanos();
    }

    @Test
    void oppositeDirectionsRunAtOnceByTwoEngines() throws InterruptedException {
        assertThat(upAndDownAtOnce(HeadraceOptions.defaults())).isEqualTo(MILLISECOND);
    }

    @Test
    void byOneEngineTheyRunOneAfterTheOther() throws InterruptedException {
        assertThat(upAndDownAtOnce(HeadraceOptions.defaults().with(Knob.EXCLUDED_ENGINES, "1")))
                .isEqualTo(2 * MILLISECOND);
    }

    @Test
    void linkedDevicesCopyStraightToEachOther() throws InterruptedException {
        List<Device> devices = open(Machines.hive(2, 6).topology());
        byte[] back = new byte[BYTES];
        try (Buffer x = devices.getFirst().buffer(BYTES);
                Buffer y = devices.getLast().buffer(BYTES);
                Stream stream = devices.getFirst().stream(PROFILED);
                Stream other = devices.getLast().stream()) {
            finish(stream.fillBytes(x, (byte) 5).copy(x, y));
            assertThat(nanos(stream)).isEqualTo(MILLISECOND / 2);
            finish(other.copy(y, MemorySegment.ofArray(back)));
        }
        assertThat(back).containsOnly(5);
        assertThat(devices.getFirst().copyCounters().bytes(Direction.DEVICE_TO_PEER))
                .isEqualTo(BYTES);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7})
    void copiesToAPeerAreMadeByTheEngineThatIsRecommendedAndLoseNothing(int engine) throws InterruptedException {
        List<Device> devices = open(
                Machines.hive(2, 6)
                        .link(1, 2, Machines.XGMI, 64_000, 1L << engine)
                        .topology(),
                HeadraceOptions.defaults().with(Knob.COPY_THRESHOLD, 0),
                Assumptions.DEFAULT.withFarLoss(50));
        try (Buffer x = devices.getFirst().buffer(BYTES);
                Buffer y = devices.getLast().buffer(BYTES);
                Stream pushing = devices.getFirst().stream(PROFILED);
                Stream fetching = devices.getLast().stream(PROFILED)) {
            finish(pushing.copy(x, y));
            assertThat(pushing.lastCopy().orElseThrow().engine()).isEqualTo(engine);
            assertThat(nanos(pushing)).isEqualTo(MILLISECOND / 2);
            // Recommended are engines of the GPU at which the link starts: nothing is said of the other's.
            finish(fetching.copy(x, y));
            assertThat(nanos(fetching)).isEqualTo(MILLISECOND / 2);
        }
    }

    @Test
    void devicesWithoutALinkCopyThroughTheHost() throws InterruptedException {
        List<Device> devices = open(
                oneGpu().gpu(2, 2, 0, 8).both(0, 2, true, Machines.PCIE, 32_000).topology());
        byte[] back = new byte[BYTES];
        try (Buffer x = devices.getFirst().buffer(BYTES);
                Buffer y = devices.getLast().buffer(BYTES);
                Stream stream = devices.getFirst().stream(PROFILED);
                Stream other = devices.getLast().stream()) {
            finish(stream.fillBytes(x, (byte) 6).copy(x, y));
            assertThat(stream.lastCopy().orElseThrow().route()).isEqualTo(CopyRoute.Kind.STAGED);
            assertThat(driver.nanos()).isGreaterThanOrEqualTo(MILLISECOND);
            finish(other.copy(y, MemorySegment.ofArray(back)));
        }
        assertThat(back).containsOnly(6);
    }

    private List<Long> times(long seed) throws InterruptedException {
        SplittableRandom choice = new SplittableRandom(seed);
        Device device = open(oneGpu().topology()).getFirst();
        List<Stream> streams = new ArrayList<>();
        try (Buffer x = device.buffer(100_000)) {
            driver.hold();
            for (int i = 0; i < 6; i++) {
                Stream stream = device.stream(PROFILED);
                streams.add(stream);
                for (int j = 0; j < 10; j++) {
                    int bytes = 1 + choice.nextInt(100_000);
                    switch (i % 3) {
                        case 0 -> stream.copy(memory(bytes), x.slice(0, bytes));
                        case 1 -> stream.copy(x.slice(0, bytes), memory(bytes));
                        default -> stream.fillBytes(x.slice(0, bytes), (byte) i);
                    }
                }
            }
            driver.release();
            List<Long> times = new ArrayList<>();
            for (Stream stream : streams) {
                finish(stream);
                times.add(nanos(stream));
                stream.close();
            }
            times.add(driver.nanos());
            return times;
        } finally {
            close();
        }
    }

    @Test
    void whatIsPutInQueuesOnAHeldClockTakesTheSameTimesEachTime() throws InterruptedException {
        long seed = System.nanoTime();
        System.out.println("whatIsPutInQueuesOnAHeldClockTakesTheSameTimesEachTime seed=" + seed);
        List<Long> first = times(seed);
        for (int i = 0; i < 10; i++) {
            assertThat(times(seed)).isEqualTo(first);
        }
    }

    @Test
    void aRingThatIsFullGoesOnAndTheTimesAddUp() throws InterruptedException {
        Device device = open(
                        oneGpu().topology(),
                        HeadraceOptions.defaults().with(Knob.COPY_THRESHOLD, 0).with(Knob.QUEUE_SIZE, 4))
                .getFirst();
        try (Buffer x = device.buffer(32_000);
                Stream stream = device.stream()) {
            for (int i = 0; i < 300; i++) {
                stream.copy(memory(32_000), x);
            }
            finish(stream);
        }
        assertThat(driver.nanos()).isEqualTo(300 * 1_000);
    }

    @Test
    void memoryThatGoesMeanwhileFailsTheStreamAtTheCopysEnd() throws InterruptedException {
        Device device = open(oneGpu().topology()).getFirst();
        try (Buffer x = device.buffer(BYTES);
                Stream stream = device.stream()) {
            driver.hold();
            try (Arena arena = Arena.ofShared()) {
                stream.copy(x, arena.allocate(BYTES));
            }
            driver.release();
            assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(HeadraceException.class);
            assertThat(device.copyCounters().failed()).isEqualTo(1);
        }
    }
}
