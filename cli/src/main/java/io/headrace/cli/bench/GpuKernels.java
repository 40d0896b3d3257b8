package io.headrace.cli.bench;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.Kernel;
import io.headrace.Program;
import io.headrace.cli.CommandFailure;
import io.headrace.kernel.Source;

/** The kernel of {@link GpuBench}, in the assembly language that each NVIDIA driver compiles by itself. */
final class GpuKernels implements AutoCloseable {

    private static final String PTX = """
            .version 6.4
            .target sm_52
            .address_size 64

            .visible .entry saxpy(.param .u32 n, .param .f32 a, .param .u64 x, .param .u64 y)
            {
                .reg .pred %p;
                .reg .f32 %f<5>;
                .reg .b32 %r<6>;
                .reg .b64 %rd<10>;
                ld.param.u32 %r4, [n];
                ld.param.f32 %f1, [a];
                ld.param.u64 %rd2, [x];
                ld.param.u64 %rd3, [y];
                cvta.to.global.u64 %rd2, %rd2;
                cvta.to.global.u64 %rd3, %rd3;
                mov.u32 %r1, %ctaid.x;
                mov.u32 %r2, %ntid.x;
                mov.u32 %r3, %tid.x;
                mad.lo.u32 %r5, %r1, %r2, %r3;
                setp.ge.u32 %p, %r5, %r4;
                @%p bra done;
                cvt.u64.u32 %rd4, %r5;
                shl.b64 %rd6, %rd4, 2;
                add.u64 %rd7, %rd2, %rd6;
                add.u64 %rd8, %rd3, %rd6;
                ld.global.f32 %f2, [%rd7];
                ld.global.f32 %f3, [%rd8];
                fma.rn.f32 %f4, %f1, %f2, %f3;
                st.global.f32 [%rd8], %f4;
            done:
                ret;
            }

            .visible .entry saxpy4(.param .u32 n, .param .f32 a, .param .u64 x, .param .u64 y)
            {
                .reg .pred %p;
                .reg .f32 %f<10>;
                .reg .b32 %r<7>;
                .reg .b64 %rd<6>;
                ld.param.u32 %r1, [n];
                ld.param.f32 %f1, [a];
                ld.param.u64 %rd1, [x];
                ld.param.u64 %rd2, [y];
                mov.u32 %r2, %ctaid.x;
                mov.u32 %r3, %ntid.x;
                mov.u32 %r4, %tid.x;
                mad.lo.u32 %r5, %r2, %r3, %r4;
                shr.u32 %r6, %r1, 2;
                setp.ge.u32 %p, %r5, %r6;
                @%p bra done;
                mul.wide.u32 %rd3, %r5, 16;
                add.u64 %rd4, %rd1, %rd3;
                add.u64 %rd5, %rd2, %rd3;
                ld.global.v4.f32 {%f2, %f3, %f4, %f5}, [%rd4];
                ld.global.v4.f32 {%f6, %f7, %f8, %f9}, [%rd5];
                fma.rn.f32 %f6, %f1, %f2, %f6;
                fma.rn.f32 %f7, %f1, %f3, %f7;
                fma.rn.f32 %f8, %f1, %f4, %f8;
                fma.rn.f32 %f9, %f1, %f5, %f9;
                st.global.v4.f32 [%rd5], {%f6, %f7, %f8, %f9};
            done:
                ret;
            }
            """;

    private final Program program;

    GpuKernels(Device device) {
        program = device.compile(Source.ptx(PTX).withName("bench.ptx"));
    }

    /** The first device that takes the kernels. */
    static Device device(Headrace headrace) {
        return headrace.devices().stream()
                .filter(device -> device.info().sourceKinds().contains(Source.Kind.PTX))
                .findFirst()
                .orElseThrow(() -> new CommandFailure("there is no NVIDIA GPU that could be used: devices="
                        + headrace.devices().stream().map(Device::id).toList()
                        + "; `headrace info` says why the CUDA driver has none"));
    }

    /** Takes an int, a float and two buffers: {@code y = a * x + y} for so many items; with 0 it does nothing. */
    Kernel saxpy() {
        return program.kernel("saxpy");
    }

    /** The same for a multiple of 4 items, an item of the range for each 4: wide accesses are what a GPU's memory is fastest by. */
    Kernel saxpy4() {
        return program.kernel("saxpy4");
    }

    @Override
    public void close() {
        program.close();
    }
}
