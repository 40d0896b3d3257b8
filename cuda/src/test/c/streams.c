// Streams: a thread each, started with the first operation. An operation is done when its stream has passed it, whether
// it ran or was dropped because the context had failed.
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include "standin.h"

static pthread_cond_t progress = PTHREAD_COND_INITIALIZER;
static int waiting;
static uint64_t stream_ids;
static long pending;

long now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000L + now.tv_nsec;
}

void progress_made(void) {
    if (waiting > 0) pthread_cond_broadcast(&progress);
}

void wait_for_progress(void) {
    waiting++;
    pthread_cond_wait(&progress, &standin_lock);
    waiting--;
}

long streams_working(void) {
    return pending;
}

bool pause_while_waiting(const Context *context, long *rounds) {
    if (context->abandoned || context->sticky != SUCCESS) return false;
    if (++*rounds < 100) {
        sched_yield();
    } else {
        nanosleep(&(struct timespec){.tv_nsec = *rounds < 1000 ? 20000 : 200000}, NULL);
    }
    return true;
}

void op_keep(Op *op) {
    op->references++;
}

void op_drop(Op *op) {
    if (op == NULL || --op->references > 0) return;
    work_free(&op->work);
    free(op->after);
    free(op);
}

static void op_after(Op *op, Op *before) {
    if (before == NULL || before->done) return;
    op->after = realloc(op->after, (size_t)(op->after_count + 1) * sizeof(Op *));
    op->after[op->after_count++] = before;
    op_keep(before);
}

CUresult op_await(Context *context, Op *op) {
    op_keep(op);
    while (!op->done) wait_for_progress();
    op_drop(op);
    return context->abandoned ? CONTEXT_IS_DESTROYED : context->sticky;
}

CUresult context_await(Context *context) {
    int count = 0;
    for (Stream *stream = context->streams; stream != NULL; stream = stream->next) count++;
    Op **last = calloc((size_t)count + 1, sizeof(Op *));
    count = 0;
    for (Stream *stream = context->streams; stream != NULL; stream = stream->next) {
        if (stream->last == NULL) continue;
        op_keep(stream->last);
        last[count++] = stream->last;
    }
    CUresult result = context->sticky;
    for (int i = 0; i < count; i++) {
        CUresult error = op_await(context, last[i]);
        if (error != SUCCESS) result = error;
        op_drop(last[i]);
    }
    free(last);
    return result;
}

// ---- the thread of a stream ----

static int connection_of(const Stream *stream) {
    return settings.connections == 0 ? -1 : (int)(stream->id % (uint64_t)settings.connections);
}

static bool may_begin(const Context *context, const Stream *stream, const Op *op) {
    if (context->abandoned || context->sticky != SUCCESS) return true;
    if (operations_held()) return false;
    // A connection hands over what was submitted in that order: streams that share one wait for each other's beginnings.
    int connection = connection_of(stream);
    if (connection >= 0 && op->ticket > context->begun[connection]) return false;
    for (int i = 0; i < op->after_count; i++) {
        if (!op->after[i]->done) return false;
    }
    return true;
}

// Runs it without the lock.
static void run(Context *context, Op *op) {
    if (context->abandoned || op->work.kind == NOTHING) return;
    if (context->sticky != SUCCESS) {
        // A callback of the old form is told of the error; nothing else runs any more.
        if (op->work.kind != CALLBACK) return;
    } else {
        CUresult injected = operation_injected();
        if (injected != SUCCESS) {
            context_fail(context, injected);
            return;
        }
    }
    long delay = operation_delay();
    pthread_mutex_unlock(&standin_lock);
    if (delay > 0) nanosleep(&(struct timespec){delay / 1000000000L, delay % 1000000000L}, NULL);
    CUresult error = work_run(context, &op->work);
    pthread_mutex_lock(&standin_lock);
    if (error != SUCCESS) context_fail(context, error);
}

static void stream_free(Stream *stream) {
    Stream **at = &stream->object.context->streams;
    while (*at != stream) at = &(*at)->next;
    *at = stream->next;
    op_drop(stream->last);
    if (stream->capture != NULL) capture_drop(stream->capture);
    pthread_cond_destroy(&stream->work);
    free(stream);
}

static void *worker(void *argument) {
    Stream *stream = argument;
    Context *context = stream->object.context;
    pthread_mutex_lock(&standin_lock);
    while (stream->head != NULL || !stream->closed) {
        Op *op = stream->head;
        if (op == NULL) {
            pthread_cond_wait(&stream->work, &standin_lock);
            continue;
        }
        while (!may_begin(context, stream, op)) wait_for_progress();
        int connection = connection_of(stream);
        if (connection >= 0) {
            context->begun[connection]++;
            progress_made();
        }
        run(context, op);
        stream->head = op->next;
        if (stream->head == NULL) stream->tail = NULL;
        for (int i = 0; i < op->after_count; i++) op_drop(op->after[i]);
        op->after_count = 0;
        op->time = now_ns();
        op->done = true;
        pending--;
        op_drop(op);
        progress_made();
    }
    stream_free(stream);
    context->workers--;
    progress_made();
    pthread_mutex_unlock(&standin_lock);
    return NULL;
}

static bool start(Stream *stream) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    // Host calls run on it, those of a JVM among them.
    pthread_attr_setstacksize(&attributes, (size_t)1 << 20);
    pthread_t thread;
    stream->running = pthread_create(&thread, &attributes, worker, stream) == 0;
    pthread_attr_destroy(&attributes);
    if (stream->running) stream->object.context->workers++;
    return stream->running;
}

CUresult stream_submit(Stream *stream, Work work, Op *after, Op **submitted) {
    Context *context = stream->object.context;
    if (submitted != NULL) *submitted = NULL;
    if (stream->capture != NULL) return capture_add(stream, work);
    if (!stream->running && !start(stream)) {
        work_free(&work);
        return OUT_OF_MEMORY;
    }
    Op *op = calloc(1, sizeof *op);
    op->references = 2;
    op->work = work;
    op_after(op, after);
    if (stream == context->legacy) {
        for (Stream *other = context->streams; other != NULL; other = other->next) {
            if (other->flags == 0 && other != stream) op_after(op, other->last);
        }
    } else if (stream->flags == 0 && context->legacy != NULL) {
        op_after(op, context->legacy->last);
    }
    if (stream->tail == NULL) {
        stream->head = op;
    } else {
        stream->tail->next = op;
    }
    stream->tail = op;
    op_drop(stream->last);
    stream->last = op;
    int connection = connection_of(stream);
    if (connection >= 0) op->ticket = context->submitted[connection]++;
    pending++;
    pthread_cond_signal(&stream->work);
    if (submitted != NULL) {
        op_keep(op);
        *submitted = op;
    }
    return SUCCESS;
}

// ---- making, finding, ending ----

static Stream *create(Context *context, unsigned flags, int priority) {
    Stream *stream = calloc(1, sizeof *stream);
    stream->flags = flags;
    stream->priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
    stream->id = ++stream_ids;
    stream->capture_tail = -1;
    pthread_cond_init(&stream->work, NULL);
    object_add(&stream->object, STREAM, context);
    stream->next = context->streams;
    context->streams = stream;
    return stream;
}

void stream_close(Stream *stream) {
    object_remove(&stream->object);
    stream->closed = true;
    if (stream->running) {
        pthread_cond_signal(&stream->work);
    } else {
        stream_free(stream);
    }
}

Stream *stream_any(Context *context, Handle handle) {
    if (handle > 1) return object_find(STREAM, handle);
    if (context->legacy == NULL) context->legacy = create(context, 0, 0);
    return context->legacy;
}

Stream *stream_of(Context *context, Handle handle) {
    Stream *stream = stream_any(context, handle);
    return stream != NULL && stream->object.context == context ? stream : NULL;
}

EXPORT CUresult cuStreamCreateWithPriority(Handle *stream, unsigned flags, int priority) {
    Context *context;
    ENTER(context);
    if (stream == NULL || flags > 1) return leave(INVALID_VALUE);
    *stream = create(context, flags, priority)->object.handle;
    return leave(SUCCESS);
}

EXPORT CUresult cuStreamCreate(Handle *stream, unsigned flags) {
    Context *context;
    ENTER(context);
    if (stream == NULL || flags > 1) return leave(INVALID_VALUE);
    *stream = create(context, flags, 0)->object.handle;
    return leave(SUCCESS);
}

EXPORT CUresult cuStreamDestroy_v2(Handle handle) {
    Context *context;
    ENTER(context);
    Stream *stream = handle > 1 ? stream_any(context, handle) : NULL;
    if (stream == NULL) return leave(INVALID_HANDLE);
    stream_close(stream);
    return leave(SUCCESS);
}
CUresult cuStreamDestroy(Handle handle) ALIAS(cuStreamDestroy_v2);

EXPORT CUresult cuStreamQuery(Handle handle) {
    Context *context;
    ENTER(context);
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return leave(INVALID_HANDLE);
    if (stream->capture != NULL) return leave(CAPTURE_UNSUPPORTED);
    if (stream->object.context->sticky != SUCCESS) return leave(stream->object.context->sticky);
    return leave(stream->last == NULL || stream->last->done ? SUCCESS : NOT_READY);
}

EXPORT CUresult cuStreamSynchronize(Handle handle) {
    Context *context;
    ENTER(context);
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return leave(INVALID_HANDLE);
    if (stream->capture != NULL) return leave(CAPTURE_UNSUPPORTED);
    return leave(stream->last == NULL ? SUCCESS : op_await(stream->object.context, stream->last));
}

EXPORT CUresult cuStreamWaitEvent(Handle handle, Handle event_handle, unsigned flags) {
    Context *context;
    ENTER(context);
    Stream *stream = stream_any(context, handle);
    Event *event = object_find(EVENT, event_handle);
    if (stream == NULL || event == NULL) return leave(INVALID_HANDLE);
    if (flags > 1) return leave(INVALID_VALUE);
    if (stream->capture != NULL) return leave(event->op == NULL ? SUCCESS : 905);
    if (event->op == NULL || event->op->done) return leave(SUCCESS);
    return leave(stream_submit(stream, (Work){.kind = NOTHING}, event->op, NULL));
}

EXPORT CUresult cuStreamGetPriority(Handle handle, int *priority) {
    Context *context;
    ENTER(context);
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return leave(INVALID_HANDLE);
    if (priority == NULL) return leave(INVALID_VALUE);
    *priority = stream->priority;
    return leave(SUCCESS);
}

EXPORT CUresult cuStreamGetFlags(Handle handle, unsigned *flags) {
    Context *context;
    ENTER(context);
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return leave(INVALID_HANDLE);
    if (flags == NULL) return leave(INVALID_VALUE);
    *flags = stream->flags;
    return leave(SUCCESS);
}

EXPORT CUresult cuStreamGetId(Handle handle, uint64_t *id) {
    Context *context;
    ENTER(context);
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return leave(INVALID_HANDLE);
    if (id == NULL) return leave(INVALID_VALUE);
    *id = stream->id;
    return leave(SUCCESS);
}

EXPORT CUresult cuStreamGetCtx(Handle handle, Handle *of) {
    Context *context;
    ENTER(context);
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return leave(INVALID_HANDLE);
    if (of == NULL) return leave(INVALID_VALUE);
    *of = stream->object.context->object.handle;
    return leave(SUCCESS);
}

EXPORT CUresult cuStreamGetDevice(Handle handle, CUdevice *device) {
    Context *context;
    ENTER(context);
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return leave(INVALID_HANDLE);
    if (device == NULL) return leave(INVALID_VALUE);
    *device = stream->object.context->device;
    return leave(SUCCESS);
}

EXPORT CUresult cuLaunchHostFunc(Handle handle, void (*function)(void *), void *data) {
    Context *context;
    ENTER(context);
    if (function == NULL) return leave(INVALID_VALUE);
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return leave(INVALID_HANDLE);
    Work work = {.kind = HOST_CALL};
    work.host.function = function;
    work.host.data = data;
    return leave(stream_submit(stream, work, NULL, NULL));
}

EXPORT CUresult cuStreamAddCallback(Handle handle, void (*function)(Handle, CUresult, void *), void *data, unsigned flags) {
    Context *context;
    ENTER(context);
    if (function == NULL || flags != 0) return leave(INVALID_VALUE);
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return leave(INVALID_HANDLE);
    if (stream->capture != NULL) return leave(CAPTURE_UNSUPPORTED);
    Work work = {.kind = CALLBACK};
    work.callback.function = function;
    work.callback.data = data;
    work.callback.stream = handle;
    return leave(stream_submit(stream, work, NULL, NULL));
}
