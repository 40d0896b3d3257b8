// Device memory is pages of a file in memory, mapped twice: where the host is told it lies, nobody may touch it; the
// device's own threads use the other mapping. Addresses are looked up at every use, so freed memory is noticed, and
// they go round a window four times as large as the memory, so that they are not used again soon.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "standin.h"

typedef struct Range {
    uint64_t base;
    size_t bytes;
    Context *context;   // of host memory: where it was allocated or registered
    unsigned flags;
    Pool *pool;         // where it was allocated in the order of a stream
    bool usable;        // such an allocation is not, until the stream comes there
    bool freeing;       // a free in a stream was asked for
    bool registered;
} Range;

typedef struct Ranges {
    Range *list; // by address
    int count, room;
} Ranges;

typedef struct Memory {
    uint64_t window;
    unsigned char *own; // the device's own mapping
    size_t size, used, cursor;
    int file;
    Ranges ranges;
} Memory;

enum { ALIGN = 512, PAGE = 4096, PORTABLE = 1, MAPPED = 2, READ_ONLY = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Memory memories[MAX_DEVICES];
static Ranges host;

static bool open_memory(Memory *memory) {
    if (memory->size > 0) return true;
    size_t size = (4 * settings.memory + PAGE - 1) / PAGE * PAGE;
    int file = memfd_create("standin-device-memory", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, (off_t)size) != 0) return false;
    void *window = mmap(NULL, size, PROT_NONE, MAP_SHARED | MAP_NORESERVE, file, 0);
    void *own = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
    if (window == MAP_FAILED || own == MAP_FAILED) return false;
    memory->window = (uint64_t)window;
    memory->own = own;
    memory->file = file;
    memory->size = size;
    return true;
}

// The first range that ends after the address.
static int first_after(const Ranges *ranges, uint64_t address) {
    int low = 0, high = ranges->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (ranges->list[middle].base + ranges->list[middle].bytes <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static Range *containing(const Ranges *ranges, uint64_t address, size_t bytes) {
    int i = first_after(ranges, address);
    if (i == ranges->count) return NULL;
    Range *range = &ranges->list[i];
    return address >= range->base && bytes <= range->base + range->bytes - address ? range : NULL;
}

static void insert(Ranges *ranges, Range range) {
    if (ranges->count == ranges->room) {
        ranges->room = ranges->room == 0 ? 64 : 2 * ranges->room;
        ranges->list = realloc(ranges->list, (size_t)ranges->room * sizeof(Range));
        if (ranges->list == NULL) abort();
    }
    int i = first_after(ranges, range.base);
    memmove(&ranges->list[i + 1], &ranges->list[i], (size_t)(ranges->count - i) * sizeof(Range));
    ranges->list[i] = range;
    ranges->count++;
}

static void delete(Ranges *ranges, Range *range) {
    int i = (int)(range - ranges->list);
    ranges->count--;
    memmove(range, range + 1, (size_t)(ranges->count - i) * sizeof(Range));
}

static Memory *memory_at(uint64_t address) {
    for (int i = 0; i < MAX_DEVICES; i++) {
        if (memories[i].size > 0 && address - memories[i].window < memories[i].size) return &memories[i];
    }
    return NULL;
}

// The first gap from the cursor on, then from the beginning.
static uint64_t find_gap(const Memory *memory, size_t bytes) {
    for (int round = 0; round < 2; round++) {
        uint64_t at = memory->window + (round == 0 ? memory->cursor : 0);
        for (int i = first_after(&memory->ranges, at);; i++) {
            bool last = i >= memory->ranges.count;
            uint64_t end = last ? memory->window + memory->size : memory->ranges.list[i].base;
            if (end > at && end - at >= bytes) return at;
            if (last) break;
            at = (memory->ranges.list[i].base + memory->ranges.list[i].bytes + ALIGN - 1) / ALIGN * ALIGN;
        }
    }
    return 0;
}

static void give_pages_back(const Memory *memory, uint64_t base, size_t bytes) {
    uint64_t from = (base - memory->window + PAGE - 1) / PAGE * PAGE;
    uint64_t to = (base - memory->window + bytes) / PAGE * PAGE;
    if (to > from) fallocate(memory->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)from, (off_t)(to - from));
}

CUresult memory_allocate(int device, size_t bytes, Pool *pool, uint64_t *address) {
    if (bytes == 0) return INVALID_VALUE;
    pthread_mutex_lock(&lock);
    Memory *memory = &memories[device];
    CUresult result = OUT_OF_MEMORY;
    if (bytes <= settings.memory && open_memory(memory) && bytes <= settings.memory - memory->used) {
        size_t rounded = (bytes + ALIGN - 1) / ALIGN * ALIGN;
        uint64_t gap = find_gap(memory, rounded);
        if (gap != 0) {
            insert(&memory->ranges, (Range){.base = gap, .bytes = bytes, .pool = pool, .usable = pool == NULL});
            memory->used += bytes;
            memory->cursor = gap - memory->window + rounded;
            if (memory->cursor >= memory->size) memory->cursor = 0;
            // What is not written yet is not zero, as on a device.
            memset(memory->own + (gap - memory->window), 0xA5, bytes < 65536 ? bytes : 65536);
            *address = gap;
            result = SUCCESS;
        }
    }
    pthread_mutex_unlock(&lock);
    return result;
}

bool memory_is_base(uint64_t address, int *device) {
    pthread_mutex_lock(&lock);
    Memory *memory = memory_at(address);
    Range *range = memory == NULL ? NULL : containing(&memory->ranges, address, 0);
    bool base = range != NULL && range->base == address && !range->freeing;
    if (base) *device = (int)(memory - memories);
    pthread_mutex_unlock(&lock);
    return base;
}

void memory_make_usable(uint64_t address) {
    pthread_mutex_lock(&lock);
    Memory *memory = memory_at(address);
    Range *range = memory == NULL ? NULL : containing(&memory->ranges, address, 0);
    if (range != NULL) range->usable = true;
    pthread_mutex_unlock(&lock);
}

bool memory_free_begin(uint64_t address) {
    pthread_mutex_lock(&lock);
    Memory *memory = memory_at(address);
    Range *range = memory == NULL ? NULL : containing(&memory->ranges, address, 0);
    bool good = range != NULL && range->base == address && !range->freeing;
    if (good) {
        range->freeing = true;
        memory->used -= range->bytes;
    }
    pthread_mutex_unlock(&lock);
    return good;
}

CUresult memory_free_end(uint64_t address) {
    pthread_mutex_lock(&lock);
    Memory *memory = memory_at(address);
    Range *range = memory == NULL ? NULL : containing(&memory->ranges, address, 0);
    bool good = range != NULL && range->base == address && range->freeing;
    if (good) {
        give_pages_back(memory, range->base, range->bytes);
        delete(&memory->ranges, range);
    }
    pthread_mutex_unlock(&lock);
    return good ? SUCCESS : ILLEGAL_ADDRESS;
}

static void *own_view(const Memory *memory, uint64_t address, size_t bytes) {
    const Range *range = containing(&memory->ranges, address, bytes);
    return range != NULL && range->usable ? memory->own + (address - memory->window) : NULL;
}

void *memory_for_kernel(Context *context, uint64_t address, size_t bytes, bool write) {
    pthread_mutex_lock(&lock);
    void *found = NULL;
    Memory *memory = memory_at(address);
    if (memory != NULL) {
        int device = (int)(memory - memories);
        const Range *range = containing(&memory->ranges, address, bytes);
        bool of_pool = range != NULL && range->pool != NULL;
        bool peer = of_pool ? range->pool->peers & 1u << context->device : context->peers & 1u << device;
        if (device == context->device || peer) found = own_view(memory, address, bytes);
    } else {
        const Range *range = containing(&host, address, bytes);
        if (range != NULL && (range->flags & MAPPED) && !(write && (range->flags & READ_ONLY))
            && (range->context == context || (range->flags & PORTABLE))) {
            found = (void *)address;
        }
    }
    pthread_mutex_unlock(&lock);
    return found;
}

void *memory_for_copy(uint64_t address, size_t bytes) {
    pthread_mutex_lock(&lock);
    Memory *memory = memory_at(address);
    void *found = memory != NULL ? own_view(memory, address, bytes) : (void *)address;
    pthread_mutex_unlock(&lock);
    return found;
}

enum Place memory_place(uint64_t address, size_t bytes) {
    pthread_mutex_lock(&lock);
    Memory *memory = memory_at(address);
    enum Place place;
    if (memory != NULL) {
        place = containing(&memory->ranges, address, bytes) != NULL ? DEVICE_MEMORY : NO_MEMORY;
    } else {
        place = containing(&host, address, bytes) != NULL ? PINNED : PAGEABLE;
    }
    pthread_mutex_unlock(&lock);
    return place;
}

bool memory_fits(uint64_t address, int device) {
    pthread_mutex_lock(&lock);
    Memory *memory = memory_at(address);
    pthread_mutex_unlock(&lock);
    return memory == NULL || memory == &memories[device];
}

void memory_drop_device(int device, long *allocations, long *host_allocations, long *registrations) {
    pthread_mutex_lock(&lock);
    Memory *memory = &memories[device];
    *allocations += memory->ranges.count;
    for (int i = 0; i < memory->ranges.count; i++) {
        give_pages_back(memory, memory->ranges.list[i].base, memory->ranges.list[i].bytes);
    }
    memory->ranges.count = 0;
    memory->used = 0;
    for (int i = host.count - 1; i >= 0; i--) {
        Range *range = &host.list[i];
        if (range->context->device != device) continue;
        if (range->registered) {
            ++*registrations;
        } else {
            ++*host_allocations;
            munmap((void *)range->base, range->bytes);
        }
        delete(&host, range);
    }
    pthread_mutex_unlock(&lock);
}

// 0: allocations, 1: host allocations, 2: registrations, 3: bytes of device memory
long memory_live(int what) {
    pthread_mutex_lock(&lock);
    long count = 0;
    for (int i = 0; i < MAX_DEVICES && (what == 0 || what == 3); i++) {
        for (int j = 0; j < memories[i].ranges.count; j++) {
            if (!memories[i].ranges.list[j].freeing) count += what == 0 ? 1 : (long)memories[i].ranges.list[j].bytes;
        }
    }
    for (int i = 0; i < host.count && (what == 1 || what == 2); i++) count += host.list[i].registered == (what == 2);
    pthread_mutex_unlock(&lock);
    return count;
}

EXPORT CUresult cuMemGetInfo_v2(size_t *available, size_t *total) {
    Context *context;
    ENTER(context);
    pthread_mutex_lock(&lock);
    if (available != NULL) *available = settings.memory - memories[context->device].used;
    if (total != NULL) *total = settings.memory;
    pthread_mutex_unlock(&lock);
    return leave(SUCCESS);
}

EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
    Context *context;
    ENTER(context);
    if (address == NULL) return leave(INVALID_VALUE);
    return leave(memory_allocate(context->device, bytes, NULL, address));
}

EXPORT CUresult cuMemAllocPitch_v2(CUdeviceptr *address, size_t *pitch, size_t width, size_t height, unsigned element) {
    Context *context;
    ENTER(context);
    if (address == NULL || pitch == NULL || width == 0 || height == 0) return leave(INVALID_VALUE);
    if (element != 4 && element != 8 && element != 16) return leave(INVALID_VALUE);
    *pitch = (width + ALIGN - 1) / ALIGN * ALIGN;
    return leave(memory_allocate(context->device, *pitch * height, NULL, address));
}

// Waits for the device, as the real one does: nobody who must not block calls it.
EXPORT CUresult cuMemFree_v2(CUdeviceptr address) {
    Context *context;
    ENTER(context);
    if (address == 0) return leave(SUCCESS);
    int device;
    if (!memory_is_base(address, &device)) return leave(INVALID_VALUE);
    CUresult result = context_await(context_of_device(device));
    if (result != SUCCESS) return leave(result);
    if (!memory_free_begin(address)) return leave(INVALID_VALUE);
    memory_free_end(address);
    return leave(SUCCESS);
}

EXPORT CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr address) {
    Context *context;
    ENTER(context);
    pthread_mutex_lock(&lock);
    Memory *memory = memory_at(address);
    const Range *range = containing(memory != NULL ? &memory->ranges : &host, address, 1);
    if (range != NULL && base != NULL) *base = range->base;
    if (range != NULL && bytes != NULL) *bytes = range->bytes;
    pthread_mutex_unlock(&lock);
    return leave(range == NULL ? INVALID_VALUE : SUCCESS);
}

EXPORT CUresult cuMemHostAlloc(void **address, size_t bytes, unsigned flags) {
    Context *context;
    ENTER(context);
    if (address == NULL || bytes == 0 || flags > 7) return leave(INVALID_VALUE);
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return leave(OUT_OF_MEMORY);
    pthread_mutex_lock(&lock);
    // With one address space it is always mapped, and for every context.
    insert(&host, (Range){
        .base = (uint64_t)pages, .bytes = bytes, .context = context, .flags = PORTABLE | MAPPED, .usable = true});
    pthread_mutex_unlock(&lock);
    *address = pages;
    return leave(SUCCESS);
}

EXPORT CUresult cuMemAllocHost_v2(void **address, size_t bytes) {
    return cuMemHostAlloc(address, bytes, 0);
}

EXPORT CUresult cuMemFreeHost(void *address) {
    Context *context;
    ENTER(context);
    if (address == NULL) return leave(SUCCESS);
    CUresult result = context_await(context);
    if (result != SUCCESS) return leave(result);
    pthread_mutex_lock(&lock);
    Range *range = containing(&host, (uint64_t)address, 0);
    bool good = range != NULL && range->base == (uint64_t)address && !range->registered;
    if (good) {
        munmap(address, range->bytes);
        delete(&host, range);
    }
    pthread_mutex_unlock(&lock);
    return leave(good ? SUCCESS : INVALID_VALUE);
}

static bool mapped(uint64_t address, size_t bytes) {
    uint64_t from = address / PAGE * PAGE;
    return bytes <= UINT64_MAX - address && msync((void *)from, address + bytes - from, MS_ASYNC) == 0;
}

EXPORT CUresult cuMemHostRegister_v2(void *address, size_t bytes, unsigned flags) {
    Context *context;
    ENTER(context);
    uint64_t base = (uint64_t)address;
    if (address == NULL || bytes == 0 || flags > 15 || !mapped(base, bytes)) return leave(INVALID_VALUE);
    pthread_mutex_lock(&lock);
    CUresult result = SUCCESS;
    // Whole pages are registered, each once.
    uint64_t from = base / PAGE * PAGE, to = (base + bytes + PAGE - 1) / PAGE * PAGE;
    int next = first_after(&host, from);
    if (memory_at(base) != NULL) {
        result = INVALID_VALUE;
    } else if (next < host.count && host.list[next].base < to) {
        result = HOST_MEMORY_ALREADY_REGISTERED;
    } else {
        insert(&host, (Range){
            .base = base, .bytes = bytes, .context = context, .flags = flags, .usable = true, .registered = true});
    }
    pthread_mutex_unlock(&lock);
    return leave(result);
}
CUresult cuMemHostRegister(void *address, size_t bytes, unsigned flags) ALIAS(cuMemHostRegister_v2);

EXPORT CUresult cuMemHostUnregister(void *address) {
    Context *context;
    ENTER(context);
    CUresult result = context_await(context);
    if (result != SUCCESS) return leave(result);
    pthread_mutex_lock(&lock);
    Range *range = containing(&host, (uint64_t)address, 0);
    bool good = range != NULL && range->base == (uint64_t)address && range->registered;
    if (good) delete(&host, range);
    pthread_mutex_unlock(&lock);
    return leave(good ? SUCCESS : HOST_MEMORY_NOT_REGISTERED);
}

EXPORT CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *device, void *address, unsigned flags) {
    Context *context;
    ENTER(context);
    if (device == NULL || flags != 0) return leave(INVALID_VALUE);
    pthread_mutex_lock(&lock);
    const Range *range = containing(&host, (uint64_t)address, 1);
    bool good = range != NULL && (range->flags & MAPPED);
    pthread_mutex_unlock(&lock);
    if (good) *device = (uint64_t)address;
    return leave(good ? SUCCESS : INVALID_VALUE);
}

EXPORT CUresult cuMemHostGetFlags(unsigned *flags, void *address) {
    Context *context;
    ENTER(context);
    if (flags == NULL) return leave(INVALID_VALUE);
    pthread_mutex_lock(&lock);
    const Range *range = containing(&host, (uint64_t)address, 1);
    if (range != NULL) *flags = range->flags;
    pthread_mutex_unlock(&lock);
    return leave(range == NULL ? INVALID_VALUE : SUCCESS);
}

static CUresult pointer_attribute(void *data, int which, const Memory *memory, const Range *range, uint64_t address) {
    int device = memory != NULL ? (int)(memory - memories) : range->context->device;
    switch (which) {
    case 1: *(Handle *)data = context_of_device(device)->object.handle; break;
    case 2: *(unsigned *)data = memory != NULL ? 2 : 1; break;
    case 3: *(uint64_t *)data = address; break;
    case 4:
        if (memory != NULL) return INVALID_VALUE;
        *(uint64_t *)data = address;
        break;
    case 7: *(uint64_t *)data = range->base >> 8; break;
    case 8: *(bool *)data = false; break;
    case 9: *(int *)data = device; break;
    case 11: *(uint64_t *)data = range->base; break;
    case 12: *(size_t *)data = range->bytes; break;
    case 13: *(bool *)data = true; break;
    default: return INVALID_VALUE;
    }
    return SUCCESS;
}

EXPORT CUresult cuPointerGetAttribute(void *data, int which, CUdeviceptr address) {
    Context *context;
    ENTER(context);
    if (data == NULL) return leave(INVALID_VALUE);
    pthread_mutex_lock(&lock);
    Memory *memory = memory_at(address);
    const Range *range = containing(memory != NULL ? &memory->ranges : &host, address, 1);
    CUresult result = range == NULL ? INVALID_VALUE : pointer_attribute(data, which, memory, range, address);
    pthread_mutex_unlock(&lock);
    return leave(result);
}
