// Copies and fills. Ranges are checked at the call, as far as they are known then, and again when the stream is there.
#include <stdlib.h>
#include <string.h>
#include "standin.h"

enum { SMALL = 65536 }; // pageable memory up to here is taken over at the call; more makes the call wait

CUresult copy_prepare(Copy *copy, bool *wait) {
    *wait = false;
    if (copy->width == 0 || copy->height == 0 || copy->depth == 0) return SUCCESS;
    size_t source_bytes = extent(copy->width, copy->height, copy->depth, copy->source_pitch, copy->source_slice);
    size_t target_bytes = extent(copy->width, copy->height, copy->depth, copy->target_pitch, copy->target_slice);
    enum Place source = memory_place(copy->source, source_bytes), target = memory_place(copy->target, target_bytes);
    if (source == NO_MEMORY || target == NO_MEMORY || copy->source == 0 || copy->target == 0) return INVALID_VALUE;
    size_t bytes = copy->width * copy->height * copy->depth;
    if (target == PAGEABLE) {
        *wait = true;
    } else if (source == PAGEABLE) {
        copy->staged = malloc(bytes);
        if (copy->staged == NULL) return OUT_OF_MEMORY;
        unsigned char *to = copy->staged;
        for (size_t z = 0; z < copy->depth; z++) {
            for (size_t y = 0; y < copy->height; y++, to += copy->width) {
                memcpy(to, (char *)copy->source + z * copy->source_slice + y * copy->source_pitch, copy->width);
            }
        }
        *wait = bytes > SMALL;
    }
    return SUCCESS;
}

CUresult submit_copy(Context *context, Handle handle, Copy copy) {
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return INVALID_HANDLE;
    bool wait = false;
    if (stream->capture == NULL) {
        CUresult result = copy_prepare(&copy, &wait);
        if (result != SUCCESS) return result;
    }
    Op *op;
    CUresult result = stream_submit(stream, (Work){.kind = COPY, .copy = copy}, NULL, &op);
    if (result == SUCCESS && wait) result = op_await(stream->object.context, op);
    op_drop(op);
    return result;
}

static Copy line(uint64_t target, uint64_t source, size_t bytes) {
    return (Copy){.target = target, .source = source, .target_pitch = bytes, .source_pitch = bytes,
                  .width = bytes, .height = 1, .depth = 1};
}

static bool on_device(uint64_t address, size_t bytes) {
    enum Place place = memory_place(address, bytes);
    return bytes == 0 || place == DEVICE_MEMORY || place == PINNED;
}

static bool on_host(uint64_t address, size_t bytes) {
    enum Place place = memory_place(address, bytes);
    return bytes == 0 || place == PAGEABLE || place == PINNED;
}

static CUresult up(Context *context, uint64_t target, const void *source, size_t bytes, Handle stream) {
    if (!on_device(target, bytes) || !on_host((uint64_t)source, bytes)) return INVALID_VALUE;
    return submit_copy(context, stream, line(target, (uint64_t)source, bytes));
}

static CUresult down(Context *context, void *target, uint64_t source, size_t bytes, Handle stream) {
    if (!on_host((uint64_t)target, bytes) || !on_device(source, bytes)) return INVALID_VALUE;
    return submit_copy(context, stream, line((uint64_t)target, source, bytes));
}

static CUresult across(Context *context, uint64_t target, uint64_t source, size_t bytes, Handle stream) {
    if (!on_device(target, bytes) || !on_device(source, bytes)) return INVALID_VALUE;
    return submit_copy(context, stream, line(target, source, bytes));
}

// The calls without a stream run in the default one and wait for it.
static CUresult and_wait(Context *context, CUresult submitted) {
    return submitted != SUCCESS ? submitted : op_await(context, context->legacy->last);
}

EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr target, const void *source, size_t bytes, Handle stream) {
    Context *context;
    ENTER(context);
    return leave(up(context, target, source, bytes, stream));
}

EXPORT CUresult cuMemcpyDtoHAsync_v2(void *target, CUdeviceptr source, size_t bytes, Handle stream) {
    Context *context;
    ENTER(context);
    return leave(down(context, target, source, bytes, stream));
}

EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr target, CUdeviceptr source, size_t bytes, Handle stream) {
    Context *context;
    ENTER(context);
    return leave(across(context, target, source, bytes, stream));
}

EXPORT CUresult cuMemcpyAsync(CUdeviceptr target, CUdeviceptr source, size_t bytes, Handle stream) {
    Context *context;
    ENTER(context);
    return leave(submit_copy(context, stream, line(target, source, bytes)));
}

EXPORT CUresult cuMemcpyHtoD_v2(CUdeviceptr target, const void *source, size_t bytes) {
    Context *context;
    ENTER(context);
    return leave(and_wait(context, up(context, target, source, bytes, 0)));
}

EXPORT CUresult cuMemcpyDtoH_v2(void *target, CUdeviceptr source, size_t bytes) {
    Context *context;
    ENTER(context);
    return leave(and_wait(context, down(context, target, source, bytes, 0)));
}

EXPORT CUresult cuMemcpyDtoD_v2(CUdeviceptr target, CUdeviceptr source, size_t bytes) {
    Context *context;
    ENTER(context);
    return leave(and_wait(context, across(context, target, source, bytes, 0)));
}

EXPORT CUresult cuMemcpy(CUdeviceptr target, CUdeviceptr source, size_t bytes) {
    Context *context;
    ENTER(context);
    return leave(and_wait(context, submit_copy(context, 0, line(target, source, bytes))));
}

// Without peer access it goes by way of the host: slower, never refused.
EXPORT CUresult cuMemcpyPeerAsync(
    CUdeviceptr target, Handle target_context, CUdeviceptr source, Handle source_context, size_t bytes, Handle stream) {
    Context *context;
    ENTER(context);
    Context *to = object_find(CONTEXT, target_context), *from = object_find(CONTEXT, source_context);
    if (to == NULL || from == NULL) return leave(INVALID_CONTEXT);
    if (!memory_fits(target, to->device) || !memory_fits(source, from->device)) return leave(INVALID_VALUE);
    return leave(across(context, target, source, bytes, stream));
}

// ---- rows ----

enum { HOST_ROWS = 1, DEVICE_ROWS = 2, ARRAY_ROWS = 3, UNIFIED_ROWS = 4 };

typedef struct Rows2 {
    size_t x, y;
    unsigned kind;
    uint64_t host, device, array;
    size_t pitch;
} Rows2;

typedef struct Copy2 {
    Rows2 source, target;
    size_t width, height;
} Copy2;

typedef struct Rows3 {
    size_t x, y, z, lod;
    unsigned kind;
    uint64_t host, device, array, reserved;
    size_t pitch, height;
} Rows3;

typedef struct Copy3 {
    Rows3 source, target;
    size_t width, height, depth;
} Copy3;

_Static_assert(sizeof(Copy2) == 128 && sizeof(Copy3) == 200, "as the driver lays them out");

static bool rows(unsigned kind, uint64_t host, uint64_t device, size_t bytes, uint64_t *start) {
    *start = kind == HOST_ROWS ? host : device;
    if (kind == HOST_ROWS) return on_host(host, bytes);
    return kind == DEVICE_ROWS ? on_device(device, bytes) : kind == UNIFIED_ROWS;
}

static CUresult copy_of_3(const Copy3 *from, Copy *copy) {
    Rows3 source = from->source, target = from->target;
    if (source.pitch == 0) source.pitch = from->width;
    if (target.pitch == 0) target.pitch = from->width;
    if (source.height == 0) source.height = from->height;
    if (target.height == 0) target.height = from->height;
    uint64_t source_start, target_start;
    if (!rows(source.kind, source.host, source.device, 1, &source_start)
        || !rows(target.kind, target.host, target.device, 1, &target_start)) {
        return INVALID_VALUE;
    }
    if (source.x + from->width > source.pitch || target.x + from->width > target.pitch) return INVALID_VALUE;
    *copy = (Copy){
        .target = target_start + target.z * target.pitch * target.height + target.y * target.pitch + target.x,
        .source = source_start + source.z * source.pitch * source.height + source.y * source.pitch + source.x,
        .target_pitch = target.pitch, .source_pitch = source.pitch,
        .target_slice = target.pitch * target.height, .source_slice = source.pitch * source.height,
        .width = from->width, .height = from->height, .depth = from->depth};
    return SUCCESS;
}

CUresult copy_of_driver(const void *parameters, Copy *copy) {
    return copy_of_3(parameters, copy);
}

static Rows3 rows_of_2(Rows2 rows, size_t height) {
    return (Rows3){.x = rows.x, .y = rows.y, .kind = rows.kind, .host = rows.host, .device = rows.device,
                   .pitch = rows.pitch, .height = rows.y + height};
}

static CUresult copy_2(Context *context, const Copy2 *from, Handle stream) {
    if (from == NULL) return INVALID_VALUE;
    Copy3 whole = {rows_of_2(from->source, from->height), rows_of_2(from->target, from->height), from->width, from->height, 1};
    Copy copy;
    CUresult result = copy_of_3(&whole, &copy);
    return result != SUCCESS ? result : submit_copy(context, stream, copy);
}

static CUresult copy_3(Context *context, const Copy3 *from, Handle stream) {
    if (from == NULL) return INVALID_VALUE;
    Copy copy;
    CUresult result = copy_of_3(from, &copy);
    return result != SUCCESS ? result : submit_copy(context, stream, copy);
}

EXPORT CUresult cuMemcpy2DAsync_v2(const Copy2 *copy, Handle stream) {
    Context *context;
    ENTER(context);
    return leave(copy_2(context, copy, stream));
}

EXPORT CUresult cuMemcpy2D_v2(const Copy2 *copy) {
    Context *context;
    ENTER(context);
    return leave(and_wait(context, copy_2(context, copy, 0)));
}
CUresult cuMemcpy2DUnaligned_v2(const Copy2 *copy) ALIAS(cuMemcpy2D_v2);

EXPORT CUresult cuMemcpy3DAsync_v2(const Copy3 *copy, Handle stream) {
    Context *context;
    ENTER(context);
    return leave(copy_3(context, copy, stream));
}

EXPORT CUresult cuMemcpy3D_v2(const Copy3 *copy) {
    Context *context;
    ENTER(context);
    return leave(and_wait(context, copy_3(context, copy, 0)));
}

// ---- fills ----

CUresult set_check(const Set *set) {
    if (set->element != 1 && set->element != 2 && set->element != 4) return INVALID_VALUE;
    if (set->target % set->element != 0 || (set->height > 1 && set->pitch % set->element != 0)) return INVALID_VALUE;
    if (set->width == 0 || set->height == 0) return SUCCESS;
    if (set->height > 1 && set->pitch < set->width * set->element) return INVALID_VALUE;
    return on_device(set->target, extent(set->width * set->element, set->height, 1, set->pitch, 0)) ? SUCCESS : INVALID_VALUE;
}

static CUresult fill(Context *context, Set set, Handle handle) {
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return INVALID_HANDLE;
    CUresult result = set_check(&set);
    return result != SUCCESS ? result : stream_submit(stream, (Work){.kind = SET, .set = set}, NULL, NULL);
}

#define FILLS(name, sync, rows, type, element)                                                                        \
    EXPORT CUresult name(CUdeviceptr target, type value, size_t count, Handle stream) {                               \
        Context *context;                                                                                             \
        ENTER(context);                                                                                               \
        return leave(fill(context, (Set){target, count * element, count, 1, value, element}, stream));                \
    }                                                                                                                 \
    EXPORT CUresult sync(CUdeviceptr target, type value, size_t count) {                                              \
        Context *context;                                                                                             \
        ENTER(context);                                                                                               \
        return leave(and_wait(context, fill(context, (Set){target, count * element, count, 1, value, element}, 0)));  \
    }                                                                                                                 \
    EXPORT CUresult rows(CUdeviceptr target, size_t pitch, type value, size_t width, size_t height, Handle stream) {  \
        Context *context;                                                                                             \
        ENTER(context);                                                                                               \
        return leave(fill(context, (Set){target, pitch, width, height, value, element}, stream));                     \
    }

FILLS(cuMemsetD8Async, cuMemsetD8_v2, cuMemsetD2D8Async, unsigned char, 1)
FILLS(cuMemsetD16Async, cuMemsetD16_v2, cuMemsetD2D16Async, unsigned short, 2)
FILLS(cuMemsetD32Async, cuMemsetD32_v2, cuMemsetD2D32Async, unsigned, 4)
