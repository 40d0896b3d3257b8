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
import org.openjdk.jmh.annotations.Warmup;

/** y = a * x + y over data that fits the cache: as a kernel, over off-heap memory, over arrays. One thread each. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class SaxpyBenchmark {

    private static final int ITEMS = 1 << 14;
    private static final float A = 1e-6f;

    private final float[] arrayX = new float[ITEMS];
    private final float[] arrayY = new float[ITEMS];
    private MemorySegment segmentX;
    private MemorySegment segmentY;

    /** Allocates the off-heap memory. */
    @Setup(Level.Trial)
    public void open() {
        Arena arena = Arena.ofAuto();
        segmentX = arena.allocate(ValueLayout.JAVA_FLOAT, ITEMS);
        segmentY = arena.allocate(ValueLayout.JAVA_FLOAT, ITEMS);
    }

    /** A Java kernel on the device's memory, launched and awaited. */
    @Benchmark
    public void kernel(Views views) throws InterruptedException {
        F32 x = views.x;
        F32 y = views.y;
        views.device.stream()
                .launch(Range.of(ITEMS), i -> y.set(i, A * x.get(i) + y.get(i)))
                .await();
    }

    /** A loop over off-heap memory with a long index. */
    @Benchmark
    public void segmentLoop() {
        MemorySegment x = segmentX;
        MemorySegment y = segmentY;
        for (long i = 0; i < ITEMS; i++) {
            float value = A * x.getAtIndex(ValueLayout.JAVA_FLOAT, i) + y.getAtIndex(ValueLayout.JAVA_FLOAT, i);
            y.setAtIndex(ValueLayout.JAVA_FLOAT, i, value);
        }
    }

    /** A loop over arrays. */
    @Benchmark
    public void arrayLoop() {
        float[] x = arrayX;
        float[] y = arrayY;
        for (int i = 0; i < ITEMS; i++) {
            y[i] = A * x[i] + y[i];
        }
    }

    /** The device's buffers. */
    @State(Scope.Benchmark)
    @SuppressWarnings("NullAway.Init")
    public static class Views {

        private DeviceState device;
        private F32 x;
        private F32 y;

        /** Allocates them. */
        @Setup(Level.Trial)
        public void open(DeviceState state) {
            device = state;
            x = state.device().f32(ITEMS);
            y = state.device().f32(ITEMS);
        }

        /** Closes them. */
        @TearDown(Level.Trial)
        public void close() {
            x.close();
            y.close();
        }
    }
}
