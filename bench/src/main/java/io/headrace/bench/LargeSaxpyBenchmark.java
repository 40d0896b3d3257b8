package io.headrace.bench;

import io.headrace.F32;
import io.headrace.kernel.Range;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * y = a * x + y over 64 M floats: as a kernel on all processors, and as loops by hand in which each of two threads does one
 * half. A figure is the time of the whole.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgsAppend = {"--enable-native-access=ALL-UNNAMED", "-Xmx1g"})
public class LargeSaxpyBenchmark {

    private static final int ITEMS = 64 << 20;
    private static final float A = 1e-6f;

    /** A Java kernel on the device's memory, launched and awaited. */
    @Benchmark
    @Threads(1)
    public void kernel(DeviceState state, Views views) throws InterruptedException {
        F32 x = views.x;
        F32 y = views.y;
        state.stream()
                .launch(Range.of(ITEMS), i -> y.set(i, A * x.get(i) + y.get(i)))
                .await();
    }

    /** A loop over off-heap memory with a long index. */
    @Benchmark
    @Threads(2)
    public void segmentLoop(Segments segments, ThreadParams thread) {
        long share = ITEMS / thread.getThreadCount();
        long from = thread.getThreadIndex() * share;
        saxpy(segments.x, segments.y, from, from + share);
    }

    /** A loop over arrays. */
    @Benchmark
    @Threads(2)
    public void arrayLoop(Arrays arrays, ThreadParams thread) {
        int share = ITEMS / thread.getThreadCount();
        int from = thread.getThreadIndex() * share;
        saxpy(arrays.x, arrays.y, from, from + share);
    }

    private static void saxpy(MemorySegment x, MemorySegment y, long from, long to) {
        for (long i = from; i < to; i++) {
            float value = A * x.getAtIndex(ValueLayout.JAVA_FLOAT, i) + y.getAtIndex(ValueLayout.JAVA_FLOAT, i);
            y.setAtIndex(ValueLayout.JAVA_FLOAT, i, value);
        }
    }

    private static void saxpy(float[] x, float[] y, int from, int to) {
        for (int i = from; i < to; i++) {
            y[i] = A * x[i] + y[i];
        }
    }

    /** The device's buffers. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init")
    public static class Views {

        private F32 x;
        private F32 y;

        /** Allocates them and touches each page. */
        @Setup(Level.Trial)
        public void open(DeviceState state) throws InterruptedException {
            x = state.device().f32(ITEMS);
            y = state.device().f32(ITEMS);
            state.stream().fill(x, 1).fill(y, 0).await();
        }

        /** Closes them. */
        @TearDown(Level.Trial)
        public void close() {
            x.close();
            y.close();
        }
    }

    /** Off-heap memory. */
    @State(Scope.Benchmark)
    public static class Segments {

        private final Arena arena = Arena.ofShared();
        private final MemorySegment x = arena.allocate(ValueLayout.JAVA_FLOAT, ITEMS);
        private final MemorySegment y = arena.allocate(ValueLayout.JAVA_FLOAT, ITEMS);

        /** Frees it. */
        @TearDown(Level.Trial)
        public void close() {
            arena.close();
        }
    }

    /** Arrays. */
    @State(Scope.Benchmark)
    public static class Arrays {

        private final float[] x = new float[ITEMS];
        private final float[] y = new float[ITEMS];
    }
}
