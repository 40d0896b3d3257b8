package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.config.Settings;
import io.headrace.error.KernelException;
import io.headrace.kernel.JavaKernel;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Kernel2D;
import io.headrace.kernel.Kernel3D;
import io.headrace.kernel.Range;
import io.headrace.spi.DriverQueue;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelTest {

    private final HostDevice device = new HostDevice(Settings.defaults());
    private final DriverQueue queue = device.createQueue(0, 8);

    @AfterEach
    void close() {
        queue.close();
        device.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 63, 64, 65, 1_000, 65_535, 65_536, 65_537, 1_000_003})
    void eachItemOfOneDimensionRunsOnce(long x) throws Exception {
        AtomicIntegerArray runs = new AtomicIntegerArray((int) x);
        Kernel1D kernel = i -> runs.getAndIncrement((int) i);
        for (int round = 1; round <= 3; round++) {
            Commands.launch(x, kernel).offerTo(queue).succeeds();
            assertAllAre(round, runs);
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1", "1,7", "7,1", "256,256", "3,100000", "100000,3", "65537,2", "1013,997"})
    void eachItemOfTwoDimensionsRunsOnce(long x, long y) throws Exception {
        AtomicIntegerArray runs = new AtomicIntegerArray((int) (x * y));
        for (int round = 1; round <= 3; round++) {
            Commands.launch(Range.of(x, y), (i, j) -> runs.getAndIncrement((int) (checked(i, x) + x * checked(j, y))))
                    .offerTo(queue)
                    .succeeds();
            assertAllAre(round, runs);
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1,1", "2,3,5", "1,1,300000", "1,300000,1", "300000,1,1", "101,103,107", "64,64,64"})
    void eachItemOfThreeDimensionsRunsOnce(long x, long y, long z) throws Exception {
        AtomicIntegerArray runs = new AtomicIntegerArray((int) (x * y * z));
        for (int round = 1; round <= 3; round++) {
            Commands.launch(
                            Range.of(x, y, z),
                            (i, j, k) -> runs.getAndIncrement(
                                    (int) (checked(i, x) + x * (checked(j, y) + y * checked(k, z)))))
                    .offerTo(queue)
                    .succeeds();
            assertAllAre(round, runs);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 99_999, 2_999_999})
    void anExceptionCarriesTheItemsIndexInOneDimension(long bad) throws Exception {
        for (int round = 0; round < 3; round++) {
            TestPacket packet =
                    Commands.launch(3_000_000, x -> failIf(x == bad)).offerTo(queue);
            assertItem(packet, bad, 0, 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1012,996", "17,500", "0,3"})
    void anExceptionCarriesTheItemsIndexInTwoDimensions(long badX, long badY) throws Exception {
        TestPacket packet = Commands.launch(Range.of(1013, 997), (x, y) -> failIf(x == badX && y == badY))
                .offerTo(queue);
        assertItem(packet, badX, badY, 0);
    }

    @ParameterizedTest
    @CsvSource({"0,0,0", "100,102,106", "17,50,3"})
    void anExceptionCarriesTheItemsIndexInThreeDimensions(long badX, long badY, long badZ) throws Exception {
        TestPacket packet = Commands.launch(
                        Range.of(101, 103, 107), (x, y, z) -> failIf(x == badX && y == badY && z == badZ))
                .offerTo(queue);
        assertItem(packet, badX, badY, badZ);
    }

    @Test
    void indicesBeyondTheIntegersAreRight() throws Exception {
        long far = 3L << 30;
        for (Range range : List.of(Range.of(far), Range.of(far, 1), Range.of(far, 1, 1), Range.of(1, far))) {
            JavaKernel kernel = beyondIntegers(range.dimensions());
            Grid grid = new Grid(range.x(), range.y(), range.z());
            KernelLoop loop = HostKernel.of(kernel).loop();
            loop.run(kernel, grid, far - 4, far - 1);
            loop.run(kernel, grid, Integer.MAX_VALUE - 2L, Integer.MAX_VALUE + 3L);
            assertThatThrownBy(() -> loop.run(kernel, grid, far - 4, far))
                    .isInstanceOfSatisfying(
                            KernelException.class,
                            e -> assertThat(Math.max(e.x(), e.y())).isEqualTo(far - 1));
        }
    }

    private static JavaKernel beyondIntegers(int dimensions) {
        long last = (3L << 30) - 1;
        return switch (dimensions) {
            case 1 -> (Kernel1D) x -> failIf(x == last || x < 0);
            case 2 -> (Kernel2D) (x, y) -> failIf(x == last || y == last || x < 0);
            default -> (Kernel3D) (x, y, z) -> failIf(x == last || x < 0 || y != 0 || z != 0);
        };
    }

    @Test
    void afterAnExceptionTheRestIsNotStartedAndTheQueueGoesOn() throws Exception {
        AtomicLong ran = new AtomicLong();
        TestPacket packet = Commands.launch(1L << 40, x -> {
                    ran.incrementAndGet();
                    failIf(x >= 1_000_000);
                })
                .offerTo(queue);
        assertThat(packet.outcome()).isInstanceOf(KernelException.class);
        assertThat(ran.get()).isLessThan(100_000_000);
        Commands.nothing().offerTo(queue).succeeds();
    }

    @Test
    void aLaunchOfFewSlowItemsIsSharedToo() throws Exception {
        if (device.info().computeUnits() < 2) {
            return;
        }
        Set<String> threads = ConcurrentHashMap.newKeySet();
        CountDownLatch two = new CountDownLatch(2);
        // The first launch tells that items are slow; later ones need a second thread to end.
        Commands.launch(8, ignored -> pause(2)).offerTo(queue).succeeds();
        TestPacket packet = Commands.launch(8, ignored -> {
                    pause(2);
                    if (threads.add(Thread.currentThread().getName())) {
                        two.countDown();
                    }
                })
                .offerTo(queue);
        packet.succeeds();
        assertThat(threads)
                .contains("headrace-host-queue-0")
                .anyMatch(name -> name.startsWith("headrace-host-worker-"));
    }

    @Test
    void launchesOfTwoQueuesThatAreSharedBothEnd() throws Exception {
        DriverQueue other = device.createQueue(1, 8);
        AtomicLong ran = new AtomicLong();
        for (int round = 0; round < 20; round++) {
            TestPacket one =
                    Commands.launch(1_000_000, ignored -> ran.incrementAndGet()).offerTo(queue);
            TestPacket two =
                    Commands.launch(1_000_000, ignored -> ran.incrementAndGet()).offerTo(other);
            one.succeeds();
            two.succeeds();
            assertThat(ran.getAndSet(0)).isEqualTo(2_000_000);
        }
        other.close();
    }

    private static long checked(long index, long size) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("index=" + index + " size=" + size);
        }
        return index;
    }

    private static void failIf(boolean bad) {
        if (bad) {
            throw new ArithmeticException("on purpose");
        }
    }

    private static void pause(long millis) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(millis)) {
            Thread.onSpinWait();
        }
    }

    private static void assertItem(TestPacket packet, long x, long y, long z) throws InterruptedException {
        assertThat(packet.outcome())
                .isInstanceOfSatisfying(
                        KernelException.class,
                        e -> assertThat(new long[] {e.x(), e.y(), e.z()}).containsExactly(x, y, z))
                .hasCauseInstanceOf(ArithmeticException.class);
    }

    private static void assertAllAre(int expected, AtomicIntegerArray runs) {
        for (int i = 0; i < runs.length(); i++) {
            if (runs.get(i) != expected) {
                assertThat(runs.get(i)).as("runs of item %d", i).isEqualTo(expected);
            }
        }
    }
}
