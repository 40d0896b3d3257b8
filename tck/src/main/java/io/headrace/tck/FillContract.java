package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.F64;
import io.headrace.I32;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.U8;
import org.junit.jupiter.api.Test;

/** Fills. */
abstract class FillContract extends DriverContract {

    @Override
    boolean kernelsReachMemory() {
        return false;
    }

    @Test
    void everyTypeIsFilledWithItsOwnPattern() throws InterruptedException {
        Device device = device();
        float[] floats = new float[1_001];
        double[] doubles = new double[1_001];
        int[] ints = new int[1_001];
        long[] longs = new long[1_001];
        byte[] bytes = new byte[1_001];
        try (F32 f32 = device.f32(1_001);
                F64 f64 = device.f64(1_001);
                I32 i32 = device.i32(1_001);
                I64 i64 = device.i64(1_001);
                U8 u8 = device.u8(1_001);
                Stream stream = device.stream()) {
            stream.fill(f32, -1.25f)
                    .fill(f64, Math.E)
                    .fill(i32, 0x01020304)
                    .fill(i64, 0x0102030405060708L)
                    .fillBytes(u8, (byte) -2);
            stream.copy(f32, floats)
                    .copy(f64, doubles)
                    .copy(i32, ints)
                    .copy(i64, longs)
                    .copy(u8, bytes);
            finish(stream);
        }
        assertThat(floats).containsOnly(-1.25f);
        assertThat(doubles).containsOnly(Math.E);
        assertThat(ints).containsOnly(0x01020304);
        assertThat(longs).containsOnly(0x0102030405060708L);
        assertThat(bytes).containsOnly(-2);
    }

    @Test
    void aNarrowerValueFillsElementsNotBytes() throws InterruptedException {
        Device device = device();
        int[] ints = new int[3];
        int[] ones = new int[3];
        try (I32 i32 = device.i32(3);
                Stream stream = device.stream()) {
            stream.fill(i32, (byte) 1).copy(i32, ints);
            finish(stream.fillBytes(i32, (byte) 1).copy(i32, ones));
        }
        assertThat(ints).containsOnly(1);
        assertThat(ones).containsOnly(0x01010101);
    }

    @Test
    void theBitsOfAFloatAreKept() throws InterruptedException {
        Device device = device();
        int[] bits = new int[2];
        try (F32 f32 = device.f32(2);
                Stream stream = device.stream()) {
            stream.fill(f32.elements(0, 1), -0.0f).fill(f32.elements(1, 1), Float.NaN);
            finish(stream.copy(f32.asI32(), bits));
        }
        assertThat(bits).containsExactly(Float.floatToRawIntBits(-0.0f), Float.floatToRawIntBits(Float.NaN));
    }

    @Test
    void aSliceIsFilledAndNothingBesideIt() throws InterruptedException {
        Device device = device();
        byte[] bytes = new byte[9];
        try (U8 u8 = device.u8(9);
                Stream stream = device.stream()) {
            stream.fillBytes(u8.slice(1, 7), (byte) 1)
                    .fill(u8.slice(3, 4).asI32(), 0x02020202)
                    .fillBytes(u8.slice(4, 1), (byte) 3);
            finish(stream.copy(u8, bytes));
        }
        assertThat(bytes).containsExactly(0, 1, 1, 2, 3, 2, 2, 1, 0);
    }

    @Test
    void patternsAreFilledAtAnyOffset() throws InterruptedException {
        Device device = device();
        for (int count : new int[] {1, 2, 7, 1_000, 50_000}) {
            byte[] back = new byte[8 * count + 16];
            try (U8 memory = device.u8(back.length);
                    Stream stream = device.stream()) {
                for (int offset : new int[] {0, 1, 3, 4, 7, 8}) {
                    finish(stream.fillBytes(memory, (byte) 0)
                            .fill(memory.slice(offset, 8L * count).asI64(), 0x0102030405060708L)
                            .copy(memory, back));
                    assertCountsDown(back, offset, count, Long.BYTES);
                    finish(stream.fillBytes(memory, (byte) 0)
                            .fill(memory.slice(offset, 4L * count).asI32(), 0x01020304)
                            .copy(memory, back));
                    assertCountsDown(back, offset, count, Integer.BYTES);
                }
            }
        }
    }

    /** The elements' bytes in native order, which is little-endian; zeros beside them. */
    private static void assertCountsDown(byte[] bytes, int offset, int count, int elementBytes) {
        byte[] expected = new byte[bytes.length];
        for (int i = 0; i < count * elementBytes; i++) {
            expected[offset + i] = (byte) (elementBytes - i % elementBytes);
        }
        assertThat(bytes)
                .as("offset=%d count=%d elementBytes=%d", offset, count, elementBytes)
                .isEqualTo(expected);
    }

    @Test
    void aFillOfNothingCompletesInOrder() throws InterruptedException {
        Device device = device();
        Gate gate = gate();
        try (I64 i64 = device.i64(1);
                Stream stream = device.stream()) {
            gate.hold(stream);
            stream.fill(i64.elements(1, 0), 5).fillBytes(i64.slice(0, 0), (byte) 1);
            assertThat(stream.isDone()).isFalse();
            gate.open();
            finish(stream);
            long[] back = new long[1];
            finish(stream.copy(i64, back));
            assertThat(back).containsExactly(0);
        }
    }

    @Test
    void aLargeFillIsWhole() throws InterruptedException {
        Device device = device();
        long[] longs = new long[1_000_003];
        try (I64 i64 = device.i64(longs.length);
                Stream stream = device.stream()) {
            finish(stream.fill(i64, Long.MIN_VALUE + 1).copy(i64, longs));
        }
        assertThat(longs).containsOnly(Long.MIN_VALUE + 1);
    }
}
