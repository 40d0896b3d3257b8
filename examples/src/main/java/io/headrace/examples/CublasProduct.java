package io.headrace.examples;

import io.headrace.Device;
import io.headrace.F32;
import io.headrace.Headrace;
import io.headrace.Program;
import io.headrace.Stream;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.NativeCall;
import io.headrace.kernel.Range;
import io.headrace.kernel.Source;
import java.util.Optional;

/**
 * A native library between two kernels of one's own: the first makes two matrices, NVIDIA's cuBLAS multiplies them, the second
 * changes the product. All are in one stream, so each sees what was before it, and nothing waits in between.
 */
public final class CublasProduct {

    private static final String KERNELS = """
            extern "C" __global__ void make(float *a, float *b, int n) {
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                if (i < n) {
                    a[i] = i % 7 - 3;
                    b[i] = i % 11 - 5;
                }
            }

            extern "C" __global__ void twice_and_one(float *c, int n) {
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                if (i < n) c[i] = 2 * c[i] + 1;
            }
            """;

    private CublasProduct() {}

    /** Multiplies two matrices of 500 x 500, or says what it lacks for that. */
    public static void main(String[] args) throws InterruptedException {
        System.out.println("cuBLAS product: " + run(500));
    }

    /** What came of a product of two matrices of {@code n * n}. */
    static String run(int n) throws InterruptedException {
        try (Headrace headrace = Headrace.open()) {
            Optional<Device> device = headrace.devices().stream()
                    .filter(each -> each.info().sourceKinds().contains(Source.Kind.CUDA_C))
                    .findFirst();
            if (device.isEmpty()) {
                return "not run, there is no NVIDIA GPU that could be used: " + headrace.drivers();
            }
            Optional<Cublas> cublas = Cublas.find();
            if (cublas.isEmpty()) {
                return "not run, there is no cuBLAS: looked for " + Cublas.NAMES
                        + " by the system's loader (LD_LIBRARY_PATH), and in CUDA_HOME, CUDA_PATH and /usr/local/cuda";
            }
            float[] result = product(device.get(), cublas.get(), n);
            return "wrong elements = " + wrong(result, n) + " (" + device.get().name() + ", "
                    + cublas.get().name() + ")";
        } catch (UnsupportedFeatureException e) {
            return "not run, the kernels cannot be compiled: " + e.getMessage();
        }
    }

    private static float[] product(Device device, Cublas cublas, int n) throws InterruptedException {
        int count = n * n;
        float[] result = new float[count];
        long[] handle = new long[1];
        try (Program program = device.compile(Source.cudaC(KERNELS).withName("product.cu"));
                F32 a = device.f32(count);
                F32 b = device.f32(count);
                F32 c = device.f32(count);
                Stream stream = device.stream()) {
            // The stream's operations are done when this returns, so the handle is there, and nothing that used it is
            // left later.
            stream.nativeCall(throwing(queue -> handle[0] = cublas.create())).await();
            stream.launch(program.kernel("make"), Range.of(count), a, b, count)
                    .nativeCall(throwing(queue -> cublas.product(
                            handle[0], queue, n, a.nativeAddress(), b.nativeAddress(), c.nativeAddress())))
                    .launch(program.kernel("twice_and_one"), Range.of(count), c, count)
                    .copy(c, result)
                    .await();
            stream.nativeCall(throwing(queue -> cublas.destroy(handle[0]))).await();
        }
        return result;
    }

    /** A call of a native function, which may throw anything as far as Java knows. */
    private interface AnyCall {

        void run(long queue) throws Throwable;
    }

    private static NativeCall throwing(AnyCall call) {
        return queue -> {
            try {
                call.run(queue);
            } catch (Exception | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        };
    }

    /** Small whole numbers, so that all sums are exact and their order does not matter. */
    static int wrong(float[] result, int n) {
        int wrong = 0;
        for (int y = 0; y < n; y++) {
            for (int x = 0; x < n; x++) {
                int sum = 0;
                for (int k = 0; k < n; k++) {
                    sum += ((y * n + k) % 7 - 3) * ((k * n + x) % 11 - 5);
                }
                if (result[y * n + x] != 2 * sum + 1) {
                    wrong++;
                }
            }
        }
        return wrong;
    }
}
