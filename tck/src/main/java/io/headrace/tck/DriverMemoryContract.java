package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.spi.Command;
import io.headrace.spi.DeviceInfo;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.DriverQueue;
import io.headrace.spi.Region;
import io.headrace.tck.SpiDevice.Probe;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the runtime relies on in a driver's memory and engines, tested without the runtime. */
abstract class DriverMemoryContract extends DriverContract {

    @Override
    boolean kernelsReachMemory() {
        return false;
    }

    @Test
    void theDeviceDescribesItself() {
        try (SpiDevice spi = spiDevice()) {
            DeviceInfo info = spi.device().info();
            assertThat(info).isEqualTo(spi.device().info());
            assertThat(info.name()).isNotBlank();
            assertThat(info.memoryBytes()).isPositive();
            assertThat(info.maxQueues()).isPositive();
            assertThat(Integer.bitCount(info.maxQueueSize())).isEqualTo(1);
            assertThat(info.computeUnits()).isPositive();
            for (int i = 0; i < info.engines().size(); i++) {
                assertThat(info.engines().get(i).index()).isEqualTo(i);
            }
        }
    }

    @Test
    void usabilityIsToldAtAnyTime() {
        var usability = driver().usability();
        assertThat(usability.usable()).isTrue();
        assertThat(usability.reason()).isNotBlank();
        assertThat(driver().name()).isEqualTo(driverUnderTest().name()).matches("[a-z][a-z0-9-]*");
    }

    @Test
    void memoryIsAlignedAndDisjoint() {
        try (SpiDevice spi = spiDevice()) {
            List<DeviceMemory> blocks = new ArrayList<>();
            for (long bytes : new long[] {1, 2, 63, 64, 65, 4_096, 1_000_000}) {
                DeviceMemory block = spi.device().allocate(bytes);
                assertThat(block.bytes()).isEqualTo(bytes);
                assertThat(block.address() % 64).isZero();
                for (DeviceMemory other : blocks) {
                    assertThat(block.address() + bytes <= other.address()
                                    || other.address() + other.bytes() <= block.address())
                            .as("blocks are disjoint")
                            .isTrue();
                }
                blocks.add(block);
            }
            blocks.forEach(DeviceMemory::free);
        }
    }

    @Test
    void memoryIsZeroedAlsoWhenItWasUsedBefore() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue queue = spi.queue(0, 16);
            for (int round = 0; round < 20; round++) {
                DeviceMemory block = spi.device().allocate(5_000);
                byte[] back = new byte[5_000];
                run(queue, new Command.Copy(device(block), host(back), 5_000));
                assertThat(back).containsOnly(0);
                run(queue, new Command.Fill(device(block), 5_000, 0x7f, 1));
                block.free();
            }
        }
    }

    @Test
    void moreMemoryThanThereIsIsRefused() {
        try (SpiDevice spi = spiDevice()) {
            for (long bytes : new long[] {1L << 60, Long.MAX_VALUE - 64, Long.MAX_VALUE}) {
                assertThatThrownBy(() -> spi.device().allocate(bytes)).isInstanceOf(OutOfDeviceMemoryException.class);
            }
            spi.device().allocate(64).free();
        }
    }

    @Test
    void patternsOfEverySizeAreFilledIn() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            DriverQueue queue = spi.queue(0, 16);
            DeviceMemory block = spi.device().allocate(48);
            for (int patternBytes : new int[] {1, 2, 4, 8}) {
                byte[] back = new byte[48];
                run(queue, new Command.Fill(device(block), 48, 0x8070605040302010L, patternBytes));
                run(queue, new Command.Copy(device(block), host(back), 48));
                for (int i = 0; i < 48; i++) {
                    assertThat(back[i])
                            .as("patternBytes=" + patternBytes + " at " + i)
                            .isEqualTo((byte) (0x10 + 0x10 * (i % patternBytes)));
                }
            }
            block.free();
        }
    }

    @Test
    void everyEngineCopiesInBothDirections() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            for (var engine : spi.device().info().engines()) {
                DriverQueue queue = spi.engineQueue(engine.index(), 16);
                DeviceMemory block = spi.device().allocate(3);
                byte[] back = new byte[3];
                run(queue, new Command.Copy(host(new byte[] {1, 2, 3}), device(block), 3));
                run(queue, new Command.Copy(new Region.Device(block, 0), new Region.Device(block, 1), 2));
                run(queue, new Command.Copy(device(block), host(back), 3));
                assertThat(back).containsExactly(1, 1, 2);
                block.free();
            }
        }
    }

    @Test
    void theLargestQueueCanBeMade() throws InterruptedException {
        try (SpiDevice spi = spiDevice()) {
            int size = spi.device().info().maxQueueSize();
            DriverQueue queue = spi.queue(0, size);
            assertThat(queue.capacity()).isEqualTo(size);
            DeviceMemory block = spi.device().allocate(8);
            run(queue, new Command.Fill(device(block), 8, 1, 8));
            block.free();
        }
    }

    private static void run(DriverQueue queue, Command command) throws InterruptedException {
        Probe packet = new Probe(command);
        assertThat(queue.offer(packet)).isNotEqualTo(-1);
        packet.awaitEnd();
        assertThat(packet.failure()).isNull();
    }

    private static Region.Device device(DeviceMemory block) {
        return new Region.Device(block, 0);
    }

    private static Region.Host host(byte[] array) {
        return new Region.Host(MemorySegment.ofArray(array));
    }
}
