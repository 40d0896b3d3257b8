// The kernels of kernels.cu in OpenCL C; items outside the range leave at once.

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void empty() {}

kernel void saxpy(int n, float a, global const float* x, global float* y) {
    int i = get_global_id(0);
    if (i < n) {
        y[i] = a * x[i] + y[i];
    }
}

kernel void add_i32(global int* p, int value, long n) {
    long i = get_global_id(0);
    if (i < n) {
        p[i] += value;
    }
}

kernel void store_u64(global ulong* p, ulong value) {
    if (get_global_id(0) == 0) {
        *(volatile global ulong*)p = value;
    }
}

// Appends id to the log; launches that run one after the other append in their order.
kernel void append(global int* log, global int* counter, int id) {
    if (get_global_id(0) == 0) {
        log[(*counter)++] = id;
    }
}

// OpenCL C has no clock: a round of a loop over a variable in memory takes half a nanosecond or more everywhere.
kernel void spin_ns(long ns) {
    if (get_global_id(0) == 0) {
        volatile long left = 2 * ns;
        while (left > 0) {
            left--;
        }
    }
}

// Writes where there is no memory; not at a constant, which a compiler may take for a promise that this is never called.
kernel void fail_illegal() {
    *(volatile global int*)(16 + 4 * get_global_id(0)) = 1;
}

struct Pair {
    int a;
    double b;
};

kernel void struct_sum(struct Pair s, global double* out) {
    if (get_global_id(0) == 0) {
        *out = s.a + s.b;
    }
}
