package io.headrace.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.Kernel;
import io.headrace.Program;
import io.headrace.Recording;
import io.headrace.Stream;
import io.headrace.kernel.Range;
import io.headrace.kernel.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ManyThreadsTest {

    /** The stand-in has this kernel: {@code (int n, float a, const float* x, float* y)}. */
    private static final Source SAXPY = Source.cudaC("""
            extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                if (i < n) y[i] = a * x[i] + y[i];
            }
            """);

    private static final int FLOATS = 2_000;

    @Test
    void eachOfManyVirtualThreadsGetsItsOwnResult() throws InterruptedException {
        try (Gpu gpu = new Gpu();
                Program program = gpu.device().compile(SAXPY)) {
            Device device = gpu.device();
            Kernel saxpy = program.kernel("saxpy");
            float[] ones = new float[FLOATS];
            Arrays.fill(ones, 1);
            AtomicInteger wrong = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                float factor = i;
                threads.add(Thread.startVirtualThread(() -> {
                    float[] result = new float[FLOATS];
                    try (F32 x = device.f32(FLOATS);
                            F32 y = device.f32(FLOATS);
                            Stream stream = device.stream()) {
                        stream.copy(ones, x)
                                .fill(y, 1)
                                .launch(saxpy, Range.of(FLOATS).group(256), FLOATS, factor, x, y)
                                .copy(y, result);
                        stream.await(Gpu.LIMIT);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    for (float value : result) {
                        if (value != factor + 1) {
                            wrong.incrementAndGet();
                            return;
                        }
                    }
                }));
            }
            for (Thread thread : threads) {
                assertThat(thread.join(Gpu.LIMIT.multipliedBy(3))).isTrue();
            }
            assertThat(wrong).hasValue(0);
            assertThat(gpu.standIn().calls("cuStreamSynchronize")).isZero();
        }
    }

    @Test
    void aRecordingIsOneCallAndGivesTheSame() throws InterruptedException {
        try (Gpu gpu = new Gpu();
                Program program = gpu.device().compile(SAXPY);
                F32 x = gpu.device().f32(FLOATS);
                F32 y = gpu.device().f32(FLOATS);
                Stream stream = gpu.device().stream()) {
            Kernel saxpy = program.kernel("saxpy");
            Recording recording = gpu.device().record(recorder -> {
                recorder.fill(x, 2);
                for (int i = 0; i < 50; i++) {
                    recorder.launch(saxpy, Range.of(FLOATS).group(256), FLOATS, 1f, x, y);
                }
            });
            Gpu.finish(stream);
            long before = gpu.standIn().calls("cuLaunchKernel");
            for (int i = 0; i < 10; i++) {
                stream.replay(recording);
            }
            float[] back = new float[FLOATS];
            Gpu.finish(stream.copy(y, back));
            assertThat(back).containsOnly(1_000);
            assertThat(gpu.standIn().calls("cuGraphLaunch")).isEqualTo(10);
            assertThat(gpu.standIn().calls("cuLaunchKernel")).isEqualTo(before);
        }
    }
}
