// Launches: what the driver checks before it takes one, and both forms of arguments.
#include <stdlib.h>
#include <string.h>
#include "standin.h"

enum { SHARED_MOST = 49152, SHARED_BY_CHOICE = 232448, MULTIPROCESSORS = 132, THREADS_AT_ONCE = 2048 };

static CUresult check_shape(const Function *function, const unsigned *grid, const unsigned *block, unsigned shared) {
    for (int i = 0; i < 3; i++) {
        if (grid[i] == 0 || block[i] == 0) return INVALID_VALUE;
    }
    if (grid[0] > 0x7fffffff || grid[1] > 65535 || grid[2] > 65535) return INVALID_VALUE;
    if (block[0] > 1024 || block[1] > 1024 || block[2] > 64 || block[0] * block[1] * block[2] > 1024) return INVALID_VALUE;
    unsigned most = function->dynamic_shared > SHARED_MOST ? (unsigned)function->dynamic_shared : SHARED_MOST;
    return shared > most ? INVALID_VALUE : SUCCESS;
}

enum { EXTRA_END = 0, EXTRA_POINTER = 1, EXTRA_SIZE = 2 };

static bool read_extra(void **extra, const void **buffer, size_t *bytes) {
    *buffer = NULL;
    *bytes = 0;
    for (int i = 0; (uint64_t)extra[i] != EXTRA_END; i += 2) {
        switch ((uint64_t)extra[i]) {
        case EXTRA_POINTER: *buffer = extra[i + 1]; break;
        case EXTRA_SIZE: *bytes = *(size_t *)extra[i + 1]; break;
        default: return false;
        }
    }
    return true;
}

static CUresult pack(const Kernel *kernel, void **parameters, void **extra, unsigned char *packed) {
    size_t needed = kernel_bytes(kernel);
    if (parameters != NULL && extra != NULL) return INVALID_VALUE;
    if (extra != NULL) {
        const void *buffer;
        size_t bytes;
        // Padding at the end is allowed, a missing argument is not.
        if (!read_extra(extra, &buffer, &bytes) || bytes < needed || bytes > (needed + 7) / 8 * 8) return INVALID_VALUE;
        if (needed > 0) memcpy(packed, buffer, needed);
        return SUCCESS;
    }
    if (parameters == NULL) return needed == 0 ? SUCCESS : INVALID_VALUE;
    for (int i = 0; i < kernel->parameters; i++) {
        if (parameters[i] == NULL) return INVALID_VALUE;
        memcpy(packed + kernel_offset(kernel, i), parameters[i], kernel->sizes[i]);
    }
    return SUCCESS;
}

CUresult launch_prepare(Context *context, Handle handle, const unsigned *grid, const unsigned *block, unsigned shared,
                        void **parameters, void **extra, Launch *launch) {
    Function *function = object_find(FUNCTION, handle);
    if (function == NULL || function->object.context != context) return INVALID_HANDLE;
    CUresult result = check_shape(function, grid, block, shared);
    if (result != SUCCESS) return result;
    *launch = (Launch){.kernel = function->kernel, .shared = shared};
    memcpy(launch->grid, grid, sizeof launch->grid);
    memcpy(launch->block, block, sizeof launch->block);
    launch->arguments = malloc(kernel_bytes(function->kernel) + 1);
    result = pack(function->kernel, parameters, extra, launch->arguments);
    if (result != SUCCESS) free(launch->arguments);
    return result;
}

static CUresult check_cooperative(const unsigned *grid, const unsigned *block) {
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2];
    uint64_t at_once = THREADS_AT_ONCE / threads;
    return blocks > MULTIPROCESSORS * (at_once > 32 ? 32 : at_once) ? COOPERATIVE_LAUNCH_TOO_LARGE : SUCCESS;
}

static CUresult launch(Context *context, Handle function, const unsigned *grid, const unsigned *block, unsigned shared,
                       Handle handle, void **parameters, void **extra, bool cooperative) {
    // Of another context than the current one: refused, unlike a copy.
    Stream *stream = stream_of(context, handle);
    if (stream == NULL) return INVALID_HANDLE;
    Work work = {.kind = LAUNCH};
    CUresult result = launch_prepare(context, function, grid, block, shared, parameters, extra, &work.launch);
    if (result == SUCCESS && cooperative) {
        result = check_cooperative(grid, block);
        if (result != SUCCESS) work_free(&work);
    }
    return result != SUCCESS ? result : stream_submit(stream, work, NULL, NULL);
}

EXPORT CUresult cuLaunchKernel(Handle function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                               unsigned block_y, unsigned block_z, unsigned shared, Handle stream, void **parameters,
                               void **extra) {
    Context *context;
    ENTER(context);
    unsigned grid[] = {grid_x, grid_y, grid_z}, block[] = {block_x, block_y, block_z};
    return leave(launch(context, function, grid, block, shared, stream, parameters, extra, false));
}

EXPORT CUresult cuLaunchCooperativeKernel(Handle function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                                          unsigned block_y, unsigned block_z, unsigned shared, Handle stream, void **parameters) {
    Context *context;
    ENTER(context);
    unsigned grid[] = {grid_x, grid_y, grid_z}, block[] = {block_x, block_y, block_z};
    return leave(launch(context, function, grid, block, shared, stream, parameters, NULL, true));
}

typedef struct LaunchAttribute {
    unsigned id, pad;
    union {
        int number;
        unsigned dimensions[3];
        char room[64];
    };
} LaunchAttribute;

typedef struct LaunchConfig {
    unsigned grid[3], block[3], shared;
    Handle stream;
    LaunchAttribute *attributes;
    unsigned count;
} LaunchConfig;

_Static_assert(sizeof(LaunchAttribute) == 72 && sizeof(LaunchConfig) == 56, "as the driver lays them out");

enum { COOPERATIVE = 2, CLUSTER = 4, LAST_ATTRIBUTE = 15, CLUSTER_MOST = 8 };

static CUresult check_cluster(const LaunchConfig *config, const unsigned *cluster) {
    for (int i = 0; i < 3; i++) {
        if (cluster[i] == 0 || config->grid[i] % cluster[i] != 0) return INVALID_CLUSTER_SIZE;
    }
    return cluster[0] * cluster[1] * cluster[2] > CLUSTER_MOST ? INVALID_CLUSTER_SIZE : SUCCESS;
}

EXPORT CUresult cuLaunchKernelEx(const LaunchConfig *config, Handle function, void **parameters, void **extra) {
    Context *context;
    ENTER(context);
    if (config == NULL || (config->count > 0 && config->attributes == NULL)) return leave(INVALID_VALUE);
    bool cooperative = false;
    for (unsigned i = 0; i < config->count; i++) {
        const LaunchAttribute *attribute = &config->attributes[i];
        CUresult result = attribute->id > LAST_ATTRIBUTE ? INVALID_VALUE : SUCCESS;
        if (attribute->id == COOPERATIVE) cooperative = attribute->number != 0;
        if (attribute->id == CLUSTER) result = check_cluster(config, attribute->dimensions);
        if (result != SUCCESS) return leave(result);
    }
    return leave(launch(context, function, config->grid, config->block, config->shared, config->stream, parameters, extra,
                        cooperative));
}

// ---- what a function says of itself ----

EXPORT CUresult cuFuncGetParamInfo(Handle handle, size_t index, size_t *offset, size_t *size) {
    Context *context;
    ENTER(context);
    Function *function = object_find(FUNCTION, handle);
    if (function == NULL) return leave(INVALID_HANDLE);
    if (offset == NULL || index >= (size_t)function->kernel->parameters) return leave(INVALID_VALUE);
    *offset = kernel_offset(function->kernel, (int)index);
    if (size != NULL) *size = function->kernel->sizes[index];
    return leave(SUCCESS);
}

EXPORT CUresult cuFuncGetAttribute(int *value, int which, Handle handle) {
    Context *context;
    ENTER(context);
    Function *function = object_find(FUNCTION, handle);
    if (function == NULL) return leave(INVALID_HANDLE);
    if (value == NULL || which < 0 || which > 15) return leave(INVALID_VALUE);
    switch (which) {
    case 0: *value = 1024; break; // threads of a block
    case 4: *value = 16; break; // registers
    case 5: case 6: *value = 90; break; // versions of PTX and binary
    case 8: *value = function->dynamic_shared > 0 ? function->dynamic_shared : SHARED_MOST; break; // dynamic shared memory
    case 9: *value = -1; break; // carve-out
    default: *value = 0; break;
    }
    return leave(SUCCESS);
}

EXPORT CUresult cuFuncSetAttribute(Handle handle, int which, int value) {
    Context *context;
    ENTER(context);
    Function *function = object_find(FUNCTION, handle);
    if (function == NULL) return leave(INVALID_HANDLE);
    if (which < 8 || which > 15) return leave(INVALID_VALUE);
    if (which == 8) {
        if (value < 0 || value > SHARED_BY_CHOICE) return leave(INVALID_VALUE);
        function->dynamic_shared = value;
    }
    return leave(SUCCESS);
}

EXPORT CUresult cuFuncGetName(const char **name, Handle handle) {
    Context *context;
    ENTER(context);
    Function *function = object_find(FUNCTION, handle);
    if (function == NULL || name == NULL) return leave(INVALID_VALUE);
    *name = function->kernel->name;
    return leave(SUCCESS);
}

EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Handle handle, int size, size_t shared) {
    Context *context;
    ENTER(context);
    if (object_find(FUNCTION, handle) == NULL) return leave(INVALID_HANDLE);
    if (blocks == NULL || size <= 0 || size > 1024) return leave(INVALID_VALUE);
    int by_threads = THREADS_AT_ONCE / size > 32 ? 32 : THREADS_AT_ONCE / size;
    int by_shared = shared == 0 ? 32 : (int)(SHARED_BY_CHOICE / shared);
    *blocks = by_shared < by_threads ? by_shared : by_threads;
    return leave(SUCCESS);
}

EXPORT CUresult cuOccupancyMaxPotentialBlockSize(
    int *grid, int *block, Handle handle, size_t (*shared_of)(int), size_t shared, int limit) {
    Context *context;
    ENTER(context);
    if (object_find(FUNCTION, handle) == NULL) return leave(INVALID_HANDLE);
    if (grid == NULL || block == NULL || shared_of != NULL || shared > SHARED_BY_CHOICE) return leave(INVALID_VALUE);
    *block = limit > 0 && limit < 1024 ? limit : 1024;
    *grid = MULTIPROCESSORS * (THREADS_AT_ONCE / *block > 32 ? 32 : THREADS_AT_ONCE / *block);
    return leave(SUCCESS);
}
