// The kernels of the conformance suite. Each is a plain C function of these parameters; items outside the range leave at once.

extern "C" __global__ void empty() {}

extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = a * x[i] + y[i];
    }
}

extern "C" __global__ void add_i32(int* p, int value, long n) {
    long i = (long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        p[i] += value;
    }
}

extern "C" __global__ void store_u64(unsigned long* p, unsigned long value) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *(volatile unsigned long*)p = value;
    }
}

// Appends id to the log; launches that run one after the other append in their order.
extern "C" __global__ void append(int* log, int* counter, int id) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        log[(*counter)++] = id;
    }
}

extern "C" __global__ void spin_ns(long ns) {
    unsigned long start;
    unsigned long now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
    do {
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    } while ((long)(now - start) < ns);
}

// Writes where there is no memory.
extern "C" __global__ void fail_illegal() {
    *(volatile int*)16 = 1;
}

struct Pair {
    int a;
    double b;
};

extern "C" __global__ void struct_sum(Pair s, double* out) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *out = s.a + s.b;
    }
}
