package io.headrace.sim.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Event;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.I32;
import io.headrace.I64;
import io.headrace.Recording;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.error.HeadraceException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.Range;
import io.headrace.kernel.Source;
import io.headrace.spi.QueuePriority;
import io.headrace.topology.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kernels on devices in virtual time. */
@Timeout(60)
class SimKernelsTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** 64 bytes take an engine a nanosecond. */
    private static final int BYTES_PER_NANO = 64;

    private SimDriver driver = new SimDriver(oneGpu(), Assumptions.DEFAULT);
    private @Nullable Headrace headrace;

    private static Topology oneGpu() {
        return new Machines()
                .cpu(0)
                .gpu(1, 2, 0, 8)
                .both(0, 1, true, Machines.PCIE, 64_000)
                .topology();
    }

    private Device open(Assumptions assumptions) {
        driver = new SimDriver(oneGpu(), assumptions);
        Headrace opened = Headrace.open(HeadraceOptions.defaults().drivers(driver));
        headrace = opened;
        return opened.device();
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
    void aKernelRunsItsItemsAndTakesTheTimeThatIsAssumedOfThem() throws InterruptedException {
        Device device = open(Assumptions.DEFAULT.withKernels(3_000_000_000L, 1));
        int[] back = new int[1_000];
        try (I32 x = device.i32(back.length);
                Stream stream = device.stream()) {
            finish(stream.launch(Range.of(back.length), i -> x.set(i, (int) (i * i))));
            assertThat(driver.nanos()).as("rounded up").isEqualTo(334);
            finish(stream.copy(x, back));
        }
        for (int i = 0; i < back.length; i++) {
            assertThat(back[i]).isEqualTo(i * i);
        }
    }

    @Test
    void anEmptyRangeTakesNoTime() throws InterruptedException {
        Device device = open(Assumptions.DEFAULT);
        try (Stream stream = device.stream()) {
            finish(stream.launch(Range.of(0), i -> {}));
        }
        assertThat(driver.nanos()).isZero();
    }

    @Test
    void theItemsOfGroupsCountAndTheBlocksOfAReduction() throws InterruptedException {
        Device device = open(Assumptions.DEFAULT);
        long[] sum = new long[1];
        try (I32 x = device.i32(10_000);
                I64 result = device.i64(1);
                Stream stream = device.stream()) {
            finish(stream.launch(
                    Range.of(10_000).group(64), group -> group.forEach(i -> x.set(group.globalX(i), group.size()))));
            assertThat(driver.nanos()).isEqualTo(10_000);
            finish(stream.sum(x, result));
            assertThat(driver.nanos()).isEqualTo(10_003);
            finish(stream.copy(result, sum));
        }
        assertThat(sum[0]).isEqualTo(156 * 64 * 64 + 16 * 16);
    }

    /** When kernels of so many items, each in a stream of its own and begun at one moment, have all ended. */
    private long together(int kernelsAtOnce, int... items) throws InterruptedException {
        Device device = open(Assumptions.DEFAULT.withKernels(1_000_000_000, kernelsAtOnce));
        driver.hold();
        List<Stream> streams = new ArrayList<>();
        for (int count : items) {
            streams.add(device.stream().launch(Range.of(count), i -> {}));
        }
        driver.release();
        for (Stream stream : streams) {
            finish(stream);
            stream.close();
        }
        return driver.nanos();
    }

    @Test
    void kernelsOfDifferentQueuesTakeTurns() throws InterruptedException {
        assertThat(together(1, 700, 500, 100)).isEqualTo(1_300);
    }

    @Test
    void soManyAtATimeAsAreAssumedRunTogether() throws InterruptedException {
        assertThat(together(2, 700, 500, 100)).isEqualTo(700);
    }

    @Test
    void theEarlierOfTwoPlacesGoesToTheNextInLine() throws InterruptedException {
        assertThat(together(2, 700, 500, 300)).isEqualTo(800);
    }

    @Test
    void kernelsOfHigherPriorityComeFirst() throws InterruptedException {
        Device device = open(Assumptions.DEFAULT);
        driver.hold();
        Stream running = device.stream().launch(Range.of(1_000), i -> {});
        List<Stream> streams = new ArrayList<>();
        List<Event> ends = new ArrayList<>();
        for (QueuePriority priority : QueuePriority.values()) { // the lowest first
            Event end = device.event();
            ends.add(end);
            streams.add(device.stream(StreamOptions.defaults().withPriority(priority))
                    .launch(Range.of(1_000), i -> {})
                    .record(end));
        }
        driver.release();
        for (Stream stream : streams) {
            finish(stream);
            stream.close();
        }
        finish(running);
        running.close();
        assertThat(ends.get(0).elapsedNanosSince(ends.get(1)))
                .as("low after normal")
                .isEqualTo(1_000);
        assertThat(ends.get(1).elapsedNanosSince(ends.get(2)))
                .as("normal after high")
                .isEqualTo(1_000);
        assertThat(driver.nanos()).isEqualTo(4_000);
    }

    @Test
    void aRowOfKernelsOfHighPriorityLetsNoOtherInBetween() throws InterruptedException {
        Device device = open(Assumptions.DEFAULT);
        Event first = device.event();
        Event last = device.event();
        Event end = device.event();
        try (Stream low = device.stream(StreamOptions.defaults().withPriority(QueuePriority.LOW));
                Stream high = device.stream(StreamOptions.defaults().withPriority(QueuePriority.HIGH))) {
            driver.hold();
            low.launch(Range.of(100), i -> {}).launch(Range.of(100), i -> {}).record(end);
            high.launch(Range.of(10), i -> {}).record(first);
            high.launch(Range.of(10), i -> {}).launch(Range.of(10), i -> {}).record(last);
            driver.release();
            finish(low);
            finish(high);
        }
        assertThat(last.elapsedNanosSince(first)).isEqualTo(20);
        assertThat(end.elapsedNanosSince(last)).isEqualTo(100);
    }

    @Test
    void aStreamOfItsOwnQueueTakesItsTimes() throws InterruptedException {
        Device device = open(Assumptions.DEFAULT);
        try (Stream own = device.stream(StreamOptions.defaults().withExclusiveQueue())) {
            finish(own.launch(Range.of(70), i -> {}));
        }
        driver.hold();
        try (Stream stream = device.stream()) {
            stream.launch(Range.of(30), i -> {});
            assertThat(stream.await(Duration.ofMillis(50))).isFalse();
            assertThat(driver.nanos()).isEqualTo(70);
            driver.release();
            finish(stream);
        }
        assertThat(driver.nanos()).isEqualTo(100);
    }

    @Test
    void aRecordingTakesTheTimesOfAllThatIsInIt() throws InterruptedException {
        Device device = open(Assumptions.DEFAULT);
        int[] back = new int[16 * BYTES_PER_NANO / Integer.BYTES];
        try (I32 x = device.i32(back.length);
                I32 y = device.i32(back.length);
                Stream stream = device.stream()) {
            Recording recording = device.record(recorder -> recorder.fill(x, 5)
                    .launch(Range.of(back.length), i -> x.set(i, x.get(i) + (int) i))
                    .copy(x, y));
            for (int round = 1; round <= 3; round++) {
                finish(stream.replay(recording));
                assertThat(driver.nanos()).isEqualTo(round * (16L + back.length + 16));
            }
            finish(stream.copy(y, back));
        }
        for (int i = 0; i < back.length; i++) {
            assertThat(back[i]).isEqualTo(5 + i);
        }
    }

    @Test
    void aKernelThatFailsTakesItsTimeAndFailsItsStreamAlone() throws InterruptedException {
        Device device = open(Assumptions.DEFAULT);
        AtomicInteger ran = new AtomicInteger();
        try (Stream bad = device.stream();
                Stream good = device.stream()) {
            bad.launch(Range.of(100), i -> {
                        if (i == 3) {
                            throw new IllegalStateException("thrown on purpose by a test");
                        }
                    })
                    .launch(Range.of(1), i -> ran.incrementAndGet());
            assertThatThrownBy(() -> bad.await(LIMIT)).isInstanceOf(HeadraceException.class);
            assertThat(ran).hasValue(0);
            assertThat(driver.nanos()).isEqualTo(100);
            finish(good.launch(Range.of(1), i -> ran.incrementAndGet()));
            assertThat(ran).hasValue(1);
        }
    }

    @Test
    void aKernelThatWaitsForOthersHoldsUpNeitherThemNorTheClock() throws InterruptedException {
        Device device = open(Assumptions.DEFAULT);
        CountDownLatch gate = new CountDownLatch(1);
        AtomicBoolean passed = new AtomicBoolean();
        try (Stream waiting = device.stream();
                Stream other = device.stream()) {
            waiting.launch(Range.of(1), i -> passed.set(await(gate)));
            finish(other.launch(Range.of(500), i -> {}));
            assertThat(driver.nanos()).isEqualTo(500);
            assertThat(waiting.isDone()).isFalse();
            gate.countDown();
            finish(waiting);
            assertThat(passed).isTrue();
            assertThat(driver.nanos())
                    .as("it ends when it was let go, and no later")
                    .isEqualTo(500);
        }
    }

    private static boolean await(CountDownLatch gate) {
        try {
            return gate.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void soDoesOneThatWaitsByComputing() throws InterruptedException {
        Device device = open(Assumptions.DEFAULT);
        AtomicBoolean go = new AtomicBoolean();
        long deadline = System.nanoTime() + LIMIT.toNanos();
        try (Stream waiting = device.stream();
                Stream other = device.stream()) {
            waiting.launch(Range.of(1), i -> {
                while (!go.get() && System.nanoTime() - deadline < 0) {
                    Thread.onSpinWait();
                }
            });
            finish(other.launch(Range.of(500), i -> go.set(true)));
            finish(waiting);
        }
        assertThat(go).isTrue();
        assertThat(System.nanoTime() - deadline).isNegative();
    }

    @Test
    void aKernelOfCenturiesIsRefusedAndTheDeviceGoesOn() throws InterruptedException {
        Device device = open(Assumptions.DEFAULT.withKernels(1, 1));
        AtomicInteger ran = new AtomicInteger();
        try (Stream stream = device.stream()) {
            stream.launch(Range.of(10_000_000_000L), i -> ran.incrementAndGet());
            assertThatThrownBy(() -> stream.await(LIMIT)).hasStackTraceContaining("146 years");
            assertThat(ran).hasValue(0);
            finish(stream.launch(Range.of(2), i -> ran.incrementAndGet()));
        }
        assertThat(ran).hasValue(2);
        assertThat(driver.nanos()).isEqualTo(2_000_000_000);
    }

    @Test
    void sourceKernelsAreRefused() {
        Device device = open(Assumptions.DEFAULT);
        assertThatThrownBy(() -> device.compile(Source.cudaC("extern \"C\" __global__ void empty() {}")))
                .isInstanceOf(UnsupportedFeatureException.class)
                .hasMessageContaining("no source kernels");
    }

    /** All of it goes to the streams' own queues, so that none of it is handed over by another thread. */
    private List<Long> times(long seed) throws InterruptedException {
        SplittableRandom choice = new SplittableRandom(seed);
        Device device = open(Assumptions.DEFAULT.withKernels(1_000_000_000, 1 + choice.nextInt(3)));
        List<Stream> streams = new ArrayList<>();
        List<Event> events = new ArrayList<>();
        try (Buffer x = device.buffer(100_000)) {
            Event begin = device.event();
            finish(device.stream().record(begin));
            driver.hold();
            for (int i = 0; i < 6; i++) {
                Stream stream =
                        device.stream(StreamOptions.defaults().withPriority(QueuePriority.values()[choice.nextInt(3)]));
                streams.add(stream);
                for (int j = 0; j < 10; j++) {
                    int amount = 1 + choice.nextInt(1_000);
                    switch (choice.nextInt(4)) {
                        case 0 -> stream.copy(x.slice(0, amount), x.slice(50_000, amount));
                        case 1 -> stream.fillBytes(x.slice(0, amount), (byte) i);
                        default -> stream.launch(Range.of(amount), k -> {});
                    }
                    Event event = device.event();
                    events.add(event);
                    stream.record(event);
                }
            }
            driver.release();
            for (Stream stream : streams) {
                finish(stream);
                stream.close();
            }
            return events.stream().map(event -> event.elapsedNanosSince(begin)).toList();
        } finally {
            close();
        }
    }

    @Test
    void whatIsPutInQueuesOnAHeldClockTakesTheSameTimesEachTime() throws InterruptedException {
        long seed = System.nanoTime();
        System.out.println("whatIsPutInQueuesOnAHeldClockTakesTheSameTimesEachTime seed=" + seed);
        List<Long> first = times(seed);
        assertThat(first.getLast()).isPositive();
        for (int i = 0; i < 10; i++) {
            assertThat(times(seed)).as("seed=" + seed).isEqualTo(first);
        }
    }
}
