package io.headrace.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.headrace.config.Knob;
import io.headrace.config.Settings;
import io.headrace.memory.Words;
import io.headrace.spi.DeviceMemory;
import io.headrace.spi.DriverQueue;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CopiesTest {

    private static final int PIECE = 4_096;

    private final HostDevice device =
            new HostDevice(Settings.defaults().with(Knob.MAX_ASYNC_COPY_BYTES, String.valueOf(PIECE)));
    private final DriverQueue engine = device.createEngineQueue(0, 8);
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @AfterEach
    void close() {
        engine.close();
        device.close();
    }

    @Test
    void bytesGoUpAcrossAndDown() throws Exception {
        for (int size : new int[] {1, 7, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 1_000_003, 3 << 20}) {
            byte[] source = randomBytes(size);
            byte[] target = new byte[size];
            DeviceMemory one = device.allocate(size);
            DeviceMemory two = device.allocate(size);
            Commands.copy(Commands.host(MemorySegment.ofArray(source)), Commands.at(one, 0), size)
                    .offerTo(engine);
            Commands.copy(Commands.at(one, 0), Commands.at(two, 0), size).offerTo(engine);
            Commands.copy(Commands.at(two, 0), Commands.host(MemorySegment.ofArray(target)), size)
                    .offerTo(engine)
                    .succeeds();
            assertThat(target).as("size=%d seed=%d", size, seed).isEqualTo(source);
            one.free();
            two.free();
        }
    }

    @Test
    void overlappingDeviceMemoryGivesTheResultOfASourceReadFirst() throws Exception {
        int size = 3 << 20;
        DeviceMemory memory = device.allocate(size);
        for (int shift : new int[] {1, 63, PIECE, (1 << 20) + 5, 2 << 20}) {
            for (boolean up : new boolean[] {true, false}) {
                byte[] before = randomBytes(size);
                MemorySegment.copy(before, 0, Commands.segment(memory), ValueLayout.JAVA_BYTE, 0, size);
                int from = up ? 0 : shift;
                int to = up ? shift : 0;
                Commands.copy(Commands.at(memory, from), Commands.at(memory, to), size - shift)
                        .offerTo(engine)
                        .succeeds();
                assertMoved(before, Commands.segment(memory).toArray(ValueLayout.JAVA_BYTE), from, to, size - shift);
            }
        }
        memory.free();
    }

    @Test
    void overlappingPartsOfOneArrayGiveTheResultOfASourceReadFirst() throws Exception {
        int size = 10 * PIECE;
        for (int shift : new int[] {1, PIECE - 1, PIECE, PIECE + 1, 5 * PIECE}) {
            for (boolean up : new boolean[] {true, false}) {
                byte[] before = randomBytes(size);
                byte[] array = before.clone();
                int from = up ? 0 : shift;
                int to = up ? shift : 0;
                MemorySegment all = MemorySegment.ofArray(array);
                Commands.copy(
                                Commands.host(all.asSlice(from, size - shift).asReadOnly()),
                                Commands.host(all.asSlice(to, size - shift)),
                                size - shift)
                        .offerTo(engine)
                        .succeeds();
                assertMoved(before, array, from, to, size - shift);
            }
        }
    }

    @Test
    void aSegmentThatLiesInDeviceMemoryMayOverlapIt() throws Exception {
        int size = 10 * PIECE;
        DeviceMemory memory = device.allocate(size);
        byte[] before = randomBytes(size);
        MemorySegment.copy(before, 0, Commands.segment(memory), ValueLayout.JAVA_BYTE, 0, size);
        int count = size - 100;
        Commands.copy(Commands.host(Commands.segment(memory).asSlice(0, count)), Commands.at(memory, 100), count)
                .offerTo(engine)
                .succeeds();
        assertMoved(before, Commands.segment(memory).toArray(ValueLayout.JAVA_BYTE), 0, 100, count);
        memory.free();
    }

    @Test
    void aClosedArenaFailsTheCopyAndNothingElse() throws Exception {
        DeviceMemory memory = device.allocate(PIECE);
        MemorySegment closed;
        try (Arena arena = Arena.ofShared()) {
            closed = arena.allocate(PIECE);
        }
        TestPacket up = Commands.copy(Commands.host(closed), Commands.at(memory, 0), PIECE)
                .offerTo(engine);
        TestPacket down = Commands.copy(Commands.at(memory, 0), Commands.host(closed), PIECE)
                .offerTo(engine);
        assertThat(up.outcome()).isInstanceOf(IllegalStateException.class);
        assertThat(down.outcome()).isInstanceOf(IllegalStateException.class);
        Commands.nothing().offerTo(engine).succeeds();
        memory.free();
    }

    @Test
    void anArenaClosedInTheMiddleOfACopyFailsItCleanly() throws Exception {
        int size = 8 << 20;
        DeviceMemory memory = device.allocate(size);
        int failed = 0;
        for (int round = 0; round < 50; round++) {
            Arena arena = Arena.ofShared();
            MemorySegment segment = arena.allocate(size).fill((byte) (round + 1));
            TestPacket copy = Commands.copy(Commands.host(segment), Commands.at(memory, 0), size)
                    .offerTo(engine);
            // As soon as a piece is there: the others take longer than closing the arena does, but for bad luck.
            long firstByte = Commands.segment(memory).address();
            while ((Words.getIntVolatile(firstByte) & 0xff) != round + 1 && copy.ends == 0) {
                Thread.onSpinWait();
            }
            closeWhenPossible(arena);
            Throwable failure = copy.outcome();
            if (failure != null) {
                assertThat(failure).isInstanceOf(IllegalStateException.class);
                failed++;
            }
        }
        assertThat(failed).as("copies that met a closed arena, seed=%d", seed).isPositive();
        memory.free();
    }

    @Test
    void hostMemoryIsMovedInPiecesOfTheSizeAsked() throws Exception {
        int size = 32 << 20;
        DeviceMemory memory = device.allocate(size);
        int inTheMiddle = 0;
        for (int round = 0; round < 200 && inTheMiddle == 0; round++) {
            Commands.fill(memory, 0, size, 0, 1).offerTo(engine).succeeds();
            Arena arena = Arena.ofShared();
            MemorySegment segment = arena.allocate(size).fill((byte) 1);
            TestPacket copy = Commands.copy(Commands.host(segment), Commands.at(memory, 0), size)
                    .offerTo(engine);
            // As soon as a piece is there: the others take longer than closing the arena does, but for bad luck.
            long firstByte = Commands.segment(memory).address();
            while (Words.getIntVolatile(firstByte) == 0 && copy.ends == 0) {
                Thread.onSpinWait();
            }
            closeWhenPossible(arena);
            Throwable failure = copy.outcome();
            byte[] after = Commands.segment(memory).toArray(ValueLayout.JAVA_BYTE);
            int written = 0;
            while (written < size && after[written] == 1) {
                written++;
            }
            assertThat(written % PIECE).as("written=%d seed=%d", written, seed).isZero();
            assertThat(written == size).as("written=%d seed=%d", written, seed).isEqualTo(failure == null);
            inTheMiddle += written > 0 && written < size ? 1 : 0;
        }
        assertThat(inTheMiddle)
                .as("copies that ended in the middle, seed=%d", seed)
                .isPositive();
        memory.free();
    }

    @Test
    void aReadOnlyDestinationFailsTheCopy() throws Exception {
        DeviceMemory memory = device.allocate(16);
        MemorySegment target = MemorySegment.ofArray(new byte[16]).asReadOnly();
        assertThat(Commands.copy(Commands.at(memory, 0), Commands.host(target), 16)
                        .offerTo(engine)
                        .outcome())
                .isNotNull();
        memory.free();
    }

    @Test
    @Tag("large")
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void copiesOfMoreThanFourGibibytesReachTheirLastByte() throws Exception {
        long shift = 4L << 20;
        long size = (4L << 30) + 12345;
        assumeThat(device.info().memoryBytes()).isGreaterThan(10L << 30);
        DeviceMemory memory = device.allocate(size + shift);
        MemorySegment all = Commands.segment(memory);
        all.set(ValueLayout.JAVA_LONG, 8, 11);
        all.set(ValueLayout.JAVA_LONG, 2L << 30, 12);
        all.set(ValueLayout.JAVA_BYTE, size - 1, (byte) 13);
        Commands.copy(Commands.at(memory, 0), Commands.at(memory, shift), size)
                .offerTo(engine)
                .succeeds();
        assertThat(all.get(ValueLayout.JAVA_LONG, shift + 8)).isEqualTo(11);
        assertThat(all.get(ValueLayout.JAVA_LONG, shift + (2L << 30))).isEqualTo(12);
        assertThat(all.get(ValueLayout.JAVA_BYTE, shift + size - 1)).isEqualTo((byte) 13);
        all.set(ValueLayout.JAVA_LONG, 8, 0);
        all.set(ValueLayout.JAVA_BYTE, size - 1, (byte) 0);
        Commands.copy(Commands.at(memory, shift), Commands.at(memory, 0), size)
                .offerTo(engine)
                .succeeds();
        assertThat(all.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(11);
        assertThat(all.get(ValueLayout.JAVA_BYTE, size - 1)).isEqualTo((byte) 13);
        Commands.fill(memory, 4L << 30, 800, 0x0102030405060708L, 8)
                .offerTo(engine)
                .succeeds();
        assertThat(all.get(ValueLayout.JAVA_LONG, (4L << 30) + 792)).isEqualTo(0x0102030405060708L);
        assertThat(all.get(ValueLayout.JAVA_LONG, (4L << 30) + 800)).isZero();
        memory.free();
    }

    private static void closeWhenPossible(Arena arena) throws InterruptedException {
        while (true) {
            try {
                arena.close();
                return;
            } catch (IllegalStateException inUse) {
                Thread.sleep(1);
            }
        }
    }

    private void assertMoved(byte[] before, byte[] after, int from, int to, int count) {
        byte[] expected = before.clone();
        System.arraycopy(before, from, expected, to, count);
        assertThat(Arrays.mismatch(after, expected))
                .as("first wrong byte: from=%d to=%d count=%d seed=%d", from, to, count, seed)
                .isEqualTo(-1);
    }

    private byte[] randomBytes(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }
}
