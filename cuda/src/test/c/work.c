// What an operation does when its stream comes to it. Addresses are looked up now, not when it was submitted.
#include <stdlib.h>
#include <string.h>
#include "standin.h"

_Thread_local bool inside_host_call;

size_t extent(size_t width, size_t height, size_t depth, size_t pitch, size_t slice) {
    return (depth - 1) * slice + (height - 1) * pitch + width;
}

static CUresult copy(const Copy *copy) {
    if (copy->width == 0 || copy->height == 0 || copy->depth == 0) return SUCCESS;
    unsigned char *target = memory_for_copy(
        copy->target, extent(copy->width, copy->height, copy->depth, copy->target_pitch, copy->target_slice));
    const unsigned char *source = copy->staged;
    size_t source_pitch = copy->width, source_slice = copy->width * copy->height;
    if (source == NULL) {
        source_pitch = copy->source_pitch;
        source_slice = copy->source_slice;
        source = memory_for_copy(copy->source, extent(copy->width, copy->height, copy->depth, source_pitch, source_slice));
    }
    if (target == NULL || source == NULL) return ILLEGAL_ADDRESS;
    for (size_t z = 0; z < copy->depth; z++) {
        for (size_t y = 0; y < copy->height; y++) {
            memmove(target + z * copy->target_slice + y * copy->target_pitch,
                    source + z * source_slice + y * source_pitch, copy->width);
        }
    }
    return SUCCESS;
}

static CUresult set(const Set *set) {
    if (set->width == 0 || set->height == 0) return SUCCESS;
    size_t row = set->width * set->element;
    unsigned char *target = memory_for_copy(set->target, extent(row, set->height, 1, set->pitch, 0));
    if (target == NULL) return ILLEGAL_ADDRESS;
    for (size_t y = 0; y < set->height; y++) {
        unsigned char *at = target + y * set->pitch;
        for (size_t x = 0; x < row; x += set->element) memcpy(at + x, &set->value, set->element);
    }
    return SUCCESS;
}

static CUresult write_value(Context *context, const Store *store) {
    void *at = memory_for_kernel(context, store->address, store->bytes, true);
    if (at == NULL) return ILLEGAL_ADDRESS;
    if (store->bytes == 8) {
        __atomic_store_n((uint64_t *)at, store->value, __ATOMIC_SEQ_CST);
    } else {
        __atomic_store_n((uint32_t *)at, (uint32_t)store->value, __ATOMIC_SEQ_CST);
    }
    return SUCCESS;
}

static bool holds(const Store *store, uint64_t seen) {
    // Greater or equal is on a circle, so that counters may wrap.
    switch (store->flags & 3) {
    case 0:
        return store->bytes == 8 ? (int64_t)(seen - store->value) >= 0
                                 : (int32_t)((uint32_t)seen - (uint32_t)store->value) >= 0;
    case 1: return seen == store->value;
    case 2: return (seen & store->value) != 0;
    default: return store->bytes == 8 ? ~(seen | store->value) != 0 : (uint32_t)~(seen | store->value) != 0;
    }
}

static CUresult wait_value(Context *context, const Store *store) {
    for (long rounds = 0;;) {
        void *at = memory_for_kernel(context, store->address, store->bytes, false);
        if (at == NULL) return ILLEGAL_ADDRESS;
        uint64_t seen = store->bytes == 8 ? __atomic_load_n((uint64_t *)at, __ATOMIC_SEQ_CST)
                                          : __atomic_load_n((uint32_t *)at, __ATOMIC_SEQ_CST);
        if (holds(store, seen) || !pause_while_waiting(context, &rounds)) return SUCCESS;
    }
}

static void call_host(void (*function)(void *), void *data) {
    inside_host_call = true;
    function(data);
    inside_host_call = false;
}

static CUresult launch(Context *context, const Launch *launch) {
    Call call = {context, launch, (size_t)launch->grid[0] * launch->block[0]};
    return launch->kernel->run(&call);
}

CUresult work_run(Context *context, Work *work) {
    switch (work->kind) {
    case NOTHING: return SUCCESS;
    case COPY: return copy(&work->copy);
    case SET: return set(&work->set);
    case LAUNCH: return launch(context, &work->launch);
    case HOST_CALL: call_host(work->host.function, work->host.data); return SUCCESS;
    case CALLBACK:
        inside_host_call = true;
        work->callback.function(work->callback.stream, context->sticky, work->callback.data);
        inside_host_call = false;
        return SUCCESS;
    case WRITE_VALUE: return write_value(context, &work->store);
    case WAIT_VALUE: return wait_value(context, &work->store);
    case ALLOCATE: memory_make_usable(work->address); return SUCCESS;
    case FREE: return memory_free_end(work->address);
    case MANY:
        for (int i = 0; i < work->many.count; i++) {
            CUresult result = work_run(context, &work->many.list[i]);
            if (result != SUCCESS) return result;
        }
        return SUCCESS;
    }
    return INVALID_VALUE;
}

void work_copy(Work *to, const Work *from) {
    *to = *from;
    if (from->kind == LAUNCH) {
        size_t bytes = kernel_bytes(from->launch.kernel);
        to->launch.arguments = malloc(bytes + 1);
        memcpy(to->launch.arguments, from->launch.arguments, bytes);
    } else if (from->kind == MANY) {
        to->many.list = calloc((size_t)from->many.count + 1, sizeof(Work));
        for (int i = 0; i < from->many.count; i++) work_copy(&to->many.list[i], &from->many.list[i]);
    } else if (from->kind == COPY) {
        to->copy.staged = NULL;
    }
}

void work_free(Work *work) {
    if (work->kind == COPY) free(work->copy.staged);
    if (work->kind == LAUNCH) free(work->launch.arguments);
    if (work->kind == MANY) {
        for (int i = 0; i < work->many.count; i++) work_free(&work->many.list[i]);
        free(work->many.list);
    }
    work->kind = NOTHING;
}
