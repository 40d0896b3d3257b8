package io.headrace.cuda.standin;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StandInNvrtcTest {

    private static final String SOURCE = """
            // extern "C" __global__ void not_this(int a) {}
            struct Pair { int i; double d; };
            extern "C" __global__ void saxpy(int n, float a, const float *x, float *y) {
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                if (i < n) { y[i] = a * x[i] + y[i]; }
            }
            extern "C" __global__ void __launch_bounds__(256) empty() {}
            extern "C" {
            __global__ void struct_sum(Pair pair, double *sum) { *sum = pair.i + pair.d; }
            __global__ void add_i32(int *p, int value, long n) {}
            }
            """;

    private final SymbolLookup nvrtc = SymbolLookup.libraryLookup(StandIn.get().nvrtc(), Arena.global());
    private final RawCalls cuda = new RawCalls();
    private final MemorySegment program = cuda.arena().allocate(ADDRESS);

    @AfterEach
    void close() {
        call("nvrtcDestroyProgram", program);
        cuda.close();
    }

    private int call(String function, Object... arguments) {
        return (int) StandIn.call(nvrtc, function, JAVA_INT, arguments);
    }

    private int compile(String source, String... options) {
        MemorySegment list = cuda.arena().allocate(ADDRESS, Math.max(1, options.length));
        for (int i = 0; i < options.length; i++) {
            list.setAtIndex(ADDRESS, i, cuda.arena().allocateFrom(options[i]));
        }
        assertThat(call(
                        "nvrtcCreateProgram",
                        program,
                        cuda.arena().allocateFrom(source),
                        cuda.arena().allocateFrom("test.cu"),
                        0,
                        MemorySegment.NULL,
                        MemorySegment.NULL))
                .isZero();
        return call("nvrtcCompileProgram", program.get(ADDRESS, 0), options.length, list);
    }

    private String text(String what) {
        MemorySegment size = cuda.arena().allocate(JAVA_LONG);
        assertThat(call("nvrtcGet" + what + "Size", program.get(ADDRESS, 0), size))
                .isZero();
        MemorySegment text = cuda.arena().allocate(size.get(JAVA_LONG, 0));
        assertThat(call("nvrtcGet" + what, program.get(ADDRESS, 0), text)).isZero();
        return text.getString(0);
    }

    @Test
    void whatItCompilesIsWhatTheDriverLoads() {
        assertThat(compile(SOURCE, "--gpu-architecture=compute_90", "-DX=1")).isZero();
        String ptx = text("PTX");
        assertThat(ptx)
                .contains(".target sm_90", ".entry saxpy(", ".entry empty(")
                .doesNotContain("not_this");
        assertThat(text("ProgramLog")).isEmpty();
        long module = cuda.made("cuModuleLoadData", cuda.arena().allocateFrom(ptx));
        assertThat(cuda.number("cuModuleGetFunctionCount", module)).isEqualTo(4);
    }

    @Test
    void aBinaryIsThereForARealArchitectureOnly() {
        assertThat(compile(SOURCE, "-arch=sm_90")).isZero();
        assertThat(text("CUBIN")).contains(".entry saxpy(");
    }

    @Test
    void errorsNameTheFileAndTheLine() {
        assertThat(compile("\n#error \"not today\"\n")).isEqualTo(6);
        assertThat(text("ProgramLog")).contains("test.cu(2)", "#error \"not today\"", "1 error detected");
        MemorySegment size = cuda.arena().allocate(JAVA_LONG);
        assertThat(call("nvrtcGetPTXSize", program.get(ADDRESS, 0), size)).isNotZero();
        call("nvrtcDestroyProgram", program);
        assertThat(compile("extern \"C\" __global__ void f() {\n if (1) {\n}\n"))
                .isEqualTo(6);
        assertThat(text("ProgramLog")).contains("test.cu(4)", "line 1");
    }

    @Test
    void anUnknownOptionIsRefused() {
        assertThat(compile(SOURCE, "--make-it-fast")).isEqualTo(5);
        assertThat(text("ProgramLog")).contains("--make-it-fast");
    }

    @Test
    void aNameThatIsNotExternCIsMangled() {
        assertThat(compile("__global__ void empty() {}")).isZero();
        assertThat(text("PTX")).contains(".entry _Z5empty");
    }
}
