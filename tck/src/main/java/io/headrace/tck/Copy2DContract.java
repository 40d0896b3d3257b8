package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.Queues;
import io.headrace.Stream;
import io.headrace.U8;
import io.headrace.config.Knob;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.error.UnsupportedFeatureException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Copies of rows with pitches: every direction, every overlap, and what is refused. */
abstract class Copy2DContract extends DriverContract {

    @Override
    boolean kernelsReachMemory() {
        return false;
    }

    @Test
    void everyDirectionMovesItsRowsAndNothingElse() throws InterruptedException {
        RandomGenerator random = Seed.random("everyDirectionMovesItsRowsAndNothingElse");
        Device device = device(options().with(Knob.MAX_ASYNC_COPY_BYTES, 4_096));
        HostMemory[] kinds = HostMemory.values();
        for (int round = 0; round < 60; round++) {
            long width = 1L + random.nextInt(round % 10 == 0 ? 9_000 : 70);
            Layout[] layouts = new Layout[4];
            for (int i = 0; i < layouts.length; i++) {
                layouts[i] = Layout.random(random, width, 1 + random.nextInt(40));
            }
            long rows = layouts[0].rows;
            byte[] start = bytes(random, layouts[0].bytes(rows));
            byte[] middle = bytes(random, layouts[1].bytes(rows));
            byte[] other = bytes(random, layouts[2].bytes(rows));
            byte[] end = bytes(random, layouts[3].bytes(rows));
            MemorySegment source = kinds[random.nextInt(kinds.length)].allocate(start.length);
            MemorySegment target = kinds[random.nextInt(kinds.length)].allocate(end.length);
            MemorySegment beside = kinds[random.nextInt(kinds.length)].allocate(end.length);
            source.copyFrom(MemorySegment.ofArray(start));
            target.copyFrom(MemorySegment.ofArray(end));
            beside.copyFrom(MemorySegment.ofArray(end));
            byte[] middleBack = new byte[middle.length];
            byte[] otherBack = new byte[other.length];
            try (U8 a = device.u8(middle.length);
                    U8 b = device.u8(other.length);
                    Stream stream = device.stream()) {
                stream.copy(middle, a).copy(other, b);
                stream.copy2D(layouts[0].in(source), layouts[0].pitch, layouts[1].in(a), layouts[1].pitch, width, rows);
                stream.copy2D(layouts[1].in(a), layouts[1].pitch, layouts[2].in(b), layouts[2].pitch, width, rows);
                stream.copy2D(layouts[2].in(b), layouts[2].pitch, layouts[3].in(target), layouts[3].pitch, width, rows);
                stream.copy2D(
                        layouts[0].in(source), layouts[0].pitch, layouts[3].in(beside), layouts[3].pitch, width, rows);
                finish(stream.copy(a, middleBack).copy(b, otherBack));
            }
            assertThat(middleBack).isEqualTo(moved(start, layouts[0], middle, layouts[1], width, rows));
            assertThat(otherBack).isEqualTo(moved(start, layouts[0], other, layouts[2], width, rows));
            byte[] expected = moved(start, layouts[0], end, layouts[3], width, rows);
            assertThat(target.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected);
            assertThat(beside.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(expected);
        }
    }

    @Test
    void rowsThatOverlapOrInterleaveGiveTheResultOfASourceReadFirst() throws InterruptedException {
        RandomGenerator random = Seed.random("rowsThatOverlapOrInterleaveGiveTheResultOfASourceReadFirst");
        Device device = device(options().with(Knob.MAX_ASYNC_COPY_BYTES, 4_096));
        for (int round = 0; round < 400; round++) {
            long scale = round % 20 == 0 ? 1_000 : 1;
            long width = (1 + random.nextInt(9)) * scale;
            long rows = 1L + random.nextInt(12);
            Layout from = Layout.random(random, width, rows);
            Layout to = random.nextBoolean()
                    ? Layout.random(random, width, rows)
                    : new Layout(random.nextInt(60) * scale, from.pitch, rows);
            byte[] before = bytes(random, Math.max(from.bytes(rows), to.bytes(rows)));
            byte[] expected = moved(before, from, before, to, width, rows);
            byte[] onDevice = new byte[before.length];
            byte[] onHeap = before.clone();
            MemorySegment heap = MemorySegment.ofArray(onHeap);
            MemorySegment off = HostMemory.AUTOMATIC_ARENA.allocate(before.length);
            off.copyFrom(MemorySegment.ofArray(before));
            try (U8 buffer = device.u8(before.length);
                    Stream stream = device.stream()) {
                stream.copy(before, buffer)
                        .copy2D(from.in(buffer), from.pitch, to.in(buffer), to.pitch, width, rows)
                        .copy(buffer, onDevice);
                stream.copy2D(from.in(heap), from.pitch, to.in(heap), to.pitch, width, rows);
                stream.copy2D(from.in(off), from.pitch, to.in(off), to.pitch, width, rows);
                finish(stream);
            }
            String what = from + " to " + to + " width=" + width;
            assertThat(onDevice).as("device, " + what).isEqualTo(expected);
            assertThat(onHeap).as("heap, " + what).isEqualTo(expected);
            assertThat(off.toArray(ValueLayout.JAVA_BYTE)).as("native, " + what).isEqualTo(expected);
        }
    }

    @Test
    void aCopyIsOneOperationHoweverManyRows() throws InterruptedException {
        Device device = device();
        long rows = 10_000;
        MemorySegment host = HostMemory.HEAP_BYTES.allocate(rows * 5);
        try (Buffer a = device.buffer(rows * 7);
                Buffer b = device.buffer(rows * 6);
                Stream stream = device.stream()) {
            finish(stream.copy2D(host, 5, a, 7, 4, 1));
            long before = operations(device);
            stream.copy2D(host, 5, a, 7, 4, rows)
                    .copy2D(a, 7, b, 6, 4, rows)
                    .copy2D(b, 6, host, 5, 4, rows)
                    .copy2D(host, 5, host.asSlice(1), 5, 4, rows - 1);
            finish(stream);
            assertThat(operations(device) - before).isEqualTo(4);
        }
    }

    @Test
    void noRowsOrRowsOfNoBytesCompleteInOrderWithoutTouchingAPointer() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        try (Buffer buffer = device.buffer(8);
                Stream stream = device.stream()) {
            Buffer none = buffer.slice(8, 0);
            gate.hold(stream);
            stream.copy2D(MemorySegment.NULL, 4, none, 4, 4, 0)
                    .copy2D(none, 0, MemorySegment.NULL, 0, 0, Long.MAX_VALUE)
                    .copy2D(none, Long.MAX_VALUE, buffer, 9, 9, 0)
                    .copy2D(MemorySegment.NULL, 3, MemorySegment.NULL, 4, 0, 1);
            assertThat(stream.isDone()).isFalse();
            gate.open();
            finish(stream);
            buffer.close();
            assertThatThrownBy(() -> stream.copy2D(MemorySegment.NULL, 4, none, 4, 4, 0))
                    .isInstanceOf(ClosedException.class);
        }
    }

    @Test
    void pitchesLessThanARowAndNegativeNumbersAreRefused() throws InterruptedException {
        Device device = device();
        MemorySegment host = HostMemory.HEAP_BYTES.allocate(100);
        try (Buffer buffer = device.buffer(100);
                Stream stream = device.stream()) {
            assertThatThrownBy(() -> stream.copy2D(host, 9, buffer, 10, 10, 3))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("fromPitch=9")
                    .hasMessageContaining("rowBytes=10");
            assertThatThrownBy(() -> stream.copy2D(buffer, 10, host, 9, 10, 3))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("toPitch=9");
            assertThatThrownBy(() -> stream.copy2D(buffer, -1, buffer, 4, 0, 3))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> stream.copy2D(host, 4, host, 4, -4, 3))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("rowBytes=-4");
            assertThatThrownBy(() -> stream.copy2D(host, 4, host, 4, 4, -3))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("rows=-3");
            finish(stream);
        }
    }

    @Test
    void rowsThatReachOutsideOneSideAreRefusedWithAllNumbers() throws InterruptedException {
        Device device = device();
        MemorySegment host = HostMemory.HEAP_BYTES.allocate(100);
        try (Buffer buffer = device.buffer(100);
                Stream stream = device.stream()) {
            finish(stream.copy2D(host, 32, buffer, 33, 1, 4));
            assertThatThrownBy(() -> stream.copy2D(host, 32, buffer, 33, 2, 4))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessageContainingAll("toBytes=100", "toPitch=33", "rowBytes=2", "rows=4");
            assertThatThrownBy(() -> stream.copy2D(host, 33, buffer, 32, 2, 4))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessageContainingAll("fromBytes=100", "fromPitch=33", "rowBytes=2", "rows=4");
            for (long[] large : new long[][] {
                {Long.MAX_VALUE, 1, 2},
                {1, 1, Long.MAX_VALUE},
                {1L << 32, 1, (1L << 32) + 1},
                {101, 101, 1},
                {Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE}
            }) {
                assertThatThrownBy(() -> stream.copy2D(buffer, large[0], buffer, large[0], large[1], large[2]))
                        .isInstanceOf(IndexOutOfBoundsException.class);
                assertThatThrownBy(() -> stream.copy2D(host, large[0], host, large[0], large[1], large[2]))
                        .isInstanceOf(IndexOutOfBoundsException.class);
            }
            finish(stream);
        }
    }

    @Test
    void rowsOfAConfinedArenaAreReadBeforeTheCallReturns() throws InterruptedException {
        Device device = device(options().with(Knob.MAX_STAGED_BYTES, 64));
        Gate gate = gate();
        byte[] back = new byte[8];
        try (U8 x = device.u8(8);
                Buffer large = device.buffer(68);
                Stream stream = device.stream()) {
            gate.hold(stream);
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment source = arena.allocate(1_000);
                for (int i = 0; i < 1_000; i++) {
                    source.set(ValueLayout.JAVA_BYTE, i, (byte) (i / 100));
                }
                // Far apart, and yet only the rows count.
                stream.copy2D(source.asSlice(100), 100, x, 4, 2, 2);
                source.fill((byte) 0);
                assertThatThrownBy(() -> stream.copy2D(source, 34, large, 34, 33, 2))
                        .isInstanceOf(UnsupportedFeatureException.class)
                        .hasMessageContainingAll("bytes=66", "64");
                assertThatThrownBy(() -> stream.copy2D(large, 4, source, 4, 2, 2))
                        .isInstanceOf(UnsupportedFeatureException.class)
                        .hasMessageContaining("confined");
            }
            gate.open();
            finish(stream.copy(x, back));
        }
        assertThat(back).containsExactly(1, 1, 0, 0, 2, 2, 0, 0);
    }

    @Test
    void anArenaClosedInFlightFailsItsRowsCleanly() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        try (Buffer buffer = device.buffer(100);
                Stream stream = device.stream()) {
            gate.hold(stream);
            try (Arena arena = Arena.ofShared()) {
                stream.copy2D(arena.allocate(100), 10, buffer, 9, 8, 10);
            }
            gate.open();
            assertThatThrownBy(() -> stream.await(LIMIT))
                    .isInstanceOf(HeadraceException.class)
                    .hasMessageContainingAll("rows=10", "rowBytes=8");
            finish(stream.copy(buffer.asU8(), new byte[100]));
        }
    }

    @Test
    void aBufferClosedWithRowsPendingIsStillThereForThem() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        byte[] back = new byte[4];
        try (Stream stream = device.stream()) {
            gate.hold(stream);
            try (Buffer buffer = device.buffer(6)) {
                stream.copy2D(MemorySegment.ofArray(new byte[] {1, 2, 3, 4}), 2, buffer, 4, 2, 2)
                        .copy2D(buffer, 4, MemorySegment.ofArray(back), 2, 2, 2);
            }
            gate.open();
            finish(stream);
        }
        assertThat(back).containsExactly(1, 2, 3, 4);
    }

    private static long operations(Device device) {
        return QueueUse.allOperations(device)
                + device.queues().engines().stream()
                        .mapToLong(Queues.Entry::operations)
                        .sum();
    }

    private static byte[] bytes(RandomGenerator random, long count) {
        byte[] bytes = new byte[Math.toIntExact(count)];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] moved(byte[] source, Layout from, byte[] target, Layout to, long width, long rows) {
        byte[] result = target.clone();
        for (int row = 0; row < rows; row++) {
            System.arraycopy(
                    source, (int) (from.offset + row * from.pitch), result, (int) (to.offset + row * to.pitch), (int)
                            width);
        }
        return result;
    }

    /** Where rows lie. */
    private record Layout(long offset, long pitch, long rows) {

        static Layout random(RandomGenerator random, long width, long rows) {
            long pitch = random.nextInt(3) == 0 ? width : width + random.nextInt((int) (2 * width + 1));
            return new Layout(random.nextInt((int) (4 * width)), pitch, rows);
        }

        /** The size of memory that holds so many rows, with something behind them. */
        long bytes(long count) {
            return offset + count * pitch;
        }

        MemorySegment in(MemorySegment segment) {
            return segment.asSlice(offset);
        }

        Buffer in(Buffer buffer) {
            return buffer.slice(offset, buffer.bytes() - offset);
        }
    }
}
