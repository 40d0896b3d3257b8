package io.headrace.bench.gpu;

/** The kernel of all contenders, in the assembly language that each NVIDIA driver compiles by itself. */
final class Saxpy {

    /** Takes an int, a float and two pointers: {@code y = a * x + y} for so many items; with 0 it does nothing. {@code saxpy4} is for 4 items each. */
    static final String PTX = """
            .version 6.4
            .target sm_52
            .address_size 64

            .visible .entry saxpy(.param .u32 n, .param .f32 a, .param .u64 x, .param .u64 y)
            {
                .reg .pred %p;
                .reg .f32 %f<4>;
                .reg .b32 %r<6>;
                .reg .b64 %rd<6>;
                ld.param.u32 %r1, [n];
                ld.param.f32 %f1, [a];
                ld.param.u64 %rd1, [x];
                ld.param.u64 %rd2, [y];
                mov.u32 %r2, %ctaid.x;
                mov.u32 %r3, %ntid.x;
                mov.u32 %r4, %tid.x;
                mad.lo.u32 %r5, %r2, %r3, %r4;
                setp.ge.u32 %p, %r5, %r1;
                @%p bra done;
                mul.wide.u32 %rd3, %r5, 4;
                add.u64 %rd4, %rd1, %rd3;
                add.u64 %rd5, %rd2, %rd3;
                ld.global.f32 %f2, [%rd4];
                ld.global.f32 %f3, [%rd5];
                fma.rn.f32 %f2, %f1, %f2, %f3;
                st.global.f32 [%rd5], %f2;
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

    private Saxpy() {}
}
