package io.headrace.opencl;

import static io.headrace.opencl.OpenClRuntime.finish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.HostBuffer;
import io.headrace.I32;
import io.headrace.Kernel;
import io.headrace.Program;
import io.headrace.Stream;
import io.headrace.error.CompilationException;
import io.headrace.error.UnsupportedFeatureException;
import io.headrace.kernel.LaunchOptions;
import io.headrace.kernel.Range;
import io.headrace.kernel.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class KernelsTest {

    private static final Source SOURCE = Source.openclC("""
            kernel void fill_with(global int* p, int value, int n) {
                int i = get_global_id(0);
                if (i < n) p[i] = value;
            }

            kernel void sums(global const int* in, local int* own, global int* out) {
                int at = get_local_id(0);
                own[at] = in[get_global_id(0)];
                barrier(CLK_LOCAL_MEM_FENCE);
                if (at == 0) {
                    int sum = 0;
                    for (int i = 0; i < get_local_size(0); i++) sum += own[i];
                    out[get_group_id(0)] = sum;
                }
            }

            kernel void two_locals(local int* a, local int* b) {}

            kernel void or_null(global int* p, global int* out) { *out = p == 0; }

            kernel __attribute__((reqd_work_group_size(8, 1, 1))) void by_eight(global int* out) {
                out[get_global_id(0)] = get_local_size(0);
            }

            kernel void places(global int* out) {
                out[get_global_id(0) + 10 * get_global_id(1) + 100 * get_global_id(2)] = 1;
            }
            """).withName("kernels.cl");

    @Test
    void aParameterInLocalMemoryTakesNoArgumentAndAsManyBytesAsTheLaunchSays() throws InterruptedException {
        try (OpenClRuntime opencl = new OpenClRuntime();
                Program program = opencl.device().compile(SOURCE);
                I32 in = opencl.device().i32(64);
                I32 out = opencl.device().i32(4);
                Stream stream = opencl.device().stream()) {
            int[] back = new int[4];
            stream.fill(in, 3)
                    .launch(
                            program.kernel("sums"),
                            Range.of(64).group(16),
                            LaunchOptions.defaults().withSharedMemory(64),
                            in,
                            out);
            finish(stream.copy(out, back));
            assertThat(back).containsOnly(48);
        }
    }

    @Test
    void aLaunchWithoutTheMemoryThatGroupsNeedOrWithMoreThanThereIsIsRefused() {
        try (OpenClRuntime opencl = new OpenClRuntime();
                Program program = opencl.device().compile(SOURCE);
                I32 data = opencl.device().i32(64);
                Stream stream = opencl.device().stream()) {
            Kernel sums = program.kernel("sums");
            assertThatThrownBy(() -> stream.launch(sums, Range.of(64).group(16), data, data))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("kernel=sums", "local int*", "withSharedMemory");
            assertThatThrownBy(() -> stream.launch(
                            sums,
                            Range.of(64).group(16),
                            LaunchOptions.defaults().withSharedMemory(Integer.MAX_VALUE),
                            data,
                            data))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("sharedMemoryBytes=" + Integer.MAX_VALUE, "limit=");
            assertThat(stream.isDone()).isTrue();
        }
    }

    @Test
    void aKernelWithTwoParametersInLocalMemoryIsRefusedWithTheWayOut() {
        try (OpenClRuntime opencl = new OpenClRuntime();
                Program program = opencl.device().compile(SOURCE)) {
            assertThatThrownBy(() -> program.kernel("two_locals"))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContainingAll("kernel=two_locals", "divide it");
        }
    }

    @Test
    void noBufferIsANullPointerAndAnyOtherAddressIsRefused() throws InterruptedException {
        try (OpenClRuntime opencl = new OpenClRuntime();
                Program program = opencl.device().compile(SOURCE);
                I32 out = opencl.device().i32(1);
                Stream stream = opencl.device().stream()) {
            Kernel kernel = program.kernel("or_null");
            int[] back = new int[1];
            finish(stream.launch(kernel, Range.of(1), 0L, out).copy(out, back));
            assertThat(back).containsExactly(1);
            finish(stream.launch(kernel, Range.of(1), out.nativeAddress(), out).copy(out, back));
            assertThat(back).containsExactly(0);
            assertThatThrownBy(() -> stream.launch(kernel, Range.of(1), 4_096L, out))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContainingAll("kernel=or_null", "index=0", "copy host memory");
            assertThat(stream.isDone()).isTrue();
        }
    }

    @Test
    void hostMemoryIsNoArgument() {
        try (OpenClRuntime opencl = new OpenClRuntime();
                Program program = opencl.device().compile(SOURCE);
                HostBuffer host = opencl.device().hostBuffer(64);
                Stream stream = opencl.device().stream()) {
            assertThatThrownBy(() -> stream.launch(program.kernel("fill_with"), Range.of(1), host, 1, 1))
                    .isInstanceOf(UnsupportedFeatureException.class)
                    .hasMessageContaining("do not reach host memory");
        }
    }

    @Test
    void groupsThatAKernelWasCompiledForAreTakenAndOthersRefused() throws InterruptedException {
        try (OpenClRuntime opencl = new OpenClRuntime();
                Program program = opencl.device().compile(SOURCE);
                I32 out = opencl.device().i32(16);
                Stream stream = opencl.device().stream()) {
            Kernel kernel = program.kernel("by_eight");
            int[] back = new int[16];
            finish(stream.launch(kernel, Range.of(16), out).copy(out, back));
            assertThat(back).containsOnly(8);
            assertThatThrownBy(() -> stream.launch(kernel, Range.of(16).group(4), out))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("group=4x1x1", "wanted=8x1x1");
        }
    }

    @Test
    void rangesOfThreeDimensionsReachEachItem() throws InterruptedException {
        try (OpenClRuntime opencl = new OpenClRuntime();
                Program program = opencl.device().compile(SOURCE);
                I32 out = opencl.device().i32(1_000);
                Stream stream = opencl.device().stream()) {
            int[] back = new int[1_000];
            stream.launch(program.kernel("places"), Range.of(8, 4, 2).group(4, 2, 1), out);
            finish(stream.copy(out, back));
            for (int i = 0; i < back.length; i++) {
                assertThat(back[i]).as("at " + i).isEqualTo(i % 10 < 8 && i / 10 % 10 < 4 && i < 200 ? 1 : 0);
            }
        }
    }

    @Test
    void oneKernelIsLaunchedInSeveralQueuesAtTheSameTimeWithArgumentsOfTheirOwn() throws Exception {
        int threads = 4;
        try (OpenClRuntime opencl = new OpenClRuntime();
                Program program = opencl.device().compile(SOURCE);
                ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            Device device = opencl.device();
            Kernel kernel = program.kernel("fill_with");
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int value = thread + 1;
                all.add(executor.submit(() -> {
                    try (I32 own = device.i32(64);
                            Stream stream = device.stream()) {
                        int[] back = new int[64];
                        for (int round = 0; round < 100; round++) {
                            stream.launch(kernel, Range.of(64), own, 1_000 * value + round, 64);
                        }
                        finish(stream.copy(own, back));
                        assertThat(back).containsOnly(1_000 * value + 99);
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get(60, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void theCompilersLogAndOptionsAreInTheException() {
        try (OpenClRuntime opencl = new OpenClRuntime()) {
            Source wrong = Source.openclC("kernel void wrong() { int x = undeclared_thing; }")
                    .withName("wrong.cl")
                    .withOptions("-DA=1", "-cl-mad-enable");
            assertThatThrownBy(() -> opencl.device().compile(wrong))
                    .isInstanceOfSatisfying(
                            CompilationException.class, e -> assertThat(e.log()).contains("undeclared_thing"))
                    .hasMessageContainingAll("wrong.cl", "-cl-mad-enable");
        }
    }
}
