// Contexts: the primary one of each device, current per thread, ended by the last release or by an error of its work.
#include <string.h>
#include "standin.h"

static Context contexts[MAX_DEVICES];

// The current contexts of a thread, as handles: a context that has ended meanwhile is known by that.
enum { DEEP = 32 };
static _Thread_local Handle current[DEEP];
static _Thread_local int depth;

static Context *find(Handle handle) {
    for (int i = 0; i < MAX_DEVICES; i++) {
        if (contexts[i].object.handle == handle && handle != 0) return &contexts[i];
    }
    return NULL;
}

Context *context_of_device(int device) {
    return &contexts[device];
}

static Handle top(void) {
    return depth == 0 ? 0 : current[depth - 1];
}

static void set_top(Handle handle) {
    if (depth == 0) depth = 1;
    current[depth - 1] = handle;
}

CUresult enter_plain(Calls *calls, bool needs_initialized) {
    pthread_mutex_lock(&standin_lock);
    CUresult injected = calls_count(calls);
    if (injected != SUCCESS) return leave(injected);
    if (needs_initialized && !initialized) return leave(NOT_INITIALIZED);
    if (needs_initialized && inside_host_call) return leave(NOT_PERMITTED);
    return SUCCESS;
}

CUresult enter(Calls *calls, Context **context) {
    CUresult result = enter_plain(calls, true);
    if (result != SUCCESS) return result;
    if (top() == 0) return leave(INVALID_CONTEXT);
    Context *found = find(top());
    if (found->retained == 0 || found->abandoned) return leave(CONTEXT_IS_DESTROYED);
    if (found->sticky != SUCCESS) return leave(found->sticky);
    *context = found;
    return SUCCESS;
}

CUresult leave(CUresult result) {
    pthread_mutex_unlock(&standin_lock);
    return result;
}

void context_fail(Context *context, CUresult error) {
    if (context->sticky == SUCCESS) context->sticky = error;
    progress_made();
}

static void end_kind(Context *context, enum Kind kind, void (*close)(Object *)) {
    for (Object *object; (object = object_of(context, kind)) != NULL;) {
        if (kind != FUNCTION && kind != NODE && !(kind == STREAM && (Stream *)object == context->legacy)) standin_left[kind]++;
        close(object);
    }
}

static void close_stream(Object *object) {
    stream_close((Stream *)object);
}

static void close_event(Object *object) {
    event_close((Event *)object);
}

// Everything of the context goes; what was queued is dropped, what runs is asked to end.
static void end(Context *context) {
    context->abandoned = true;
    end_kind(context, EXECUTABLE, executable_close);
    end_kind(context, GRAPH, graph_close);
    end_kind(context, STREAM, close_stream);
    end_kind(context, EVENT, close_event);
    end_kind(context, MODULE, module_close);
    end_kind(context, POOL, pool_close);
    context->legacy = NULL;
    progress_made();
    while (context->workers > 0) wait_for_progress();
    memory_drop_device(context->device, &standin_left_memory[0], &standin_left_memory[1], &standin_left_memory[2]);
    memset(context->submitted, 0, sizeof context->submitted);
    memset(context->begun, 0, sizeof context->begun);
    context->retained = 0;
    context->sticky = SUCCESS;
    context->peers = 0;
    context->abandoned = false;
    progress_made();
}

EXPORT CUresult cuDevicePrimaryCtxRetain(Handle *context, CUdevice device) {
    ENTER_PLAIN();
    if (context == NULL) return leave(INVALID_VALUE);
    if (!device_valid(device)) return leave(INVALID_DEVICE);
    Context *own = &contexts[device];
    while (own->abandoned) wait_for_progress();
    if (own->object.handle == 0) object_add(&own->object, CONTEXT, own);
    if (own->retained++ == 0) {
        own->device = device;
        own->stack = 1024;
        own->fifo = 1 << 20;
        own->heap = 8 << 20;
    }
    *context = own->object.handle;
    return leave(SUCCESS);
}

EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
    ENTER_PLAIN();
    if (!device_valid(device)) return leave(INVALID_DEVICE);
    Context *own = &contexts[device];
    if (own->retained == 0 || own->abandoned) return leave(INVALID_CONTEXT);
    if (own->retained == 1) {
        end(own);
    } else {
        own->retained--;
    }
    return leave(SUCCESS);
}
CUresult cuDevicePrimaryCtxRelease(CUdevice device) ALIAS(cuDevicePrimaryCtxRelease_v2);

EXPORT CUresult cuDevicePrimaryCtxReset_v2(CUdevice device) {
    ENTER_PLAIN();
    if (!device_valid(device)) return leave(INVALID_DEVICE);
    Context *own = &contexts[device];
    int retained = own->retained;
    if (retained > 0 && !own->abandoned) {
        end(own);
        own->retained = retained;
    }
    return leave(SUCCESS);
}
CUresult cuDevicePrimaryCtxReset(CUdevice device) ALIAS(cuDevicePrimaryCtxReset_v2);

EXPORT CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active) {
    ENTER_PLAIN();
    if (flags == NULL || active == NULL) return leave(INVALID_VALUE);
    if (!device_valid(device)) return leave(INVALID_DEVICE);
    *flags = contexts[device].flags;
    *active = contexts[device].retained > 0;
    return leave(SUCCESS);
}

EXPORT CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags) {
    ENTER_PLAIN();
    if (!device_valid(device)) return leave(INVALID_DEVICE);
    if ((flags & 7) == 3 || (flags & 7) > 4 || flags > 0xff) return leave(INVALID_VALUE);
    contexts[device].flags = flags;
    return leave(SUCCESS);
}
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) ALIAS(cuDevicePrimaryCtxSetFlags_v2);

EXPORT CUresult cuCtxSetCurrent(Handle handle) {
    ENTER_PLAIN();
    if (handle == 0) {
        if (depth > 0) depth--;
        return leave(SUCCESS);
    }
    Context *context = find(handle);
    if (context == NULL) return leave(INVALID_CONTEXT);
    if (context->retained == 0) return leave(CONTEXT_IS_DESTROYED);
    set_top(handle);
    return leave(SUCCESS);
}

EXPORT CUresult cuCtxGetCurrent(Handle *context) {
    ENTER_PLAIN();
    if (context == NULL) return leave(INVALID_VALUE);
    *context = top();
    return leave(SUCCESS);
}

EXPORT CUresult cuCtxPushCurrent_v2(Handle handle) {
    ENTER_PLAIN();
    Context *context = find(handle);
    if (context == NULL || depth == DEEP) return leave(INVALID_CONTEXT);
    if (context->retained == 0) return leave(CONTEXT_IS_DESTROYED);
    current[depth++] = handle;
    return leave(SUCCESS);
}
CUresult cuCtxPushCurrent(Handle handle) ALIAS(cuCtxPushCurrent_v2);

EXPORT CUresult cuCtxPopCurrent_v2(Handle *context) {
    ENTER_PLAIN();
    if (depth == 0) return leave(INVALID_CONTEXT);
    Handle popped = current[--depth];
    if (context != NULL) *context = popped;
    return leave(SUCCESS);
}
CUresult cuCtxPopCurrent(Handle *context) ALIAS(cuCtxPopCurrent_v2);

EXPORT CUresult cuCtxGetDevice(CUdevice *device) {
    Context *context;
    ENTER(context);
    if (device == NULL) return leave(INVALID_VALUE);
    *device = context->device;
    return leave(SUCCESS);
}

EXPORT CUresult cuCtxGetFlags(unsigned *flags) {
    Context *context;
    ENTER(context);
    if (flags == NULL) return leave(INVALID_VALUE);
    *flags = context->flags;
    return leave(SUCCESS);
}

EXPORT CUresult cuCtxGetApiVersion(Handle handle, unsigned *version) {
    ENTER_PLAIN();
    Context *context = find(handle == 0 ? top() : handle);
    if (context == NULL || context->retained == 0) return leave(INVALID_CONTEXT);
    if (version == NULL) return leave(INVALID_VALUE);
    *version = 3020;
    return leave(SUCCESS);
}

EXPORT CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest) {
    Context *context;
    ENTER(context);
    if (least != NULL) *least = 0;
    if (greatest != NULL) *greatest = -5;
    return leave(SUCCESS);
}

static size_t *limit(Context *context, int which) {
    switch (which) {
    case 0: return &context->stack;
    case 1: return &context->fifo;
    case 2: return &context->heap;
    default: return NULL;
    }
}

EXPORT CUresult cuCtxGetLimit(size_t *value, int which) {
    Context *context;
    ENTER(context);
    size_t *found = limit(context, which);
    if (value == NULL) return leave(INVALID_VALUE);
    if (found == NULL) return leave(215);
    *value = *found;
    return leave(SUCCESS);
}

EXPORT CUresult cuCtxSetLimit(int which, size_t value) {
    Context *context;
    ENTER(context);
    size_t *found = limit(context, which);
    if (found == NULL) return leave(215);
    *found = value;
    return leave(SUCCESS);
}

EXPORT CUresult cuCtxSynchronize(void) {
    Context *context;
    ENTER(context);
    return leave(context_await(context));
}

EXPORT CUresult cuCtxEnablePeerAccess(Handle peer, unsigned flags) {
    Context *context;
    ENTER(context);
    Context *other = find(peer);
    if (flags != 0) return leave(INVALID_VALUE);
    if (other == NULL || other->retained == 0 || other == context) return leave(INVALID_CONTEXT);
    if (!settings.peers) return leave(PEER_ACCESS_UNSUPPORTED);
    uint32_t bit = 1u << other->device;
    if (context->peers & bit) return leave(PEER_ACCESS_ALREADY_ENABLED);
    context->peers |= bit;
    return leave(SUCCESS);
}

EXPORT CUresult cuCtxDisablePeerAccess(Handle peer) {
    Context *context;
    ENTER(context);
    Context *other = find(peer);
    if (other == NULL || other->retained == 0) return leave(INVALID_CONTEXT);
    uint32_t bit = 1u << other->device;
    if (!(context->peers & bit)) return leave(PEER_ACCESS_NOT_ENABLED);
    context->peers &= ~bit;
    return leave(SUCCESS);
}
