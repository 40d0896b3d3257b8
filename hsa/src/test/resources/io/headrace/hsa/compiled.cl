// What compiled-gfx900.hsaco was made from, by LLVM 14:
// clang -x cl -target amdgcn-amd-amdhsa -mcpu=gfx900 -nogpulib -O2 -o compiled-gfx900.hsaco compiled.cl

typedef struct {
    int a;
    double b;
} pair;

kernel void sum(int n, global const float *x, local float *own, pair p, global double *out) {
    int i = __builtin_amdgcn_workitem_id_x();
    own[i] = x[i];
    out[i] = own[i] * n + p.a + p.b;
}

kernel __attribute__((reqd_work_group_size(64, 2, 1))) void fixed(global long *p) {
    *p = (long)__builtin_amdgcn_implicitarg_ptr();
}
