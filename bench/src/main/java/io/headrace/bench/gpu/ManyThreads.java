package io.headrace.bench.gpu;

import static jcuda.driver.CUstream_flags.CU_STREAM_NON_BLOCKING;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.Kernel;
import io.headrace.Program;
import io.headrace.Stream;
import io.headrace.kernel.Range;
import io.headrace.kernel.Source;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * Many small jobs: 64 KiB up, a kernel, 64 KiB down, every result checked. With Headrace each has a virtual thread and a stream of
 * its own; with JCuda jobs are shared by platform threads that keep their stream and memory, since it can hardly be done otherwise.
 */
final class ManyThreads {

    private static final int FLOATS = 16 << 10;
    private static final int BYTES = FLOATS * Float.BYTES;
    private static final int GROUP = 256;

    /** How many jobs have memory at a time, so that 100,000 fit any device, and the heap. */
    private static final int AT_ONCE = 2_000;

    private static final float[] ONES = ones();

    /** Results that are read, for the next job: it is not the collector that is measured. */
    private static final ConcurrentLinkedQueue<float[]> RESULTS = new ConcurrentLinkedQueue<>();

    /** What came out. */
    record Outcome(double perSecond, int wrong, double tickerLateMillisMax) {}

    private ManyThreads() {}

    private static float[] ones() {
        float[] ones = new float[FLOATS];
        Arrays.fill(ones, 1);
        return ones;
    }

    static Outcome headrace(Device device, int jobs) throws InterruptedException {
        AtomicInteger wrong = new AtomicInteger();
        Semaphore room = new Semaphore(AT_ONCE);
        try (Program program = device.compile(Source.ptx(Saxpy.PTX))) {
            Kernel saxpy = program.kernel("saxpy");
            LateTicker ticker = LateTicker.start();
            List<Thread> threads = new ArrayList<>(jobs);
            long start = System.nanoTime();
            for (int i = 0; i < jobs; i++) {
                int factor = i % 1_000;
                threads.add(Thread.startVirtualThread(() -> {
                    room.acquireUninterruptibly();
                    try {
                        if (!isRight(device, saxpy, factor)) {
                            wrong.incrementAndGet();
                        }
                    } catch (RuntimeException | InterruptedException e) {
                        wrong.incrementAndGet();
                    } finally {
                        room.release();
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            return new Outcome(jobs / seconds, wrong.get(), ticker.stop());
        }
    }

    private static boolean isRight(Device device, Kernel saxpy, float factor) throws InterruptedException {
        float[] used = RESULTS.poll();
        float[] result = used == null ? new float[FLOATS] : used;
        try (F32 x = device.f32(FLOATS);
                F32 y = device.f32(FLOATS);
                Stream stream = device.stream()) {
            stream.copy(ONES, x)
                    .fill(y, 1)
                    .launch(saxpy, Range.of(FLOATS).group(GROUP), FLOATS, factor, x, y)
                    .copy(y, result)
                    .await();
        }
        boolean right = hasOnly(FloatBuffer.wrap(result), factor + 1);
        RESULTS.add(result);
        return right;
    }

    private static boolean hasOnly(FloatBuffer values, float expected) {
        for (int i = 0; i < FLOATS; i++) {
            if (values.get(i) != expected) {
                return false;
            }
        }
        return true;
    }

    static Outcome jcuda(int workers, int jobs) throws InterruptedException {
        AtomicInteger wrong = new AtomicInteger();
        AtomicInteger next = new AtomicInteger();
        CUcontext context = new CUcontext();
        JCudaDriver.cuCtxGetCurrent(context);
        CUmodule module = new CUmodule();
        JCudaDriver.cuModuleLoadData(module, Saxpy.PTX);
        CUfunction saxpy = new CUfunction();
        JCudaDriver.cuModuleGetFunction(saxpy, module, "saxpy");
        List<Thread> threads = new ArrayList<>(workers);
        long start = System.nanoTime();
        for (int i = 0; i < workers; i++) {
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                JCudaDriver.cuCtxSetCurrent(context);
                try (JCudaWorker worker = new JCudaWorker(saxpy)) {
                    for (int job = next.getAndIncrement(); job < jobs; job = next.getAndIncrement()) {
                        if (!worker.isRight(job % 1_000)) {
                            wrong.incrementAndGet();
                        }
                    }
                } catch (RuntimeException e) {
                    wrong.incrementAndGet();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        JCudaDriver.cuModuleUnload(module);
        return new Outcome(jobs / seconds, wrong.get(), Double.NaN);
    }

    private static final class JCudaWorker implements AutoCloseable {

        private final CUfunction saxpy;
        private final CUstream stream = new CUstream();
        private final CUdeviceptr x = new CUdeviceptr();
        private final CUdeviceptr y = new CUdeviceptr();
        private final Pointer pinned = new Pointer();
        private final FloatBuffer values;

        JCudaWorker(CUfunction saxpy) {
            this.saxpy = saxpy;
            JCudaDriver.cuStreamCreate(stream, CU_STREAM_NON_BLOCKING);
            JCudaDriver.cuMemAlloc(x, BYTES);
            JCudaDriver.cuMemAlloc(y, BYTES);
            JCudaDriver.cuMemHostAlloc(pinned, BYTES, 0);
            values = pinned.getByteBuffer(0, BYTES)
                    .order(ByteOrder.nativeOrder())
                    .asFloatBuffer();
        }

        boolean isRight(float factor) {
            values.put(0, ONES);
            JCudaDriver.cuMemcpyHtoDAsync(x, pinned, BYTES, stream);
            JCudaDriver.cuMemsetD32Async(y, Float.floatToRawIntBits(1), FLOATS, stream);
            Pointer arguments = Pointer.to(
                    Pointer.to(new int[] {FLOATS}), Pointer.to(new float[] {factor}), Pointer.to(x), Pointer.to(y));
            JCudaDriver.cuLaunchKernel(saxpy, FLOATS / GROUP, 1, 1, GROUP, 1, 1, 0, stream, arguments, null);
            JCudaDriver.cuMemcpyDtoHAsync(pinned, y, BYTES, stream);
            JCudaDriver.cuStreamSynchronize(stream);
            return hasOnly(values, factor + 1);
        }

        @Override
        public void close() {
            JCudaDriver.cuMemFree(x);
            JCudaDriver.cuMemFree(y);
            JCudaDriver.cuMemFreeHost(pinned);
            JCudaDriver.cuStreamDestroy(stream);
        }
    }

    /** A virtual thread that sleeps for a millisecond again and again. */
    private static final class LateTicker {

        private final Thread thread = Thread.ofVirtual().unstarted(this::run);
        private volatile boolean stopped;
        private long mostNanosLate;

        static LateTicker start() {
            LateTicker ticker = new LateTicker();
            ticker.thread.start();
            return ticker;
        }

        /** Gives how late it was at most, in milliseconds. */
        double stop() throws InterruptedException {
            stopped = true;
            thread.join();
            return mostNanosLate / 1e6;
        }

        private void run() {
            while (!stopped) {
                long start = System.nanoTime();
                try {
                    Thread.sleep(Duration.ofMillis(1));
                } catch (InterruptedException e) {
                    return;
                }
                mostNanosLate = Math.max(mostNanosLate, System.nanoTime() - start - TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
    }
}
