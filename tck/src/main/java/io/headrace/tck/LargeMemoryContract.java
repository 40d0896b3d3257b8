package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Stream;
import io.headrace.error.OutOfDeviceMemoryException;
import io.headrace.kernel.Range;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sizes above 2 and 4 GiB, on devices with the memory for them. */
@Tag("large")
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class LargeMemoryContract extends DriverContract {

    @Override
    boolean kernelsReachMemory() {
        return false;
    }

    private static final long GIB = 1L << 30;
    private static final long NEEDED = 10 * GIB;
    private static final Duration LONG = Duration.ofMinutes(4);

    private Buffer buffer(Device device, long bytes) {
        try {
            return device.buffer(bytes);
        } catch (OutOfDeviceMemoryException e) {
            String driver = driverUnderTest().name();
            assumeFalse(PermittedSkips.limitsBuffers(driver), e.getMessage());
            throw e;
        }
    }

    @Test
    void copiesAndFillsAboveFourGibibytesReachTheirLastByte() throws InterruptedException {
        Device device = device();
        assumeTrue(device.info().memoryBytes() >= NEEDED, "needs memoryBytes=" + NEEDED);
        long bytes = 4 * GIB + 4_096;
        long moved = 2 * GIB + 1_024;
        byte[] head = new byte[2];
        byte[] middle = new byte[2];
        byte[] tail = new byte[2];
        try (Buffer buffer = buffer(device, bytes);
                Stream stream = device.stream()) {
            stream.fillBytes(buffer.slice(1, bytes - 1), (byte) 5)
                    .copy(new byte[] {7}, buffer.slice(moved - 1, 1).asU8())
                    .copy(buffer.slice(0, moved), buffer.slice(bytes - moved, moved))
                    .copy(buffer.slice(0, 2).asU8(), head)
                    .copy(buffer.slice(bytes - moved - 1, 2).asU8(), middle)
                    .copy(buffer.slice(bytes - 2, 2).asU8(), tail);
            assertThat(stream.await(LONG)).isTrue();
        }
        assertThat(head).containsExactly(0, 5);
        assertThat(middle).containsExactly(5, 0);
        assertThat(tail).containsExactly(5, 7);
    }

    @Test
    void rowsThatAreGibibytesApartAreFoundAndLeftWhereTheyBelong() throws InterruptedException {
        Device device = device();
        assumeTrue(device.info().memoryBytes() >= NEEDED, "needs memoryBytes=" + NEEDED);
        long pitch = 2 * GIB + 1;
        byte[] back = new byte[6];
        byte[] between = new byte[4];
        try (Buffer buffer = buffer(device, 2 * pitch + 3);
                Stream stream = device.stream()) {
            stream.copy2D(MemorySegment.ofArray(new byte[] {1, 2, 3, 4, 5, 6}), 2, buffer, pitch, 2, 3)
                    .copy2D(buffer, pitch, buffer.slice(1, buffer.bytes() - 1), pitch, 2, 3)
                    .copy2D(buffer.slice(1, 2 * pitch + 2), pitch, MemorySegment.ofArray(back), 2, 2, 3)
                    .copy(buffer.slice(2 * pitch - 1, 4).asU8(), between);
            assertThat(stream.await(LONG)).isTrue();
        }
        assertThat(back).containsExactly(1, 2, 3, 4, 5, 6);
        assertThat(between).containsExactly(0, 5, 5, 6);
    }

    @Test
    void aRangeAboveTwoGibiItemsRunsAllOfThem() throws InterruptedException {
        Device device = device();
        long items = (1L << 31) + 3;
        LongAdder last = new LongAdder();
        try (Stream stream = device.stream()) {
            stream.launch(Range.of(items), i -> {
                if (i >= 1L << 31) {
                    last.increment();
                }
            });
            assertThat(stream.await(LONG)).isTrue();
        }
        assertThat(last.sum()).isEqualTo(3);
    }
}
