// Memory. What a pretended GPU has of its own is mapped twice: where ROCr and the program know it nothing can be read or written, so that
// a host that touches it fails at once as it would with a real one; what plays the GPU goes by the other mapping.
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "standin.h"

enum { MOST_MAPPED = 16 };

typedef struct {
    char *address;
    uint64_t bytes;
    char *reach;  // the other mapping; the same as the address if there is none
    uint32_t node;
    uint32_t flags;
    uint32_t type;
    uint32_t mapped_count;
    uint32_t mapped[MOST_MAPPED];
    void *user_data;
} Block;

// Allocations and registrations, each by its range. Those of one kind do not overlap.
static void *allocated;
static void *registered;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int compare(const void *left, const void *right) {
    const Block *a = left;
    const Block *b = right;
    if (a->address + a->bytes <= b->address) return -1;
    return b->address + b->bytes <= a->address ? 1 : 0;
}

static Block *find(void *const *tree, const void *address) {
    Block wanted = {.address = (char *)address, .bytes = 1};
    Block **found = tfind(&wanted, tree, compare);
    return found == NULL ? NULL : *found;
}

static Block *find_any(const void *address) {
    Block *block = find(&allocated, address);
    return block != NULL ? block : find(&registered, address);
}

static KmtStatus add(void **tree, Block block) {
    Block *kept = malloc(sizeof *kept);
    if (kept == NULL) return KMT_NO_MEMORY;
    *kept = block;
    pthread_mutex_lock(&lock);
    tsearch(kept, tree, compare);
    pthread_mutex_unlock(&lock);
    return KMT_SUCCESS;
}

void *standin_reach(const void *address) {
    pthread_mutex_lock(&lock);
    Block *block = find(&allocated, address);
    void *reached = block == NULL ? (void *)address : block->reach + ((const char *)address - block->address);
    pthread_mutex_unlock(&lock);
    return reached;
}

void device_copy(uint64_t to, uint64_t from, uint64_t bytes) {
    memmove(standin_reach((void *)to), standin_reach((void *)from), bytes);
}

static char *map_out_of_reach(uint64_t bytes, char **reach) {
    int file = memfd_create("device memory", 0);
    if (file < 0) return MAP_FAILED;
    char *address = MAP_FAILED;
    if (ftruncate(file, (off_t)bytes) == 0) {
        address = mmap(NULL, bytes, PROT_NONE, MAP_SHARED, file, 0);
        *reach = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    close(file);
    return *reach == MAP_FAILED ? MAP_FAILED : address;
}

EXPORT KmtStatus hsaKmtAllocMemory(uint32_t node, uint64_t bytes, uint32_t flags, void **out) {
    if (node >= node_count()) return KMT_INVALID_NODE;
    char *reach = NULL;
    char *address;
    if (node >= cpu_nodes() && (flags & MEMORY_SCRATCH) == 0) {
        address = map_out_of_reach(bytes, &reach);
    } else {
        int access = PROT_READ | PROT_WRITE | ((flags & MEMORY_EXECUTE) != 0 ? PROT_EXEC : 0);
        address = mmap(NULL, bytes, access, MAP_ANONYMOUS | MAP_PRIVATE | MAP_NORESERVE, -1, 0);
        reach = address;
    }
    if (address == MAP_FAILED) return KMT_NO_MEMORY;
    *out = address;
    Block block = {.address = address, .bytes = bytes, .reach = reach, .node = node, .flags = flags, .type = POINTER_ALLOCATED};
    return add(&allocated, block);
}

static KmtStatus drop(void **tree, void *address) {
    pthread_mutex_lock(&lock);
    Block *block = find(tree, address);
    if (block != NULL) tdelete(block, tree, compare);
    pthread_mutex_unlock(&lock);
    if (block == NULL) return KMT_ERROR;
    if (block->type == POINTER_ALLOCATED) {
        munmap(block->address, block->bytes);
        if (block->reach != block->address) munmap(block->reach, block->bytes);
    }
    free(block);
    return KMT_SUCCESS;
}

EXPORT KmtStatus hsaKmtFreeMemory(void *address, uint64_t bytes) {
    (void)bytes;
    return drop(&allocated, address);
}

EXPORT KmtStatus hsaKmtRegisterMemoryWithFlags(void *address, uint64_t bytes, uint32_t flags) {
    Block block = {.address = address, .bytes = bytes, .reach = address, .flags = flags, .type = POINTER_REGISTERED};
    return add(&registered, block);
}

EXPORT KmtStatus hsaKmtDeregisterMemory(void *address) { return drop(&registered, address); }

EXPORT KmtStatus hsaKmtMapMemoryToGPU(void *address, uint64_t bytes, uint64_t *device) {
    (void)bytes;
    if (device != NULL) *device = (uint64_t)address;
    return KMT_SUCCESS;
}

EXPORT KmtStatus hsaKmtMapMemoryToGPUNodes(
    void *address, uint64_t bytes, uint64_t *device, uint32_t flags, uint64_t count, uint32_t *nodes) {
    (void)bytes;
    (void)flags;
    if (device != NULL) *device = (uint64_t)address;
    pthread_mutex_lock(&lock);
    Block *block = find_any(address);
    if (block != NULL) {
        block->mapped_count = count > MOST_MAPPED ? MOST_MAPPED : (uint32_t)count;
        memcpy(block->mapped, nodes, block->mapped_count * sizeof *nodes);
    }
    pthread_mutex_unlock(&lock);
    return KMT_SUCCESS;
}

EXPORT KmtStatus hsaKmtUnmapMemoryToGPU(void *address) {
    pthread_mutex_lock(&lock);
    Block *block = find_any(address);
    if (block != NULL) block->mapped_count = 0;
    pthread_mutex_unlock(&lock);
    return KMT_SUCCESS;
}

EXPORT KmtStatus hsaKmtQueryPointerInfo(const void *address, PointerInfo *info) {
    memset(info, 0, sizeof *info);
    pthread_mutex_lock(&lock);
    Block *block = find_any(address);
    if (block != NULL) {
        info->type = block->type;
        info->node = block->node;
        info->flags = block->flags;
        info->host = block->address;
        info->device = (uint64_t)block->address;
        info->bytes = block->bytes;
        info->mapped_count = block->mapped_count;
        info->mapped = block->mapped;
        info->user_data = block->user_data;
    }
    pthread_mutex_unlock(&lock);
    return block == NULL ? KMT_ERROR : KMT_SUCCESS;
}

EXPORT KmtStatus hsaKmtSetMemoryUserData(const void *address, void *user_data) {
    pthread_mutex_lock(&lock);
    Block *block = find_any(address);
    if (block != NULL) block->user_data = user_data;
    pthread_mutex_unlock(&lock);
    return block == NULL ? KMT_ERROR : KMT_SUCCESS;
}
