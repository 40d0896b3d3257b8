package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Buffer;
import io.headrace.Device;
import io.headrace.F32;
import io.headrace.F64;
import io.headrace.I32;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.U8;
import io.headrace.config.Knob;
import io.headrace.kernel.Range;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Copies: every direction, every size, every kind of memory that may be copied at any time. */
abstract class CopyContract extends DriverContract {

    @Override
    boolean kernelsReachMemory() {
        return false;
    }

    @Test
    void everyKindOfHostMemoryGoesUpAndComesDown() throws InterruptedException {
        Device device = device();
        for (HostMemory up : HostMemory.values()) {
            for (HostMemory down : HostMemory.values()) {
                MemorySegment source = up.allocate(1_003);
                MemorySegment target = down.allocate(1_003);
                fillWithPattern(source, 7);
                try (Buffer buffer = device.buffer(1_003);
                        Stream stream = device.stream()) {
                    finish(stream.copy(source, buffer).copy(buffer, target));
                }
                assertThat(source.mismatch(target)).as(up + " to " + down).isEqualTo(-1);
            }
        }
    }

    @Test
    void everyKindOfArrayGoesUpAndComesDown() throws InterruptedException {
        Device device = device();
        float[] floats = {1.5f, -0.0f, Float.NaN, Float.MAX_VALUE};
        double[] doubles = {Math.PI, -0.0, Double.MIN_VALUE};
        int[] ints = {1, -1, Integer.MIN_VALUE};
        long[] longs = {1, -1, Long.MIN_VALUE};
        byte[] bytes = {1, -1, Byte.MIN_VALUE, 0, 99};
        float[] floatsBack = new float[4];
        double[] doublesBack = new double[3];
        int[] intsBack = new int[3];
        long[] longsBack = new long[3];
        byte[] bytesBack = new byte[5];
        try (F32 f32 = device.f32(4);
                F64 f64 = device.f64(3);
                I32 i32 = device.i32(3);
                I64 i64 = device.i64(3);
                U8 u8 = device.u8(5);
                Stream stream = device.stream()) {
            stream.copy(floats, f32)
                    .copy(doubles, f64)
                    .copy(ints, i32)
                    .copy(longs, i64)
                    .copy(bytes, u8);
            stream.copy(f32, floatsBack)
                    .copy(f64, doublesBack)
                    .copy(i32, intsBack)
                    .copy(i64, longsBack)
                    .copy(u8, bytesBack);
            finish(stream);
        }
        assertThat(floatsBack).containsExactly(floats);
        assertThat(doublesBack).containsExactly(doubles);
        assertThat(intsBack).containsExactly(ints);
        assertThat(longsBack).containsExactly(longs);
        assertThat(bytesBack).containsExactly(bytes);
    }

    @Test
    void deviceToDeviceAndHostToHostWorkToo() throws InterruptedException {
        Device device = device();
        MemorySegment source = HostMemory.HEAP_BYTES.allocate(5_000);
        MemorySegment between = HostMemory.SHARED_ARENA.allocate(5_000);
        MemorySegment target = HostMemory.HEAP_LONGS.allocate(5_000);
        fillWithPattern(source, 3);
        try (Buffer a = device.buffer(5_000);
                Buffer b = device.buffer(5_000);
                Stream stream = device.stream()) {
            finish(stream.copy(source, between).copy(between, a).copy(a, b).copy(b, target));
        }
        assertThat(source.mismatch(target)).isEqualTo(-1);
    }

    @Test
    void slicesCopyTheirOwnPartOnly() throws InterruptedException {
        Device device = device();
        byte[] back = new byte[10];
        try (U8 buffer = device.u8(10);
                Stream stream = device.stream()) {
            stream.copy(new byte[] {1, 2, 3}, buffer.elements(2, 3));
            stream.copy(buffer.slice(2, 2), buffer.slice(7, 2));
            finish(stream.copy(buffer, back));
        }
        assertThat(back).containsExactly(0, 0, 1, 2, 3, 0, 0, 1, 2, 0);
    }

    @Test
    void slicesAtOddOffsetsOfEveryKindOfHostMemoryAreCopied() throws InterruptedException {
        Device device = device();
        for (HostMemory kind : HostMemory.values()) {
            MemorySegment source = kind.allocate(1_000);
            MemorySegment target = kind.allocate(1_000);
            fillWithPattern(source, 5);
            try (Buffer buffer = device.buffer(1_000);
                    Stream stream = device.stream()) {
                stream.copy(source.asSlice(3, 701), buffer.slice(7, 701))
                        .copy(buffer.slice(7, 701), target.asSlice(13, 701));
                finish(stream.copy(source.asSlice(1, 9), target.asSlice(991, 9)));
            }
            assertThat(target.asSlice(13, 701).mismatch(source.asSlice(3, 701)))
                    .as("kind=" + kind)
                    .isEqualTo(-1);
            assertThat(target.asSlice(991, 9).mismatch(source.asSlice(1, 9)))
                    .as("kind=" + kind)
                    .isEqualTo(-1);
            assertThat(target.asSlice(0, 13).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
            assertThat(target.asSlice(714, 277).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
        }
    }

    @Test
    void arraysThatTheCollectorMovesAreCopiedWhole() throws Exception {
        Device device = device(options().with(Knob.MAX_ASYNC_COPY_BYTES, 4_096));
        AtomicBoolean stop = new AtomicBoolean();
        Task<Boolean> collector = Task.run(() -> {
            while (!stop.get()) {
                System.gc();
                // A collection may take long on a machine with many processors: the copies need some time too.
                LockSupport.parkNanos(1_000_000);
            }
        });
        try (Buffer buffer = device.buffer(200_000);
                Stream stream = device.stream()) {
            for (int round = 0; round < 20; round++) {
                // New each time, so that they are young and move.
                byte[] up = new byte[200_000];
                float[] down = new float[50_000];
                Arrays.fill(up, (byte) (round + 1));
                finish(stream.copy(MemorySegment.ofArray(up), buffer).copy(buffer, MemorySegment.ofArray(down)));
                assertThat(MemorySegment.ofArray(up).mismatch(MemorySegment.ofArray(down)))
                        .isEqualTo(-1);
            }
        } finally {
            stop.set(true);
        }
        assertThat(collector.join()).isTrue();
    }

    @Test
    void copiesLargerThanOnePieceAreWhole() throws InterruptedException {
        RandomGenerator random = Seed.random("copiesLargerThanOnePieceAreWhole");
        Device device = device(options().with(Knob.MAX_ASYNC_COPY_BYTES, 4_096));
        int[] edges = {1, 4_095, 4_096, 4_097, 8_192, 16_384, 100_001};
        for (int round = 0; round < 30; round++) {
            int bytes = round < edges.length ? edges[round] : 1 + random.nextInt(50_000);
            HostMemory[] kinds = HostMemory.values();
            MemorySegment source = kinds[random.nextInt(kinds.length)].allocate(bytes);
            MemorySegment target = kinds[random.nextInt(kinds.length)].allocate(bytes);
            fillWithPattern(source, random.nextInt());
            try (Buffer buffer = device.buffer(bytes);
                    Buffer other = device.buffer(bytes);
                    Stream stream = device.stream()) {
                finish(stream.copy(source, buffer).copy(buffer, other).copy(other, target));
            }
            assertThat(source.mismatch(target)).as("bytes=" + bytes).isEqualTo(-1);
        }
    }

    @Test
    void severalMegabytesWithTheDefaultPieceAreWhole() throws InterruptedException {
        Device device = device();
        int bytes = 3 * 1_048_576 + 5;
        MemorySegment source = HostMemory.SHARED_ARENA.allocate(bytes);
        MemorySegment target = HostMemory.HEAP_BYTES.allocate(bytes);
        fillWithPattern(source, 11);
        try (Buffer buffer = device.buffer(bytes);
                Stream stream = device.stream()) {
            finish(stream.copy(source, buffer).copy(buffer, target));
        }
        assertThat(source.mismatch(target)).isEqualTo(-1);
    }

    // E44
    @Test
    void zeroBytesCompleteInOrderWithoutTouchingAPointer() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        try (Buffer buffer = device.buffer(8);
                Stream stream = device.stream()) {
            Buffer none = buffer.slice(8, 0);
            gate.hold(stream);
            stream.copy(MemorySegment.NULL, none)
                    .copy(none, MemorySegment.NULL)
                    .copy(none, buffer.slice(0, 0))
                    .copy(MemorySegment.NULL, MemorySegment.NULL);
            assertThat(stream.isDone()).isFalse();
            gate.open();
            finish(stream);
        }
    }

    @Test
    void overlappingCopiesOnTheDeviceGiveTheMemmoveResult() throws InterruptedException {
        Device device = device(options().with(Knob.MAX_ASYNC_COPY_BYTES, 4_096));
        int n = 20_000;
        byte[] start = new byte[n];
        for (int i = 0; i < n; i++) {
            start[i] = (byte) (i * 31);
        }
        for (int shift : new int[] {1, 100, 4_096, 9_000, -1, -100, -4_096, -9_000}) {
            int from = Math.max(0, -shift);
            int to = Math.max(0, shift);
            int count = n - Math.abs(shift);
            byte[] expected = start.clone();
            System.arraycopy(start, from, expected, to, count);
            byte[] onDevice = new byte[n];
            byte[] onHost = start.clone();
            MemorySegment host = MemorySegment.ofArray(onHost);
            MemorySegment off = HostMemory.AUTOMATIC_ARENA.allocate(n);
            off.copyFrom(MemorySegment.ofArray(start));
            try (U8 buffer = device.u8(n);
                    Stream stream = device.stream()) {
                stream.copy(start, buffer)
                        .copy(buffer.slice(from, count), buffer.slice(to, count))
                        .copy(buffer, onDevice);
                stream.copy(host.asSlice(from, count), host.asSlice(to, count));
                stream.copy(off.asSlice(from, count), off.asSlice(to, count));
                finish(stream);
            }
            assertThat(onDevice).as("device, shift=" + shift).isEqualTo(expected);
            assertThat(onHost).as("heap, shift=" + shift).isEqualTo(expected);
            assertThat(off.toArray(ValueLayout.JAVA_BYTE))
                    .as("native, shift=" + shift)
                    .isEqualTo(expected);
        }
    }

    @Test
    void bothSidesMustHaveTheSameSize() throws InterruptedException {
        Device device = device();
        try (Buffer eight = device.buffer(8);
                Buffer nine = device.buffer(9);
                I32 two = device.i32(2);
                Stream stream = device.stream()) {
            MemorySegment ten = HostMemory.HEAP_BYTES.allocate(10);
            assertThatThrownBy(() -> stream.copy(ten, eight))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("10")
                    .hasMessageContaining("8");
            assertThatThrownBy(() -> stream.copy(nine, ten)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> stream.copy(eight, nine)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> stream.copy(ten, ten.asSlice(1))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> stream.copy(new int[3], two)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> stream.copy(two, new int[1])).isInstanceOf(IllegalArgumentException.class);
            finish(stream.copy(new int[2], two));
        }
    }

    @Test
    void aReadOnlySegmentCanBeASourceButNoTarget() throws InterruptedException {
        Device device = device();
        try (Buffer buffer = device.buffer(4);
                Stream stream = device.stream()) {
            MemorySegment fixed = MemorySegment.ofArray(new byte[] {1, 2, 3, 4}).asReadOnly();
            byte[] back = new byte[4];
            finish(stream.copy(fixed, buffer).copy(buffer, MemorySegment.ofArray(back)));
            assertThat(back).containsExactly(1, 2, 3, 4);
            assertThatThrownBy(() -> stream.copy(buffer, fixed)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void arraysAreReadWhenTheCopyRunsAndKeptAliveUntilThen() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        int[] back = new int[1_000];
        try (I32 x = device.i32(1_000);
                Stream stream = device.stream()) {
            gate.hold(stream);
            stream.copy(filled(1_000, 42), x).copy(x, back);
            System.gc();
            gate.open();
            finish(stream);
        }
        assertThat(back).containsOnly(42);
    }

    @Test
    void automaticArenasAreKeptAliveUntilTheCopyHasRun() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        int[] back = new int[1_000];
        try (I32 x = device.i32(1_000);
                Stream stream = device.stream()) {
            gate.hold(stream);
            copyFromAnArenaThatNobodyKeeps(stream, x);
            stream.copy(x, back);
            System.gc();
            gate.open();
            finish(stream);
        }
        assertThat(back).containsOnly(43);
    }

    private static void copyFromAnArenaThatNobodyKeeps(Stream stream, I32 to) {
        stream.copy(Arena.ofAuto().allocate(4_000, 4).copyFrom(MemorySegment.ofArray(filled(1_000, 43))), to);
    }

    @Test
    void overlapsLargerThanAnyDetourGiveTheMemmoveResult() throws InterruptedException {
        Device device = device();
        int n = 10 << 20;
        byte[] data = new byte[n];
        Seed.random("overlapsLargerThanAnyDetourGiveTheMemmoveResult").nextBytes(data);
        byte[] back = new byte[n];
        try (U8 buffer = device.u8(n);
                Stream stream = device.stream()) {
            Buffer low = buffer.slice(0, n - 3);
            Buffer high = buffer.slice(3, n - 3);
            finish(stream.copy(data, buffer).copy(low, high).copy(high, low).copy(buffer, back));
        }
        System.arraycopy(data, 0, data, 3, n - 3);
        System.arraycopy(data, 3, data, 0, n - 3);
        assertThat(Arrays.mismatch(back, data)).isEqualTo(-1);
    }

    @Test
    void newBuffersHoldZerosForAQueueThatWasThereBefore() throws InterruptedException {
        Device device = device();
        try (Stream stream = device.stream()) {
            for (int round = 0; round < 50; round++) {
                byte[] back = new byte[10_000];
                Arrays.fill(back, (byte) 1);
                try (U8 buffer = device.u8(10_000)) {
                    finish(stream.copy(buffer, back).fillBytes(buffer, (byte) 7));
                }
                assertThat(back).containsOnly(0);
            }
        }
    }

    @Test
    void bothDirectionsRunWhileAKernelRuns() throws InterruptedException {
        Device device = device(options().with(Knob.NUM_QUEUES, 1));
        Gate gate = gate();
        try (Stream busy = device.stream();
                Stream up = device.stream();
                Stream down = device.stream();
                I32 x = device.i32(100);
                I32 y = device.i32(100)) {
            gate.hold(busy);
            gate.awaitArrivals(1);
            int[] back = filled(100, -1);
            finish(up.copy(filled(100, 5), x));
            finish(down.copy(y, back));
            assertThat(back).containsOnly(0);
            assertThat(device.queues().engines())
                    .hasSizeLessThanOrEqualTo(device.info().engines().size());
            gate.open();
            finish(busy.launch(Range.of(1), i -> {}));
        }
    }

    private static int[] filled(int n, int value) {
        int[] array = new int[n];
        Arrays.fill(array, value);
        return array;
    }

    private static void fillWithPattern(MemorySegment segment, int seed) {
        for (long i = 0; i < segment.byteSize(); i++) {
            segment.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + seed));
        }
    }
}
