// Events: the last record is what counts; one that was never recorded is complete.
#include <stdlib.h>
#include "standin.h"

enum { BLOCKING = 1, NO_TIMING = 2, INTERPROCESS = 4 };

void event_close(Event *event) {
    object_remove(&event->object);
    op_drop(event->op);
    free(event);
}

EXPORT CUresult cuEventCreate(Handle *event, unsigned flags) {
    Context *context;
    ENTER(context);
    if (event == NULL || flags > 7) return leave(INVALID_VALUE);
    if ((flags & INTERPROCESS) && !(flags & NO_TIMING)) return leave(INVALID_VALUE);
    Event *created = calloc(1, sizeof *created);
    created->flags = flags;
    object_add(&created->object, EVENT, context);
    *event = created->object.handle;
    return leave(SUCCESS);
}

// With a record pending it returns at once, too: the operation lives until its stream has passed it.
EXPORT CUresult cuEventDestroy_v2(Handle handle) {
    Context *context;
    ENTER(context);
    Event *event = object_find(EVENT, handle);
    if (event == NULL) return leave(INVALID_HANDLE);
    event_close(event);
    return leave(SUCCESS);
}
CUresult cuEventDestroy(Handle handle) ALIAS(cuEventDestroy_v2);

static CUresult record(Context *context, Handle handle, Handle stream_handle) {
    Event *event = object_find(EVENT, handle);
    Stream *stream = stream_any(context, stream_handle);
    if (event == NULL || stream == NULL || event->object.context != stream->object.context) return INVALID_HANDLE;
    if (stream->capture != NULL) return CAPTURE_UNSUPPORTED;
    Op *op;
    CUresult result = stream_submit(stream, (Work){.kind = NOTHING}, NULL, &op);
    if (result != SUCCESS) return result;
    op_drop(event->op);
    event->op = op;
    return SUCCESS;
}

EXPORT CUresult cuEventRecord(Handle event, Handle stream) {
    Context *context;
    ENTER(context);
    return leave(record(context, event, stream));
}

EXPORT CUresult cuEventRecordWithFlags(Handle event, Handle stream, unsigned flags) {
    Context *context;
    ENTER(context);
    if (flags > 1) return leave(INVALID_VALUE);
    return leave(record(context, event, stream));
}

EXPORT CUresult cuEventQuery(Handle handle) {
    Context *context;
    ENTER(context);
    Event *event = object_find(EVENT, handle);
    if (event == NULL) return leave(INVALID_HANDLE);
    if (event->object.context->sticky != SUCCESS) return leave(event->object.context->sticky);
    return leave(event->op == NULL || event->op->done ? SUCCESS : NOT_READY);
}

EXPORT CUresult cuEventSynchronize(Handle handle) {
    Context *context;
    ENTER(context);
    Event *event = object_find(EVENT, handle);
    if (event == NULL) return leave(INVALID_HANDLE);
    return leave(event->op == NULL ? SUCCESS : op_await(event->object.context, event->op));
}

EXPORT CUresult cuEventElapsedTime_v2(float *milliseconds, Handle from_handle, Handle to_handle) {
    Context *context;
    ENTER(context);
    if (milliseconds == NULL) return leave(INVALID_VALUE);
    Event *from = object_find(EVENT, from_handle), *to = object_find(EVENT, to_handle);
    if (from == NULL || to == NULL || from->object.context != to->object.context) return leave(INVALID_HANDLE);
    if (((from->flags | to->flags) & NO_TIMING) || from->op == NULL || to->op == NULL) return leave(INVALID_HANDLE);
    if (!from->op->done || !to->op->done) return leave(NOT_READY);
    // About half a microsecond is what a device tells apart.
    *milliseconds = (float)((double)((to->op->time - from->op->time) / 500 * 500) / 1e6);
    return leave(SUCCESS);
}
CUresult cuEventElapsedTime(float *milliseconds, Handle from, Handle to) ALIAS(cuEventElapsedTime_v2);
