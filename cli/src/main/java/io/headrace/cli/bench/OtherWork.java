package io.headrace.cli.bench;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.F64;
import io.headrace.I32;
import io.headrace.I64;
import io.headrace.Stream;
import io.headrace.U8;
import io.headrace.kernel.Range;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * What a program has done before the kernel that is measured: eight other kernels, and segments over arrays of all kinds.
 * Kernels that share code with them, or code with heap segments in its profile, would be slow afterwards.
 */
final class OtherWork {

    private static final int ITEMS = 1 << 14;
    private static final int WIDTH = 1 << 7;
    private static final int TIMES = 400;

    private OtherWork() {}

    /** Does all of it, often enough for everything to be compiled. */
    static void run(Device device) throws InterruptedException {
        runKernels(device);
        useHeapSegments();
    }

    private static void runKernels(Device device) throws InterruptedException {
        Range items = Range.of(ITEMS);
        Range square = Range.of(WIDTH, WIDTH);
        try (F32 f32 = device.f32(ITEMS);
                F32 sums = device.f32(ITEMS);
                F64 f64 = device.f64(ITEMS);
                I32 i32 = device.i32(ITEMS);
                I64 i64 = device.i64(ITEMS);
                U8 u8 = device.u8(ITEMS);
                Stream stream = device.stream()) {
            stream.copy(new float[ITEMS], f32).copy(new double[ITEMS], f64).copy(new int[ITEMS], i32);
            for (int i = 0; i < TIMES; i++) {
                stream.launch(items, x -> f32.set(x, (float) x))
                        .launch(items, x -> sums.set(x, f32.get(x) + sums.get(x)))
                        .launch(items, x -> f64.set(x, 0.5 * f32.get(x)))
                        .launch(items, x -> i32.set(x, i32.get(x) ^ (int) x))
                        .launch(items, x -> i64.set(x, i64.get(x) + i32.get(x)))
                        .launch(items, x -> u8.set(x, (byte) ~u8.get(x)))
                        .launch(square, (x, y) -> sums.set(y * WIDTH + x, f32.get(x * WIDTH + y)))
                        .launch(square, (x, y) -> f32.set(y * WIDTH + x, sums.get(y * WIDTH + x) * 0.25f))
                        .await();
            }
            stream.copy(f32, new float[ITEMS]).copy(i64, new long[ITEMS]).await();
        }
    }

    private static void useHeapSegments() {
        List<MemorySegment> segments = List.of(
                MemorySegment.ofArray(new byte[8 * ITEMS]),
                MemorySegment.ofArray(new float[2 * ITEMS]),
                MemorySegment.ofArray(new double[ITEMS]),
                MemorySegment.ofArray(new int[2 * ITEMS]),
                MemorySegment.ofArray(new long[ITEMS]));
        for (int i = 0; i < TIMES; i++) {
            for (MemorySegment segment : segments) {
                use(segment);
            }
        }
    }

    private static void use(MemorySegment segment) {
        for (long at = 0; at < segment.byteSize(); at += Long.BYTES) {
            segment.set(JAVA_FLOAT_UNALIGNED, at, segment.get(JAVA_FLOAT_UNALIGNED, at + Float.BYTES) + 1);
            segment.set(JAVA_INT_UNALIGNED, at, segment.get(JAVA_INT_UNALIGNED, at) ^ segment.get(JAVA_BYTE, at));
            segment.set(JAVA_DOUBLE_UNALIGNED, at, segment.get(JAVA_DOUBLE_UNALIGNED, at) * 0.5);
        }
    }
}
