// The kernels of the conformance suite as host functions; the suite's kernels.cu tells what each does. Each runs all items of a dispatch.
#include <time.h>
#include "standin.h"

typedef struct {
    int n;
    float a;
    const float *x;
    float *y;
} SaxpyArguments;

EXPORT void kernel_empty(void *arguments, const DispatchPacket *packet) {
    (void)arguments;
    (void)packet;
}

EXPORT void kernel_saxpy(const SaxpyArguments *arguments, const DispatchPacket *packet) {
    const float *x = standin_reach(arguments->x);
    float *y = standin_reach(arguments->y);
    for (uint32_t i = 0; i < packet->grid[0] && (int)i < arguments->n; i++) y[i] = arguments->a * x[i] + y[i];
}

typedef struct {
    int *p;
    int value;
    int64_t n;
} AddArguments;

EXPORT void kernel_add_i32(const AddArguments *arguments, const DispatchPacket *packet) {
    int *p = standin_reach(arguments->p);
    for (uint32_t i = 0; i < packet->grid[0] && i < arguments->n; i++) p[i] += arguments->value;
}

typedef struct {
    uint64_t *p;
    uint64_t value;
} StoreArguments;

EXPORT void kernel_store_u64(const StoreArguments *arguments, const DispatchPacket *packet) {
    (void)packet;
    __atomic_store_n((uint64_t *)standin_reach(arguments->p), arguments->value, __ATOMIC_RELEASE);
}

typedef struct {
    int *log;
    int *counter;
    int id;
} AppendArguments;

EXPORT void kernel_append(const AppendArguments *arguments, const DispatchPacket *packet) {
    (void)packet;
    int *log = standin_reach(arguments->log);
    int *counter = standin_reach(arguments->counter);
    log[(*counter)++] = arguments->id;
}

typedef struct {
    int64_t ns;
} SpinArguments;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000 + time.tv_nsec;
}

// A processor is not needed meanwhile: a GPU would not take one.
EXPORT void kernel_spin_ns(const SpinArguments *arguments, const DispatchPacket *packet) {
    (void)packet;
    int64_t end = now() + arguments->ns;
    for (int64_t left = arguments->ns; left > 0; left = end - now()) {
        nanosleep(&(struct timespec){.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000}, NULL);
    }
}

typedef struct {
    int a;
    double b;
    double *out;
} SumArguments;

EXPORT void kernel_struct_sum(const SumArguments *arguments, const DispatchPacket *packet) {
    (void)packet;
    *(double *)standin_reach(arguments->out) = arguments->a + arguments->b;
}

// Of this driver's own tests: numbers of a stream must come one after the other.
typedef struct {
    int64_t *next;
    int64_t *wrong;
    int64_t number;
} ExpectArguments;

EXPORT void kernel_expect(const ExpectArguments *arguments, const DispatchPacket *packet) {
    (void)packet;
    int64_t *next = standin_reach(arguments->next);
    if (*next != arguments->number) ++*(int64_t *)standin_reach(arguments->wrong);
    *next = arguments->number + 1;
}

// Leaves what a kernel is told besides its arguments: items, items of a group, memory of a group.
typedef struct {
    int64_t *told;
} TellArguments;

EXPORT void kernel_tell(const TellArguments *arguments, const DispatchPacket *packet) {
    int64_t *told = standin_reach(arguments->told);
    for (int i = 0; i < 3; i++) {
        told[i] = packet->grid[i];
        told[3 + i] = packet->group[i];
    }
    told[6] = packet->group_bytes;
    told[7] = packet->setup;
}
