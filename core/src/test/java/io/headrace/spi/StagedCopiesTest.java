package io.headrace.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StagedCopiesTest {

    private static final int PIECE = 100;
    private static final long SEED = Long.getLong("headrace.test.seed", 20_261_201);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rowsGoUpAndComeDownInPiecesWhateverTheirSizes(boolean takesRows) {
        Random random = new Random(SEED);
        for (int round = 0; round < 500; round++) {
            int rowBytes = 1 + random.nextInt(round % 2 == 0 ? 20 : 3 * PIECE);
            int rows = 1 + random.nextInt(30);
            int pitch = rowBytes + random.nextInt(10);
            int devicePitch = rowBytes + random.nextInt(10);
            int at = random.nextInt(50);
            byte[] source = bytes(random, rows * pitch);
            byte[] target = bytes(random, rows * pitch);
            byte[] expected = target.clone();
            try (Device device = new Device(random, at + rows * devicePitch, takesRows)) {
                device.copyIn(MemorySegment.ofArray(source), pitch, at, devicePitch, rowBytes, rows);
                device.copyOut(at, devicePitch, MemorySegment.ofArray(target), pitch, rowBytes, rows);
            }
            for (int row = 0; row < rows; row++) {
                System.arraycopy(source, row * pitch, expected, row * pitch, rowBytes);
            }
            assertThat(Arrays.mismatch(target, expected))
                    .as("seed=%d round=%d rowBytes=%d rows=%d pitch=%d", SEED, round, rowBytes, rows, pitch)
                    .isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rowsThatOverlapGiveTheResultOfASourceReadFirst(boolean takesRows) {
        Random random = new Random(SEED);
        for (int round = 0; round < 500; round++) {
            int rowBytes = 1 + random.nextInt(20);
            int rows = 1 + random.nextInt(10);
            int fromPitch = rowBytes + random.nextInt(10);
            int toPitch = rowBytes + random.nextInt(10);
            int from = random.nextInt(60);
            int to = random.nextInt(60);
            int size = 60 + 10 * 30;
            try (Device device = new Device(random, size, takesRows)) {
                byte[] before = device.memory.clone();
                byte[] expected = before.clone();
                for (int row = 0; row < rows; row++) {
                    System.arraycopy(before, from + row * fromPitch, expected, to + row * toPitch, rowBytes);
                }
                device.copyInside(from, fromPitch, to, toPitch, rowBytes, rows);
                assertThat(device.memory)
                        .as(
                                "seed=%d round=%d from=%d/%d to=%d/%d rowBytes=%d rows=%d",
                                SEED, round, from, fromPitch, to, toPitch, rowBytes, rows)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void whatIsLeftWhenTheQueueEndsIsDroppedAndTheMemoryFreed() {
        Device device = new Device(new Random(SEED), 1_000, true);
        device.copyIn(MemorySegment.ofArray(new byte[150]), 150, 0, 150, 150, 1);
        device.close();
        assertThat(device.dropped).isEqualTo(2);
        assertThat(device.freed).isTrue();
    }

    private static byte[] bytes(Random random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A device that does nothing before somebody waits for it. Places are offsets. */
    private static final class Device extends StagedCopies<Integer> implements AutoCloseable {

        private final byte[] memory;
        private final boolean takesRows;
        private final ArrayDeque<Runnable> commands;
        private final byte[] scratch = new byte[1_000];

        int dropped;
        boolean freed;

        Device(Random random, int bytes, boolean takesRows) {
            this(random, bytes, takesRows, new ArrayDeque<>(), new Device[1]);
        }

        private Device(Random random, int bytes, boolean takesRows, ArrayDeque<Runnable> commands, Device[] self) {
            super(new StagingRing(PIECE) {

                private NativeMemory pinned = NativeMemory.allocate(1, 1);

                @Override
                protected long allocate(long ringBytes) {
                    pinned.free();
                    pinned = NativeMemory.allocate(ringBytes, 64);
                    return pinned.address();
                }

                @Override
                protected void free() {
                    pinned.free();
                    self[0].freed = true;
                }

                @Override
                protected long makeMark() {
                    return commands.size();
                }

                @Override
                protected void awaitMark(long mark) {
                    // What is behind the mark may have run too, as on a device that is quick.
                    while (!commands.isEmpty()) {
                        commands.remove().run();
                    }
                }

                @Override
                protected void dropMark(long mark) {
                    self[0].dropped++;
                }
            });
            self[0] = this;
            this.memory = bytes(random, bytes);
            this.takesRows = takesRows;
            this.commands = commands;
        }

        void copyIn(MemorySegment from, int fromPitch, int to, int toPitch, int rowBytes, int rows) {
            upload(from, fromPitch, to, toPitch, rowBytes, rows);
        }

        void copyOut(int from, int fromPitch, MemorySegment to, int toPitch, int rowBytes, int rows) {
            download(from, fromPitch, to, toPitch, rowBytes, rows);
        }

        void copyInside(int from, int fromPitch, int to, int toPitch, int rowBytes, int rows) {
            copyByWay(from, fromPitch, to, toPitch, rowBytes, rows);
            commands.forEach(Runnable::run);
        }

        @Override
        protected boolean takesRows(long pitch) {
            return takesRows;
        }

        @Override
        protected void copyUp(long address, Integer to, long at, long pitch, long rowBytes, long rows) {
            commands.add(() -> {
                for (int row = 0; row < rows; row++) {
                    MemorySegment.copy(
                            Words.ALL,
                            address + row * rowBytes,
                            MemorySegment.ofArray(memory),
                            to + at + row * pitch,
                            rowBytes);
                }
            });
        }

        @Override
        protected void copyDown(Integer from, long at, long pitch, long address, long rowBytes, long rows) {
            commands.add(() -> {
                for (int row = 0; row < rows; row++) {
                    MemorySegment.copy(
                            MemorySegment.ofArray(memory),
                            from + at + row * pitch,
                            Words.ALL,
                            address + row * rowBytes,
                            rowBytes);
                }
            });
        }

        /** Places from {@code Integer.MIN_VALUE} on are of the other memory. */
        @Override
        protected void copyInDevice(
                Integer from,
                long fromAt,
                long fromPitch,
                Integer to,
                long toAt,
                long toPitch,
                long rowBytes,
                long rows) {
            commands.add(() -> {
                for (int row = 0; row < rows; row++) {
                    System.arraycopy(
                            memoryAt(from),
                            offset(from) + (int) (fromAt + row * fromPitch),
                            memoryAt(to),
                            offset(to) + (int) (toAt + row * toPitch),
                            (int) rowBytes);
                }
            });
        }

        private byte[] memoryAt(int place) {
            return place < 0 ? scratch : memory;
        }

        private static int offset(int place) {
            return place & Integer.MAX_VALUE;
        }

        @Override
        protected long distance(Integer from, Integer to) {
            return (long) to - from;
        }

        @Override
        protected Integer scratch() {
            return Integer.MIN_VALUE;
        }

        @Override
        public void close() {
            ring().close();
        }
    }
}
