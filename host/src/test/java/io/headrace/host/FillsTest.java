package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.config.Settings;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.DriverQueue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FillsTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void aPatternFillsExactlyItsRegionWhateverSizeAndPlace(int patternBytes) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int size = 9 << 20; // of more pieces than one thread fills alone
        HostDevice device = new HostDevice(Settings.defaults());
        DriverQueue queue = device.createQueue(0, 8);
        DeviceMemory memory = device.allocate(size);
        MemorySegment all = Commands.segment(memory);
        for (int round = 0; round < 60; round++) {
            int most = round % 3 == 0 ? 40 : round % 3 == 1 ? 70_000 : size - 64;
            int offset = random.nextInt(32);
            int bytes = patternBytes * (1 + random.nextInt(most / patternBytes));
            long pattern = round % 5 == 0 ? 0x1212121212121212L : random.nextLong();
            all.fill((byte) 0x55);
            Commands.fill(memory, offset, bytes, pattern, patternBytes)
                    .offerTo(queue)
                    .succeeds();
            byte[] expected = new byte[bytes];
            byte[] word = ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(pattern)
                    .array();
            for (int i = 0; i < bytes; i++) {
                expected[i] = word[i % patternBytes];
            }
            assertThat(all.asSlice(offset, bytes).mismatch(MemorySegment.ofArray(expected)))
                    .as("offset=%d bytes=%d pattern=%x seed=%d", offset, bytes, pattern, seed)
                    .isEqualTo(-1);
            for (int i = 0; i < offset; i++) {
                assertThat(all.get(ValueLayout.JAVA_BYTE, i)).isEqualTo((byte) 0x55);
            }
            for (int i = 0; i < 16; i++) {
                assertThat(all.get(ValueLayout.JAVA_BYTE, (long) offset + bytes + i))
                        .isEqualTo((byte) 0x55);
            }
        }
        memory.free();
        queue.close();
        device.close();
    }

    @Test
    void anUnknownSizeOfPatternFailsThePacket() throws Exception {
        HostDevice device = new HostDevice(Settings.defaults());
        DriverQueue queue = device.createQueue(0, 8);
        DeviceMemory memory = device.allocate(9);
        assertThat(Commands.fill(memory, 0, 9, 1, 3).offerTo(queue).outcome()).hasMessageContaining("patternBytes=3");
        memory.free();
        queue.close();
        device.close();
    }
}
