package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.I32;
import io.headrace.Stream;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Kernel2D;
import io.headrace.kernel.Kernel3D;
import io.headrace.kernel.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** Java kernels over ranges of 1 to 3 dimensions: each item runs once. */
abstract class LaunchContract extends DriverContract {

    @Test
    void eachItemOfOneDimensionRunsOnce() throws InterruptedException {
        Device device = device();
        for (int n : new int[] {1, 2, 3, 63, 64, 65, 1_000, 65_536, 65_537, 1_000_003}) {
            AtomicIntegerArray runs = new AtomicIntegerArray(n);
            try (Stream stream = device.stream()) {
                finish(stream.launch(Range.of(n), x -> runs.incrementAndGet((int) x)));
            }
            assertAllOnce(runs, "x=" + n);
        }
    }

    @Test
    void eachItemOfTwoDimensionsRunsOnce() throws InterruptedException {
        Device device = device();
        for (int[] size : new int[][] {{1, 1}, {7, 3}, {1, 100_003}, {100_003, 1}, {1_021, 509}}) {
            AtomicIntegerArray runs = new AtomicIntegerArray(size[0] * size[1]);
            try (Stream stream = device.stream()) {
                finish(stream.launch(
                        Range.of(size[0], size[1]), (x, y) -> runs.incrementAndGet((int) (y * size[0] + x))));
            }
            assertAllOnce(runs, "x=" + size[0] + " y=" + size[1]);
        }
    }

    @Test
    void eachItemOfThreeDimensionsRunsOnce() throws InterruptedException {
        Device device = device();
        for (int[] size : new int[][] {{1, 1, 1}, {2, 3, 5}, {1, 1, 70_001}, {70_001, 1, 1}, {101, 61, 37}}) {
            AtomicIntegerArray runs = new AtomicIntegerArray(size[0] * size[1] * size[2]);
            try (Stream stream = device.stream()) {
                finish(stream.launch(
                        Range.of(size[0], size[1], size[2]),
                        (x, y, z) -> runs.incrementAndGet((int) ((z * size[1] + y) * size[0] + x))));
            }
            assertAllOnce(runs, "x=" + size[0] + " y=" + size[1] + " z=" + size[2]);
        }
    }

    @Test
    void zeroItemsRunNothing() throws InterruptedException {
        Device device = device();
        AtomicInteger runs = new AtomicInteger();
        Gate gate = gate();
        try (Stream stream = device.stream()) {
            gate.hold(stream);
            stream.launch(Range.of(0), x -> runs.incrementAndGet())
                    .launch(Range.of(0, 5), (x, y) -> runs.incrementAndGet())
                    .launch(Range.of(5, 5, 0), (x, y, z) -> runs.incrementAndGet());
            assertThat(stream.isDone()).isFalse();
            gate.open();
            finish(stream);
        }
        assertThat(runs).hasValue(0);
    }

    @Test
    void aRangeHasToHaveTheKernelsDimensions() throws InterruptedException {
        Device device = device();
        try (Stream stream = device.stream()) {
            Kernel1D one = x -> {};
            Kernel2D two = (x, y) -> {};
            Kernel3D three = (x, y, z) -> {};
            assertThatThrownBy(() -> stream.launch(Range.of(2, 2), one)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> stream.launch(Range.of(2), two)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> stream.launch(Range.of(2, 2), three)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> stream.offerLaunch(Range.of(2, 2, 2), one))
                    .isInstanceOf(IllegalArgumentException.class);
            finish(stream);
        }
    }

    @Test
    void saxpyIsRight() throws InterruptedException {
        Device device = device();
        int n = 100_003;
        float[] hostX = new float[n];
        float[] hostY = new float[n];
        float[] result = new float[n];
        for (int i = 0; i < n; i++) {
            hostX[i] = i;
            hostY[i] = 3 * i;
        }
        float a = 2.5f;
        try (F32 x = device.f32(n);
                F32 y = device.f32(n);
                Stream stream = device.stream()) {
            finish(stream.copy(hostX, x)
                    .copy(hostY, y)
                    .launch(Range.of(n), i -> y.set(i, a * x.get(i) + y.get(i)))
                    .copy(y, result));
        }
        for (int i = 0; i < n; i++) {
            assertThat(result[i]).isEqualTo(a * i + 3 * i);
        }
    }

    @Test
    void oneLambdaWithOtherCapturedValuesIsAnotherKernel() throws InterruptedException {
        Device device = device();
        int[] back = new int[100];
        try (I32 x = device.i32(100);
                Stream stream = device.stream()) {
            for (int i = 0; i < 100; i++) {
                int index = i;
                stream.launch(Range.of(1), item -> x.set(index, index * index));
            }
            finish(stream.copy(x, back));
        }
        for (int i = 0; i < 100; i++) {
            assertThat(back[i]).isEqualTo(i * i);
        }
    }

    @Test
    void kernelsMayBeLambdasMethodReferencesAndClasses() throws InterruptedException {
        Device device = device();
        LongAdder sum = new LongAdder();
        try (Stream stream = device.stream()) {
            stream.launch(Range.of(10), sum::add);
            stream.launch(Range.of(10), new Adding(sum));
            stream.launch(Range.of(10), x -> sum.add(x));
            finish(stream);
        }
        assertThat(sum.sum()).isEqualTo(3 * 45);
    }

    private record Adding(LongAdder sum) implements Kernel1D {
        @Override
        public void run(long x) {
            sum.add(x);
        }
    }

    @Test
    void oneKernelMayRunOnManyStreamsAtOnce() throws Exception {
        Device device = device();
        AtomicIntegerArray runs = new AtomicIntegerArray(1_000);
        Kernel1D kernel = x -> runs.incrementAndGet((int) x);
        List<Task<Boolean>> tasks = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            tasks.add(Task.run(() -> {
                try (Stream stream = device.stream()) {
                    for (int i = 0; i < 50; i++) {
                        stream.launch(Range.of(1_000), kernel);
                    }
                    finish(stream);
                }
            }));
        }
        for (Task<Boolean> task : tasks) {
            task.join();
        }
        for (int i = 0; i < 1_000; i++) {
            assertThat(runs.get(i)).isEqualTo(8 * 50);
        }
    }

    @Test
    void manyLargeLaunchesAtOnceRunEachItemOnce() throws InterruptedException {
        Device device = device();
        int n = 200_003;
        List<Stream> streams = new ArrayList<>();
        List<AtomicIntegerArray> runs = new ArrayList<>();
        for (int s = 0; s < 8; s++) {
            AtomicIntegerArray counts = new AtomicIntegerArray(n);
            runs.add(counts);
            streams.add(device.stream().launch(Range.of(n), x -> counts.incrementAndGet((int) x)));
        }
        for (Stream stream : streams) {
            finish(stream);
        }
        for (AtomicIntegerArray counts : runs) {
            assertAllOnce(counts, "x=" + n);
        }
    }

    private static void assertAllOnce(AtomicIntegerArray runs, String range) {
        for (int i = 0; i < runs.length(); i++) {
            if (runs.get(i) != 1) {
                assertThat(runs.get(i))
                        .as("runs of item " + i + " of range " + range)
                        .isEqualTo(1);
            }
        }
    }
}
