/*
 * The lookup of a signal by its handle, and the load of its value, as C would do it: three levels of 12 bits of the page's
 * number, the batch that owns the page, the member's record, the value, and a look at the member's life afterwards.
 */
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define ENTRIES 4096
#define PAGE_BYTES 4096
#define SLOT_BYTES 128
#define VALUE 8

struct member {
    uint64_t address;
    _Atomic int32_t state; /* below zero: closed */
};

struct batch {
    uint64_t base;
    uint64_t count;
    struct batch *next;
    struct member members[];
};

struct node {
    _Atomic(void *) entries[ENTRIES];
};

struct map {
    struct node root;
    struct batch *all;
};

static unsigned index_of(uint64_t address, int shift) {
    return (address >> shift) & (ENTRIES - 1);
}

static struct node *child(struct node *node, unsigned at) {
    struct node *below = atomic_load_explicit(&node->entries[at], memory_order_acquire);
    if (!below && (below = calloc(1, sizeof *below))) {
        atomic_store_explicit(&node->entries[at], below, memory_order_release);
    }
    return below;
}

struct map *walk_open(void) {
    return calloc(1, sizeof(struct map));
}

void walk_close(struct map *map) {
    for (int i = 0; i < ENTRIES; i++) {
        struct node *middle = map->root.entries[i];
        for (int j = 0; middle && j < ENTRIES; j++) {
            free(middle->entries[j]);
        }
        free(middle);
    }
    for (struct batch *batch = map->all, *next; batch; batch = next) {
        next = batch->next;
        free(batch);
    }
    free(map);
}

/* Makes slots in whole pages a batch; 0 if there is no memory. */
int walk_add(struct map *map, uint64_t base, uint64_t count) {
    struct batch *batch = calloc(1, sizeof *batch + count * sizeof(struct member));
    if (!batch) {
        return 0;
    }
    batch->base = base;
    batch->count = count;
    batch->next = map->all;
    map->all = batch;
    for (uint64_t i = 0; i < count; i++) {
        batch->members[i].address = base + i * SLOT_BYTES;
    }
    for (uint64_t page = base; page < base + count * SLOT_BYTES; page += PAGE_BYTES) {
        struct node *middle = child(&map->root, page >> 36);
        struct node *leaf = middle ? child(middle, index_of(page, 24)) : 0;
        if (!leaf) {
            return 0;
        }
        atomic_store_explicit(&leaf->entries[index_of(page, 12)], batch, memory_order_release);
    }
    return 1;
}

static inline struct member *find(struct map *map, uint64_t handle) {
    if (handle >> 48) {
        return 0;
    }
    struct node *middle = atomic_load_explicit(&map->root.entries[handle >> 36], memory_order_acquire);
    if (!middle) {
        return 0;
    }
    struct node *leaf = atomic_load_explicit(&middle->entries[index_of(handle, 24)], memory_order_acquire);
    if (!leaf) {
        return 0;
    }
    struct batch *batch = atomic_load_explicit(&leaf->entries[index_of(handle, 12)], memory_order_acquire);
    if (!batch) {
        return 0;
    }
    uint64_t offset = handle - batch->base;
    uint64_t slot = offset / SLOT_BYTES;
    if (offset % SLOT_BYTES || slot >= batch->count) {
        return 0;
    }
    struct member *member = &batch->members[slot];
    return atomic_load_explicit(&member->state, memory_order_acquire) < 0 ? 0 : member;
}

/* Adds a signal's value to a sum; 0 if there is no such signal. */
static inline int add(struct map *map, uint64_t handle, int64_t *sum) {
    struct member *member = find(map, handle);
    if (!member) {
        return 0;
    }
    *sum += atomic_load_explicit((_Atomic int64_t *)(member->address + VALUE), memory_order_acquire);
    return atomic_load_explicit(&member->state, memory_order_acquire) >= 0;
}

static inline uint64_t next(uint64_t random) {
    return random * 6364136223846793005u + 1442695040888963407u;
}

static inline uint64_t place(uint64_t random, uint64_t length) {
    return (random >> 32) * length >> 32;
}

/* All three give the sum of the values, which is 0, or 1 if a handle was not found. */

int64_t walk_one(struct map *map, uint64_t handle, int64_t loads) {
    int64_t sum = 0;
    for (int64_t i = 0; i < loads; i++) {
        if (!add(map, handle, &sum)) {
            return 1;
        }
    }
    return sum;
}

int64_t walk_random(struct map *map, const uint64_t *handles, int64_t length, int64_t loads) {
    int64_t sum = 0;
    uint64_t random = loads;
    for (int64_t i = 0; i < loads; i++) {
        random = next(random);
        if (!add(map, handles[place(random, length)], &sum)) {
            return 1;
        }
    }
    return sum;
}

int64_t walk_random_dependent(struct map *map, const uint64_t *handles, int64_t length, int64_t loads) {
    int64_t sum = 0;
    uint64_t random = loads;
    for (int64_t i = 0; i < loads; i++) {
        random = next(random + sum);
        if (!add(map, handles[place(random, length)], &sum)) {
            return 1;
        }
    }
    return sum;
}
