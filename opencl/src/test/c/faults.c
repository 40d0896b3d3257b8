/*
 * An OpenCL whose commands fail when a test says so: PoCL's never do, short of ending the process. And one that takes copies of rows only
 * where the last row lies in the buffer with all of its pitch, as an OpenCL may; PoCL counts the row alone. And one that fills less of what
 * is very large than it was told to, as NVIDIA's does beyond 4 GiB. Only what is here differs from the machine's own library, which this one
 * needs, and in which the loader finds all other functions.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

#define CL_EVENT_COMMAND_EXECUTION_STATUS 0x11D3
#define CL_MEM_SIZE 0x1102
#define CL_COMPLETE 0
#define CL_INVALID_VALUE -30

static atomic_int failure_after;
static atomic_int failure;

/* The machine's own function of that name. */
static void *machines(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    return found != NULL ? found : dlsym(dlopen("libOpenCL.so.1", RTLD_NOW), name);
}

/* The command that is seen to have ended behind `after` others is said to have failed with `status`. */
void faults_fail(int after, int status) {
    atomic_store(&failure, status);
    atomic_store(&failure_after, after + 1);
}

int clGetEventInfo(void *event, unsigned what, size_t bytes, void *out, size_t *size) {
    static _Atomic(int (*)(void *, unsigned, size_t, void *, size_t *)) own;
    if (atomic_load(&own) == NULL) {
        atomic_store(&own, machines("clGetEventInfo"));
    }
    int code = atomic_load(&own)(event, what, bytes, out, size);
    if (code == 0 && what == CL_EVENT_COMMAND_EXECUTION_STATUS && out != NULL && *(int *)out == CL_COMPLETE
        && atomic_load(&failure_after) > 0 && atomic_fetch_sub(&failure_after, 1) == 1) {
        *(int *)out = atomic_load(&failure);
    }
    return code;
}

/* Whether a buffer holds rows with all of their pitches. */
static int holds(void *buffer, const size_t *origin, const size_t *region, size_t row, size_t slice) {
    int (*info)(void *, unsigned, size_t, void *, size_t *) = machines("clGetMemObjectInfo");
    size_t size = 0;
    size_t pitch = row != 0 ? row : region[0];
    size_t layer = slice != 0 ? slice : region[1] * pitch;
    return info(buffer, CL_MEM_SIZE, sizeof size, &size, NULL) == 0
        && origin[0] + (origin[1] + region[1]) * pitch + (origin[2] + region[2] - 1) * layer <= size;
}

int clEnqueueReadBufferRect(void *queue, void *buffer, unsigned blocking, const size_t *origin, const size_t *host_origin,
                            const size_t *region, size_t row, size_t slice, size_t host_row, size_t host_slice, void *out,
                            unsigned count, void *list, void *event) {
    int (*own)(void *, void *, unsigned, const size_t *, const size_t *, const size_t *, size_t, size_t, size_t, size_t,
               void *, unsigned, void *, void *) = machines("clEnqueueReadBufferRect");
    return !holds(buffer, origin, region, row, slice)
        ? CL_INVALID_VALUE
        : own(queue, buffer, blocking, origin, host_origin, region, row, slice, host_row, host_slice, out, count, list, event);
}

int clEnqueueFillBuffer(void *queue, void *buffer, const void *pattern, size_t pattern_bytes, size_t offset, size_t bytes,
                        unsigned count, void *list, void *event) {
    const size_t most = (size_t)1 << 30;
    int (*own)(void *, void *, const void *, size_t, size_t, size_t, unsigned, void *, void *) =
        machines("clEnqueueFillBuffer");
    return own(queue, buffer, pattern, pattern_bytes, offset, bytes > most ? bytes % most : bytes, count, list, event);
}

int clEnqueueWriteBufferRect(void *queue, void *buffer, unsigned blocking, const size_t *origin, const size_t *host_origin,
                             const size_t *region, size_t row, size_t slice, size_t host_row, size_t host_slice,
                             const void *in, unsigned count, void *list, void *event) {
    int (*own)(void *, void *, unsigned, const size_t *, const size_t *, const size_t *, size_t, size_t, size_t, size_t,
               const void *, unsigned, void *, void *) = machines("clEnqueueWriteBufferRect");
    return !holds(buffer, origin, region, row, slice)
        ? CL_INVALID_VALUE
        : own(queue, buffer, blocking, origin, host_origin, region, row, slice, host_row, host_slice, in, count, list, event);
}

int clEnqueueCopyBufferRect(void *queue, void *from, void *to, const size_t *from_origin, const size_t *to_origin,
                            const size_t *region, size_t from_row, size_t from_slice, size_t to_row, size_t to_slice,
                            unsigned count, void *list, void *event) {
    int (*own)(void *, void *, void *, const size_t *, const size_t *, const size_t *, size_t, size_t, size_t, size_t,
               unsigned, void *, void *) = machines("clEnqueueCopyBufferRect");
    return !holds(from, from_origin, region, from_row, from_slice) || !holds(to, to_origin, region, to_row, to_slice)
        ? CL_INVALID_VALUE
        : own(queue, from, to, from_origin, to_origin, region, from_row, from_slice, to_row, to_slice, count, list, event);
}
