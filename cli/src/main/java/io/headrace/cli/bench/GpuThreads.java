package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.Kernel;
import io.headrace.Stream;
import io.headrace.kernel.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Virtual threads, each with a stream and two buffers: 64 KiB up, a kernel, 64 KiB down. */
final class GpuThreads {

    private static final int FLOATS = 16 << 10;

    private GpuThreads() {}

    /** How many threads may have their buffers at a time. */
    static int most(Device device) {
        return (int) Math.min(Integer.MAX_VALUE, device.info().memoryBytes() / 4 / (2L * FLOATS * Float.BYTES));
    }

    /** Threads a second; all results are checked. */
    static double perSecond(Device device, Kernel saxpy, int threads) throws InterruptedException {
        float[] ones = new float[FLOATS];
        Arrays.fill(ones, 1);
        AtomicInteger wrong = new AtomicInteger();
        List<Thread> started = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < threads; i++) {
            int number = i;
            started.add(Thread.startVirtualThread(() -> {
                boolean right = false;
                try {
                    right = isRight(device, saxpy, ones, number % 1_000);
                } finally {
                    if (!right) {
                        wrong.incrementAndGet();
                    }
                }
            }));
        }
        for (Thread thread : started) {
            thread.join();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (wrong.get() > 0) {
            throw new IllegalStateException("wrong results: threads=" + wrong + " of=" + threads);
        }
        return threads / seconds;
    }

    private static boolean isRight(Device device, Kernel saxpy, float[] ones, float factor) {
        float[] result = new float[FLOATS];
        try (F32 x = device.f32(FLOATS);
                F32 y = device.f32(FLOATS);
                Stream stream = device.stream()) {
            stream.copy(ones, x)
                    .fill(y, 1)
                    .launch(saxpy, Range.of(FLOATS).group(256), FLOATS, factor, x, y)
                    .copy(y, result)
                    .await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        for (float value : result) {
            if (value != factor + 1) {
                return false;
            }
        }
        return true;
    }
}
