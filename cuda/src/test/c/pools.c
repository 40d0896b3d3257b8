// Memory in the order of a stream, and the pools that it comes from. A pool keeps nothing back here.
#include <stdlib.h>
#include "standin.h"

// The pool of each device that is there without being made.
static Pool standard[MAX_DEVICES];

static Pool *find(Handle handle) {
    return object_find(POOL, handle);
}

static Pool *pool_of(int device) {
    Pool *pool = &standard[device];
    if (pool->object.handle == 0) {
        pool->device = device;
        // Of no context: it outlives them.
        object_add(&pool->object, POOL, NULL);
    }
    return pool;
}

bool pool_is_there(int device) {
    return standard[device].object.handle != 0;
}

// Its memory stays until each piece is freed, and knows the pool as long; so the few bytes of it are left.
void pool_close(Object *object) {
    object_remove(object);
}

typedef struct PoolProperties {
    int allocation, handles, location, id;
    void *security;
    size_t most;
    unsigned char reserved[56];
} PoolProperties;

typedef struct AccessDescription {
    int location, id, flags;
} AccessDescription;

_Static_assert(sizeof(PoolProperties) == 88 && sizeof(AccessDescription) == 12, "as the driver lays them out");

enum { PINNED_ALLOCATION = 1, ON_DEVICE = 1, NO_ACCESS = 0, READ_ACCESS = 1, ALL_ACCESS = 3, THRESHOLD = 4 };

EXPORT CUresult cuMemPoolCreate(Handle *pool, const PoolProperties *properties) {
    ENTER_PLAIN();
    if (!settings.pools) return leave(NOT_SUPPORTED);
    if (pool == NULL || properties == NULL || properties->allocation != PINNED_ALLOCATION) return leave(INVALID_VALUE);
    if (properties->handles != 0) return leave(NOT_SUPPORTED);
    if (properties->location != ON_DEVICE) return leave(INVALID_VALUE);
    if (!device_valid(properties->id)) return leave(INVALID_DEVICE);
    for (size_t i = 2; i < sizeof properties->reserved; i++) {
        if (properties->reserved[i] != 0) return leave(INVALID_VALUE);
    }
    Pool *made = calloc(1, sizeof *made);
    made->device = properties->id;
    object_add(&made->object, POOL, context_of_device(made->device));
    *pool = made->object.handle;
    return leave(SUCCESS);
}

EXPORT CUresult cuMemPoolDestroy(Handle handle) {
    ENTER_PLAIN();
    Pool *pool = find(handle);
    if (pool == NULL || pool == pool_of(pool->device)) return leave(INVALID_VALUE);
    pool_close(&pool->object);
    return leave(SUCCESS);
}

EXPORT CUresult cuDeviceGetDefaultMemPool(Handle *pool, CUdevice device) {
    ENTER_PLAIN();
    if (pool == NULL) return leave(INVALID_VALUE);
    if (!device_valid(device)) return leave(INVALID_DEVICE);
    if (!settings.pools) return leave(NOT_SUPPORTED);
    *pool = pool_of(device)->object.handle;
    return leave(SUCCESS);
}
CUresult cuDeviceGetMemPool(Handle *pool, CUdevice device) ALIAS(cuDeviceGetDefaultMemPool);

EXPORT CUresult cuMemPoolSetAttribute(Handle handle, int which, void *value) {
    ENTER_PLAIN();
    Pool *pool = find(handle);
    if (pool == NULL || value == NULL || which < 1 || which > 8) return leave(INVALID_VALUE);
    if (which == THRESHOLD) pool->threshold = *(uint64_t *)value;
    return leave(SUCCESS);
}

EXPORT CUresult cuMemPoolGetAttribute(Handle handle, int which, void *value) {
    ENTER_PLAIN();
    Pool *pool = find(handle);
    if (pool == NULL || value == NULL || which < 1 || which > 8) return leave(INVALID_VALUE);
    if (which < THRESHOLD) {
        *(int *)value = 1; // the kinds of reuse are all on
    } else {
        *(uint64_t *)value = which == THRESHOLD ? pool->threshold : 0;
    }
    return leave(SUCCESS);
}

EXPORT CUresult cuMemPoolSetAccess(Handle handle, const AccessDescription *list, size_t count) {
    ENTER_PLAIN();
    Pool *pool = find(handle);
    if (pool == NULL || (list == NULL && count > 0)) return leave(INVALID_VALUE);
    for (size_t i = 0; i < count; i++) {
        int flags = list[i].flags;
        bool known = flags == NO_ACCESS || flags == READ_ACCESS || flags == ALL_ACCESS;
        if (list[i].location != ON_DEVICE || !known) return leave(INVALID_VALUE);
        if (!device_valid(list[i].id)) return leave(INVALID_DEVICE);
        if (list[i].id == pool->device && list[i].flags != ALL_ACCESS) return leave(INVALID_VALUE);
        if (list[i].id != pool->device && !settings.peers) return leave(PEER_ACCESS_UNSUPPORTED);
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t bit = 1u << list[i].id;
        if (list[i].flags == NO_ACCESS) {
            pool->peers &= ~bit;
        } else {
            pool->peers |= bit;
        }
    }
    return leave(SUCCESS);
}

EXPORT CUresult cuMemPoolTrimTo(Handle handle, size_t keep) {
    ENTER_PLAIN();
    (void)keep;
    return leave(find(handle) == NULL ? INVALID_VALUE : SUCCESS);
}

static CUresult allocate(CUdeviceptr *address, size_t bytes, Pool *pool, Stream *stream) {
    if (address == NULL || bytes == 0) return INVALID_VALUE;
    if (stream->capture != NULL) return CAPTURE_UNSUPPORTED;
    uint64_t made;
    CUresult result = memory_allocate(pool->device, bytes, pool, &made);
    if (result != SUCCESS) return result;
    *address = made;
    return stream_submit(stream, (Work){.kind = ALLOCATE, .address = made}, NULL, NULL);
}

EXPORT CUresult cuMemAllocAsync(CUdeviceptr *address, size_t bytes, Handle handle) {
    Context *context;
    ENTER(context);
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return leave(INVALID_HANDLE);
    if (!settings.pools) return leave(NOT_SUPPORTED);
    return leave(allocate(address, bytes, pool_of(stream->object.context->device), stream));
}

EXPORT CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t bytes, Handle pool_handle, Handle handle) {
    Context *context;
    ENTER(context);
    Stream *stream = stream_any(context, handle);
    Pool *pool = find(pool_handle);
    if (stream == NULL) return leave(INVALID_HANDLE);
    if (pool == NULL) return leave(INVALID_VALUE);
    return leave(allocate(address, bytes, pool, stream));
}

EXPORT CUresult cuMemFreeAsync(CUdeviceptr address, Handle handle) {
    Context *context;
    ENTER(context);
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return leave(INVALID_HANDLE);
    if (!settings.pools) return leave(NOT_SUPPORTED);
    if (stream->capture != NULL) return leave(CAPTURE_UNSUPPORTED);
    if (address == 0) return leave(SUCCESS);
    if (!memory_free_begin(address)) return leave(INVALID_VALUE);
    return leave(stream_submit(stream, (Work){.kind = FREE, .address = address}, NULL, NULL));
}
