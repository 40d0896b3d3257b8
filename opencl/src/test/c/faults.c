/*
 * An OpenCL whose commands fail when a test says so: PoCL's never do, short of ending the process. Only what is here differs from the
 * machine's own library, which this one needs, and in which the loader finds all other functions.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

#define CL_EVENT_COMMAND_EXECUTION_STATUS 0x11D3
#define CL_COMPLETE 0

typedef int (*get_event_info)(void *event, unsigned what, size_t bytes, void *out, size_t *size);

static atomic_int failure_after;
static atomic_int failure;

/* The command that is seen to have ended behind `after` others is said to have failed with `status`. */
void faults_fail(int after, int status) {
    atomic_store(&failure, status);
    atomic_store(&failure_after, after + 1);
}

int clGetEventInfo(void *event, unsigned what, size_t bytes, void *out, size_t *size) {
    static _Atomic(get_event_info) own;
    get_event_info ask = atomic_load(&own);
    if (ask == NULL) {
        ask = (get_event_info)dlsym(RTLD_NEXT, "clGetEventInfo");
        if (ask == NULL) {
            ask = (get_event_info)dlsym(dlopen("libOpenCL.so.1", RTLD_NOW), "clGetEventInfo");
        }
        atomic_store(&own, ask);
    }
    int code = ask(event, what, bytes, out, size);
    if (code == 0 && what == CL_EVENT_COMMAND_EXECUTION_STATUS && out != NULL && *(int *)out == CL_COMPLETE
        && atomic_load(&failure_after) > 0 && atomic_fetch_sub(&failure_after, 1) == 1) {
        *(int *)out = atomic_load(&failure);
    }
    return code;
}
