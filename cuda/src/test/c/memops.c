// Stream memory operations: values written and awaited in memory that the device can reach.
#include <stdlib.h>
#include "standin.h"

enum { FLUSH = 1 << 30 };

static CUresult check(CUdeviceptr address, unsigned bytes) {
    if (!settings.memory_operations) return NOT_SUPPORTED;
    if (address % bytes != 0) return INVALID_VALUE;
    enum Place place = memory_place(address, bytes);
    return place == DEVICE_MEMORY || place == PINNED ? SUCCESS : INVALID_VALUE;
}

static CUresult value(Context *context, Handle handle, Work work) {
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return INVALID_HANDLE;
    bool flags_known = work.kind == WRITE_VALUE ? work.store.flags <= 1 : (work.store.flags & ~(unsigned)FLUSH) <= 3;
    CUresult result = flags_known ? check(work.store.address, work.store.bytes) : INVALID_VALUE;
    return result != SUCCESS ? result : stream_submit(stream, work, NULL, NULL);
}

EXPORT CUresult cuStreamWriteValue32_v2(Handle stream, CUdeviceptr address, uint32_t written, unsigned flags) {
    Context *context;
    ENTER(context);

    return leave(value(context, stream, (Work){.kind = WRITE_VALUE, .store = {address, written, 4, flags}}));
}

EXPORT CUresult cuStreamWriteValue64_v2(Handle stream, CUdeviceptr address, uint64_t written, unsigned flags) {
    Context *context;
    ENTER(context);

    return leave(value(context, stream, (Work){.kind = WRITE_VALUE, .store = {address, written, 8, flags}}));
}

EXPORT CUresult cuStreamWaitValue32_v2(Handle stream, CUdeviceptr address, uint32_t awaited, unsigned flags) {
    Context *context;
    ENTER(context);

    return leave(value(context, stream, (Work){.kind = WAIT_VALUE, .store = {address, awaited, 4, flags}}));
}

EXPORT CUresult cuStreamWaitValue64_v2(Handle stream, CUdeviceptr address, uint64_t awaited, unsigned flags) {
    Context *context;
    ENTER(context);

    return leave(value(context, stream, (Work){.kind = WAIT_VALUE, .store = {address, awaited, 8, flags}}));
}

// An operation of a batch: wait and write begin alike, in a union of 48 bytes.
typedef union BatchOperation {
    unsigned kind;
    struct {
        unsigned kind;
        CUdeviceptr address;
        uint64_t value; // 32-bit values lie in its lower half
        unsigned flags;
        CUdeviceptr alias;
    } store;
    uint64_t room[6];
} BatchOperation;

enum { BATCH_WAIT_32 = 1, BATCH_WRITE_32 = 2, BATCH_FLUSH = 3, BATCH_WAIT_64 = 4, BATCH_WRITE_64 = 5, BATCH_BARRIER = 6 };

static bool batch_work(const BatchOperation *operation, Work *work) {
    unsigned bytes = operation->kind >= BATCH_WAIT_64 ? 8 : 4;
    uint64_t stored = bytes == 8 ? operation->store.value : (uint32_t)operation->store.value;
    Store store = {operation->store.address, stored, bytes, operation->store.flags};
    switch (operation->kind) {
    case BATCH_WAIT_32: case BATCH_WAIT_64: *work = (Work){.kind = WAIT_VALUE, .store = store}; return true;
    case BATCH_WRITE_32: case BATCH_WRITE_64: *work = (Work){.kind = WRITE_VALUE, .store = store}; return true;
    case BATCH_FLUSH: case BATCH_BARRIER: *work = (Work){.kind = NOTHING}; return true;
    default: return false;
    }
}

// All or nothing: what is wrong anywhere in the list refuses all of it.
EXPORT CUresult cuStreamBatchMemOp_v2(Handle handle, unsigned count, const BatchOperation *list, unsigned flags) {
    Context *context;
    ENTER(context);
    Stream *stream = stream_any(context, handle);
    if (stream == NULL) return leave(INVALID_HANDLE);
    if (count == 0 || count > 256 || list == NULL || flags != 0) return leave(INVALID_VALUE);
    Work work;
    for (unsigned i = 0; i < count; i++) {
        if (!batch_work(&list[i], &work)) return leave(INVALID_VALUE);
        CUresult result = work.kind == NOTHING ? SUCCESS : check(work.store.address, work.store.bytes);
        if (result != SUCCESS) return leave(result);
    }
    for (unsigned i = 0; i < count; i++) {
        batch_work(&list[i], &work);
        CUresult result = stream_submit(stream, work, NULL, NULL);
        if (result != SUCCESS) return leave(result);
    }
    return leave(SUCCESS);
}
