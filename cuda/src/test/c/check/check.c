// Everything at once from several threads, for the sanitizers:
//   gcc -std=c11 -D_GNU_SOURCE -g -O1 -fsanitize=thread -pthread -o check check/check.c $(ls *.c | grep -v nvrtc) && ./check
// and the same with -fsanitize=address,undefined.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../standin.h"

#define CALL(name, ...) CUresult name(__VA_ARGS__)
CALL(cuInit, unsigned);
CALL(cuDevicePrimaryCtxRetain, Handle *, CUdevice);
CALL(cuDevicePrimaryCtxRelease_v2, CUdevice);
CALL(cuCtxSetCurrent, Handle);
CALL(cuCtxEnablePeerAccess, Handle, unsigned);
CALL(cuCtxSynchronize, void);
CALL(cuStreamCreate, Handle *, unsigned);
CALL(cuStreamDestroy_v2, Handle);
CALL(cuStreamSynchronize, Handle);
CALL(cuStreamQuery, Handle);
CALL(cuStreamWaitEvent, Handle, Handle, unsigned);
CALL(cuStreamWriteValue64_v2, Handle, CUdeviceptr, uint64_t, unsigned);
CALL(cuStreamWaitValue64_v2, Handle, CUdeviceptr, uint64_t, unsigned);
CALL(cuEventCreate, Handle *, unsigned);
CALL(cuEventDestroy_v2, Handle);
CALL(cuEventRecord, Handle, Handle);
CALL(cuEventSynchronize, Handle);
CALL(cuLaunchHostFunc, Handle, void (*)(void *), void *);
CALL(cuMemAlloc_v2, CUdeviceptr *, size_t);
CALL(cuMemFree_v2, CUdeviceptr);
CALL(cuMemAllocAsync, CUdeviceptr *, size_t, Handle);
CALL(cuMemFreeAsync, CUdeviceptr, Handle);
CALL(cuMemHostAlloc, void **, size_t, unsigned);
CALL(cuMemFreeHost, void *);
CALL(cuMemHostRegister_v2, void *, size_t, unsigned);
CALL(cuMemHostUnregister, void *);
CALL(cuMemcpyHtoDAsync_v2, CUdeviceptr, const void *, size_t, Handle);
CALL(cuMemcpyDtoHAsync_v2, void *, CUdeviceptr, size_t, Handle);
CALL(cuMemcpyDtoDAsync_v2, CUdeviceptr, CUdeviceptr, size_t, Handle);
CALL(cuMemsetD32Async, CUdeviceptr, unsigned, size_t, Handle);
CALL(cuModuleLoadData, Handle *, const void *);
CALL(cuModuleUnload, Handle);
CALL(cuModuleGetFunction, Handle *, Handle, const char *);
CALL(cuLaunchKernel, Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle, void **, void **);
CALL(cuStreamBeginCapture_v2, Handle, int);
CALL(cuStreamEndCapture, Handle, Handle *);
CALL(cuGraphInstantiateWithFlags, Handle *, Handle, uint64_t);
CALL(cuGraphLaunch, Handle, Handle);
CALL(cuGraphDestroy, Handle);
CALL(cuGraphExecDestroy, Handle);
void standin_fail_operation(long, CUresult);
void standin_hold(void);
void standin_release(void);
long standin_live(const char *);
long standin_left_behind(const char *);

static void good(CUresult result, const char *what, int line) {
    if (result == SUCCESS) return;
    fprintf(stderr, "line %d: %s gave %d\n", line, what, result);
    abort();
}
#define GOOD(call) good(call, #call, __LINE__)
#define SAME(a, b) good((a) == (b) ? SUCCESS : 999, #a " == " #b, __LINE__)

enum { THREADS = 6, ROUNDS = 60, COUNT = 1000 };

static Handle contexts[2];
static _Atomic long host_calls;

static void host_call(void *data) {
    (void)data;
    host_calls++;
}

static void graph(Handle stream, Handle add, CUdeviceptr memory, int value) {
    long n = COUNT;
    void *arguments[] = {&memory, &value, &n};
    Handle made, executable;
    GOOD(cuStreamBeginCapture_v2(stream, 0));
    for (int i = 0; i < 3; i++) GOOD(cuLaunchKernel(add, 1, 1, 1, COUNT, 1, 1, 0, stream, arguments, NULL));
    GOOD(cuStreamEndCapture(stream, &made));
    GOOD(cuGraphInstantiateWithFlags(&executable, made, 0));
    GOOD(cuGraphLaunch(executable, stream));
    GOOD(cuGraphLaunch(executable, stream));
    GOOD(cuGraphDestroy(made));
    GOOD(cuGraphExecDestroy(executable));
}

static void *work(void *argument) {
    int device = (int)(long)argument % 2;
    GOOD(cuCtxSetCurrent(contexts[device]));
    Handle streams[2], event, module, add;
    for (int i = 0; i < 2; i++) GOOD(cuStreamCreate(&streams[i], (unsigned)i));
    GOOD(cuEventCreate(&event, 0));
    GOOD(cuModuleLoadData(&module, "standin add_i32"));
    GOOD(cuModuleGetFunction(&add, module, "add_i32"));
    int *host, registered[COUNT], value = 1;
    GOOD(cuMemHostAlloc((void **)&host, COUNT * sizeof(int), 0));
    uint64_t *word = aligned_alloc(4096, 4096);
    *word = 0;
    GOOD(cuMemHostRegister_v2(word, 4096, 3));
    for (int round = 0; round < ROUNDS; round++) {
        CUdeviceptr one, two;
        GOOD(cuMemAllocAsync(&one, COUNT * sizeof(int), streams[0]));
        GOOD(cuMemAlloc_v2(&two, COUNT * sizeof(int)));
        for (int i = 0; i < COUNT; i++) host[i] = round;
        long n = COUNT;
        void *arguments[] = {&one, &value, &n};
        GOOD(cuMemcpyHtoDAsync_v2(one, host, COUNT * sizeof(int), streams[0]));
        GOOD(cuLaunchKernel(add, 1, 1, 1, COUNT, 1, 1, 0, streams[0], arguments, NULL));
        graph(streams[0], add, one, 2);
        GOOD(cuEventRecord(event, streams[0]));
        GOOD(cuStreamWaitEvent(streams[1], event, 0));
        GOOD(cuMemcpyDtoDAsync_v2(two, one, COUNT * sizeof(int), streams[1]));
        GOOD(cuStreamWriteValue64_v2(streams[1], (CUdeviceptr)word, (uint64_t)round + 1, 0));
        GOOD(cuStreamWaitValue64_v2(streams[0], (CUdeviceptr)word, (uint64_t)round + 1, 0));
        GOOD(cuMemFreeAsync(one, streams[0]));
        GOOD(cuLaunchHostFunc(streams[1], host_call, NULL));
        GOOD(cuMemcpyDtoHAsync_v2(registered, two, sizeof registered, streams[1]));
        for (int i = 0; i < COUNT; i++) SAME(registered[i], round + 13);
        CUresult ready = cuStreamQuery(streams[0]);
        if (ready != NOT_READY) GOOD(ready);
        GOOD(cuEventSynchronize(event));
        GOOD(cuMemFree_v2(two));
    }
    GOOD(cuCtxSynchronize());
    SAME(*word, ROUNDS);
    GOOD(cuMemHostUnregister(word));
    GOOD(cuMemFreeHost(host));
    GOOD(cuModuleUnload(module));
    GOOD(cuEventDestroy_v2(event));
    for (int i = 0; i < 2; i++) GOOD(cuStreamDestroy_v2(streams[i]));
    free(word);
    return NULL;
}

// A context that ends while its streams wait for ever, and one that fails.
static void endings(void) {
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 2; i++) GOOD(cuDevicePrimaryCtxRetain(&contexts[i], i));
        Handle stream, event;
        void *host;
        GOOD(cuCtxSetCurrent(contexts[0]));
        GOOD(cuStreamCreate(&stream, 1));
        GOOD(cuEventCreate(&event, 0));
        GOOD(cuMemHostAlloc(&host, 8, 0));
        GOOD(cuStreamWaitValue64_v2(stream, (CUdeviceptr)host, 5, 0));
        GOOD(cuEventRecord(event, stream));
        GOOD(cuCtxSetCurrent(contexts[1]));
        GOOD(cuStreamCreate(&stream, 1));
        GOOD(cuStreamWaitEvent(stream, event, 0));
        GOOD(cuDevicePrimaryCtxRelease_v2(0));
        standin_fail_operation(1, 719);
        GOOD(cuLaunchHostFunc(stream, host_call, NULL));
        SAME(cuStreamSynchronize(stream), 719);
        SAME(cuStreamQuery(stream), 719);
        GOOD(cuDevicePrimaryCtxRelease_v2(1));
        SAME(cuStreamQuery(stream), CONTEXT_IS_DESTROYED);
    }
}

int main(void) {
    GOOD(cuInit(0));
    for (int i = 0; i < 2; i++) GOOD(cuDevicePrimaryCtxRetain(&contexts[i], i));
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    SAME(host_calls, THREADS * ROUNDS);
    const char *const kinds[] = {"allocation", "host-allocation", "registration", "stream", "event", "module", "graph", "executable", "operation"};
    for (int i = 0; i < 9; i++) SAME(standin_live(kinds[i]), 0);
    for (int i = 0; i < 2; i++) GOOD(cuDevicePrimaryCtxRelease_v2(i));
    endings();
    SAME(standin_left_behind("host-allocation"), 20);
    puts("good");
    return 0;
}
