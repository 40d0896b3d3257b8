package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.headrace.config.Settings;
import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.error.ResourcesExhaustedException;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import io.headrace.spi.DriverQueue;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostDeviceTest {

    private final HostDevice device = new HostDevice(Settings.defaults());

    @AfterEach
    void close() {
        device.close();
    }

    @Test
    void theDriverIsUsableAndHasOneDevice() {
        Driver driver = new HostDriver();
        assertThat(driver.name()).isEqualTo("host");
        assertThat(driver.usability().usable()).isTrue();
        List<DriverDevice> devices = driver.open(new DriverEnvironment(Settings.defaults()));
        assertThat(devices).hasSize(1);
        devices.forEach(DriverDevice::close);
    }

    @Test
    void theModuleProvidesTheDriver() {
        Module module = HostDriver.class.getModule();
        assumeThat(module.isNamed()).as("the tests run as a module").isTrue();
        assertThat(module.getDescriptor().provides())
                .as("what the service loader finds")
                .anyMatch(provides -> provides.service().equals(Driver.class.getName())
                        && provides.providers().equals(List.of(HostDriver.class.getName())));
    }

    @Test
    void pinnedMemoryCountsAsMemoryAndMemoryOfOthersDoesNot() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment others = arena.allocate(100);
            others.fill((byte) 3);
            DeviceMemory own = device.allocatePinned(1_000);
            DeviceMemory pinned = device.pin(others.address(), 100);
            DeviceMemory wrapped = device.wrap(others.address(), 50);
            assertThat(device.allocatedBytes()).isEqualTo(1_000);
            assertThat(pinned.address()).isEqualTo(wrapped.address()).isEqualTo(others.address());
            assertThat(wrapped.bytes()).isEqualTo(50);
            assertThat(wrapped.hostAccessible()).isTrue();
            wrapped.free();
            pinned.free();
            own.free();
            assertThat(device.allocatedBytes()).isZero();
            assertThat(others.toArray(ValueLayout.JAVA_BYTE)).containsOnly(3);
        }
    }

    @Test
    void theDeviceIsThisMachine() {
        assertThat(device.info().name()).isNotBlank();
        assertThat(device.info().computeUnits()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(device.info().engines()).hasSize(2);
        assertThat(device.info().javaKernels()).isTrue();
        long memory = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getTotalMemorySize();
        assertThat(device.info().memoryBytes()).isBetween(memory / 100 * 99, memory / 100 * 101);
    }

    @ParameterizedTest
    @ValueSource(ints = {-4, 0, 1, 3, 1000, 131_072})
    void aSizeThatIsNoPowerOfTwoInTheRangeIsRefused(int size) {
        assertThatThrownBy(() -> device.createQueue(0, size))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("power of two")
                .hasMessageContaining("size=" + size);
        assertThat(Eventually.threads("headrace-host-queue-")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 65_536})
    void theSizesAtTheEndsOfTheRangeWork(int size) throws Exception {
        DriverQueue queue = device.createQueue(0, size);
        assertThat(queue.capacity()).isEqualTo(size);
        for (int i = 0; i < 10; i++) {
            Commands.nothing().putInto(queue).succeeds();
        }
        queue.close();
    }

    @Test
    void queuesAndEnginesBeyondTheLimitAreRefused() {
        assertThatThrownBy(() -> device.createQueue(128, 4))
                .isInstanceOf(ResourcesExhaustedException.class)
                .hasMessageContaining("index=128");
        assertThatThrownBy(() -> device.createEngineQueue(2, 4))
                .isInstanceOf(ResourcesExhaustedException.class)
                .hasMessageContaining("index=2");
    }

    @Test
    void memoryIsZeroedAlignedCountedAndGivenBack() {
        DeviceMemory one = device.allocate(1);
        DeviceMemory two = device.allocate(1 << 20);
        assertThat(one.address() % 64).isZero();
        assertThat(two.address() % 64).isZero();
        assertThat(Commands.segment(two).toArray(ValueLayout.JAVA_LONG)).containsOnly(0);
        assertThat(device.allocatedBytes()).isEqualTo((1 << 20) + 1);
        one.free();
        two.free();
        assertThat(device.allocatedBytes()).isZero();
    }

    @Test
    void moreMemoryThanThereIsIsRefusedAndNothingIsTaken() {
        DeviceMemory one = device.allocate(1000);
        long limit = device.info().memoryBytes();
        for (long bytes : new long[] {limit - 999, limit + 1, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> device.allocate(bytes))
                    .isInstanceOf(OutOfDeviceMemoryException.class)
                    .hasMessageContaining("bytes=" + bytes)
                    .hasMessageContaining("allocated=1000")
                    .hasMessageContaining("limit=" + limit);
        }
        assertThat(device.allocatedBytes()).isEqualTo(1000);
        assertThatThrownBy(() -> device.allocate(0)).isInstanceOf(IllegalArgumentException.class);
        one.free();
    }

    @Test
    void idleThreadsSleep() throws Exception {
        DriverQueue queue = device.createQueue(0, 8);
        DriverQueue engine = device.createEngineQueue(1, 8);
        for (int i = 0; i < 3; i++) {
            Commands.launch(5_000_000, ignored -> Thread.onSpinWait())
                    .offerTo(queue)
                    .succeeds();
        }
        Commands.nothing().offerTo(engine).succeeds();
        List<Thread> threads = Eventually.threads("headrace-host-");
        assertThat(threads)
                .extracting(Thread::getName)
                .contains("headrace-host-queue-0", "headrace-host-engine-1")
                .hasSize(device.info().computeUnits() > 1 ? 3 : 2);
        assertThat(threads).allMatch(Thread::isDaemon);
        for (Thread thread : threads) {
            Eventually.awaitParked(thread);
        }
        long before = cpuNanos(threads);
        Thread.sleep(300);
        assertThat(cpuNanos(threads) - before).isLessThan(TimeUnit.MILLISECONDS.toNanos(20));
        queue.close();
        engine.close();
        device.close();
        Eventually.await("all threads ended", () -> threads.stream().noneMatch(Thread::isAlive));
    }

    private static long cpuNanos(List<Thread> threads) {
        return threads.stream()
                .mapToLong(thread -> ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId()))
                .sum();
    }
}
