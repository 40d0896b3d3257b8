// The kernels that the stand-in has. Each does what the same kernel in CUDA C would do with the threads it was given.
#include <stdlib.h>
#include <string.h>
#include "standin.h"

const void *kernel_argument(const Call *call, int parameter) {
    return call->launch->arguments + kernel_offset(call->launch->kernel, parameter);
}

static uint64_t u64(const Call *call, int parameter) {
    uint64_t value;
    memcpy(&value, kernel_argument(call, parameter), sizeof value);
    return value;
}

static int32_t i32(const Call *call, int parameter) {
    int32_t value;
    memcpy(&value, kernel_argument(call, parameter), sizeof value);
    return value;
}

static float f32(const Call *call, int parameter) {
    float value;
    memcpy(&value, kernel_argument(call, parameter), sizeof value);
    return value;
}

// As many elements as there are, or as there are threads.
static size_t elements(const Call *call, int64_t count) {
    return count <= 0 ? 0 : (size_t)count < call->threads ? (size_t)count : call->threads;
}

static void *reads(const Call *call, int parameter, size_t bytes) {
    return memory_for_kernel(call->context, u64(call, parameter), bytes, false);
}

static void *writes(const Call *call, int parameter, size_t bytes) {
    return memory_for_kernel(call->context, u64(call, parameter), bytes, true);
}

static CUresult empty(const Call *call) {
    (void)call;
    return SUCCESS;
}

static CUresult saxpy(const Call *call) { // (int n, float a, const float *x, float *y)
    size_t n = elements(call, i32(call, 0));
    if (n == 0) return SUCCESS;
    float a = f32(call, 1);
    const float *x = reads(call, 2, n * sizeof *x);
    float *y = writes(call, 3, n * sizeof *y);
    if (x == NULL || y == NULL) return ILLEGAL_ADDRESS;
    for (size_t i = 0; i < n; i++) y[i] = a * x[i] + y[i];
    return SUCCESS;
}

static CUresult add_i32(const Call *call) { // (int *p, int value, long n)
    size_t n = elements(call, (int64_t)u64(call, 2));
    if (n == 0) return SUCCESS;
    int32_t value = i32(call, 1), *p = writes(call, 0, n * sizeof *p);
    if (p == NULL) return ILLEGAL_ADDRESS;
    for (size_t i = 0; i < n; i++) p[i] = (int32_t)((uint32_t)p[i] + (uint32_t)value);
    return SUCCESS;
}

static CUresult fill_i32(const Call *call) { // (int *p, int value, long n)
    size_t n = elements(call, (int64_t)u64(call, 2));
    if (n == 0) return SUCCESS;
    int32_t value = i32(call, 1), *p = writes(call, 0, n * sizeof *p);
    if (p == NULL) return ILLEGAL_ADDRESS;
    for (size_t i = 0; i < n; i++) p[i] = value;
    return SUCCESS;
}

static CUresult spin_ns(const Call *call) { // (long ns)
    long rounds = 0;
    for (long end = now_ns() + (long)u64(call, 0); now_ns() < end;) {
        if (!pause_while_waiting(call->context, &rounds)) break;
    }
    return SUCCESS;
}

static CUresult store_u64(const Call *call) { // (unsigned long *p, unsigned long value)
    uint64_t *p = writes(call, 0, sizeof *p);
    if (p == NULL) return ILLEGAL_ADDRESS;
    if ((uint64_t)p % sizeof *p != 0) return 716;
    __atomic_store_n(p, u64(call, 1), __ATOMIC_SEQ_CST);
    return SUCCESS;
}

static CUresult copy_bytes(const Call *call) { // (const unsigned char *from, unsigned char *to, long n)
    size_t n = elements(call, (int64_t)u64(call, 2));
    if (n == 0) return SUCCESS;
    const void *from = reads(call, 0, n);
    void *to = writes(call, 1, n);
    if (from == NULL || to == NULL) return ILLEGAL_ADDRESS;
    memmove(to, from, n);
    return SUCCESS;
}

static CUresult fail_illegal(const Call *call) {
    (void)call;
    return ILLEGAL_ADDRESS;
}

static CUresult assert_fail(const Call *call) {
    (void)call;
    return ASSERT_FAILED;
}

static CUresult count_f64(const Call *call) { // (const double *p, long n, double above, unsigned long *count)
    size_t n = elements(call, (int64_t)u64(call, 1));
    uint64_t *count = writes(call, 3, sizeof *count);
    const double *p = n == 0 ? NULL : reads(call, 0, n * sizeof *p);
    if (count == NULL || (p == NULL && n > 0)) return ILLEGAL_ADDRESS;
    double above;
    memcpy(&above, kernel_argument(call, 2), sizeof above);
    uint64_t found = 0;
    for (size_t i = 0; i < n; i++) found += p[i] > above;
    __atomic_fetch_add(count, found, __ATOMIC_SEQ_CST);
    return SUCCESS;
}

static CUresult wait_flag(const Call *call) { // (const volatile unsigned *flag, unsigned value)
    for (long rounds = 0;;) {
        uint32_t *flag = reads(call, 0, sizeof *flag);
        if (flag == NULL) return ILLEGAL_ADDRESS;
        if (__atomic_load_n(flag, __ATOMIC_SEQ_CST) == (uint32_t)i32(call, 1)) return SUCCESS;
        if (!pause_while_waiting(call->context, &rounds)) return SUCCESS;
    }
}

static CUresult append(const Call *call) { // (int *log, int *counter, int id), by the first thread
    int32_t *counter = writes(call, 1, sizeof *counter);
    if (counter == NULL) return ILLEGAL_ADDRESS;
    uint64_t at = (uint64_t)(uint32_t)__atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST);
    int32_t *entry = memory_for_kernel(call->context, u64(call, 0) + at * sizeof *entry, sizeof *entry, true);
    if (entry == NULL) return ILLEGAL_ADDRESS;
    __atomic_store_n(entry, i32(call, 2), __ATOMIC_SEQ_CST);
    return SUCCESS;
}

static CUresult struct_sum(const Call *call) { // (struct { int i; double d; } pair, double *sum)
    struct { int32_t i; double d; } pair;
    memcpy(&pair, kernel_argument(call, 0), sizeof pair);
    double *sum = writes(call, 1, sizeof *sum);
    if (sum == NULL) return ILLEGAL_ADDRESS;
    *sum = pair.i + pair.d;
    return SUCCESS;
}

static CUresult saxpy4(const Call *call) { // (long n4, float a, const float4 *x, float4 *y)
    size_t n = 4 * elements(call, (int64_t)u64(call, 0));
    if (n == 0) return SUCCESS;
    float a = f32(call, 1);
    const float *x = reads(call, 2, n * sizeof *x);
    float *y = writes(call, 3, n * sizeof *y);
    if (x == NULL || y == NULL) return ILLEGAL_ADDRESS;
    for (size_t i = 0; i < n; i++) y[i] = a * x[i] + y[i];
    return SUCCESS;
}

// The demo's. Of threads that are too few, the last pixels are left out.
static int inside(int at, int size) {
    return at < 0 ? 0 : at < size ? at : size - 1;
}

static CUresult demo_grey(const Call *call) { // (const unsigned char *bgr, unsigned char *grey, int pixels)
    size_t n = elements(call, i32(call, 2));
    if (n == 0) return SUCCESS;
    const unsigned char *bgr = reads(call, 0, 3 * n);
    unsigned char *grey = writes(call, 1, n);
    if (bgr == NULL || grey == NULL) return ILLEGAL_ADDRESS;
    for (size_t i = 0; i < n; i++) {
        grey[i] = (unsigned char)((29 * bgr[3 * i] + 150 * bgr[3 * i + 1] + 77 * bgr[3 * i + 2] + 128) >> 8);
    }
    return SUCCESS;
}

static int blurred_at(const unsigned char *from, int stride, int rows, int x, int y) {
    static const int WEIGHTS[] = {1, 4, 6, 4, 1};
    int sum = 128;
    for (int dy = -2; dy <= 2; dy++) {
        for (int dx = -2; dx <= 2; dx++) {
            sum += WEIGHTS[dy + 2] * WEIGHTS[dx + 2] * from[inside(y + dy, rows) * stride + inside(x + dx, stride)];
        }
    }
    return sum >> 8;
}

static int edge_at(const unsigned char *from, int stride, int rows, int x, int y) {
    int gx = 0, gy = 0;
    for (int d = -1; d <= 1; d++) {
        int weight = d == 0 ? 2 : 1;
        const unsigned char *row = from + inside(y + d, rows) * stride;
        int column = inside(x + d, stride);
        gx += weight * (row[inside(x + 1, stride)] - row[inside(x - 1, stride)]);
        gy += weight * (from[inside(y + 1, rows) * stride + column] - from[inside(y - 1, rows) * stride + column]);
    }
    int sum = abs(gx) + abs(gy);
    return sum < 255 ? sum : 255;
}

// (const unsigned char *from, unsigned char *to, int stride, int rows, int width, int pixels, int right, int down)
static CUresult neighbours(const Call *call, int (*at)(const unsigned char *, int, int, int, int)) {
    int stride = i32(call, 2), rows = i32(call, 3), width = i32(call, 4), right = i32(call, 6), down = i32(call, 7);
    size_t n = elements(call, i32(call, 5));
    if (n == 0) return SUCCESS;
    const unsigned char *from = reads(call, 0, (size_t)stride * (size_t)rows);
    unsigned char *to = writes(call, 1, n);
    if (from == NULL || to == NULL || width <= 0) return ILLEGAL_ADDRESS;
    for (int i = 0; i < (int)n; i++) {
        to[i] = (unsigned char)at(from, stride, rows, i % width + right, i / width + down);
    }
    return SUCCESS;
}

static CUresult demo_blur(const Call *call) {
    return neighbours(call, blurred_at);
}

static CUresult demo_sobel(const Call *call) {
    return neighbours(call, edge_at);
}

static const Kernel KERNELS[] = {
    {"empty", 0, {0}, empty},
    {"saxpy", 4, {4, 4, 8, 8}, saxpy},
    {"add_i32", 3, {8, 4, 8}, add_i32},
    {"fill_i32", 3, {8, 4, 8}, fill_i32},
    {"spin_ns", 1, {8}, spin_ns},
    {"store_u64", 2, {8, 8}, store_u64},
    {"copy_bytes", 3, {8, 8, 8}, copy_bytes},
    {"fail_illegal", 0, {0}, fail_illegal},
    {"assert_fail", 0, {0}, assert_fail},
    {"count_f64", 4, {8, 8, 8, 8}, count_f64},
    {"wait_flag", 2, {8, 4}, wait_flag},
    {"append", 3, {8, 8, 4}, append},
    {"struct_sum", 2, {16, 8}, struct_sum},
    {"nothing", 4, {4, 4, 8, 8}, empty}, // the names of the comparison's kernels
    {"saxpy4", 4, {8, 4, 8, 8}, saxpy4},
    {"add_number", 3, {8, 4, 8}, add_i32},
    {"demo_grey", 3, {8, 8, 4}, demo_grey},
    {"demo_blur", 8, {8, 8, 4, 4, 4, 4, 4, 4}, demo_blur},
    {"demo_sobel", 8, {8, 8, 4, 4, 4, 4, 4, 4}, demo_sobel},
};

const Kernel *kernel_named(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof KERNELS / sizeof *KERNELS; i++) {
        if (strlen(KERNELS[i].name) == length && memcmp(KERNELS[i].name, name, length) == 0) return &KERNELS[i];
    }
    return NULL;
}

size_t kernel_offset(const Kernel *kernel, int parameter) {
    size_t offset = 0;
    for (int i = 0; i <= parameter; i++) {
        size_t size = kernel->sizes[i], align = size < 8 ? size : 8;
        offset = (offset + align - 1) / align * align;
        if (i < parameter) offset += size;
    }
    return offset;
}

size_t kernel_bytes(const Kernel *kernel) {
    int last = kernel->parameters - 1;
    return last < 0 ? 0 : kernel_offset(kernel, last) + kernel->sizes[last];
}
