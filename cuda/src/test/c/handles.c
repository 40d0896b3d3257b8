// Handles are numbers, looked up at every use: a stale one gives an error here where the real driver may crash.
#include "standin.h"

pthread_mutex_t standin_lock = PTHREAD_MUTEX_INITIALIZER;

enum { BUCKETS = 4096 };

static Object *buckets[BUCKETS];
static long counts[KINDS];
static uint64_t serial;

static Object **bucket(Handle handle) {
    return &buckets[(handle >> 4) % BUCKETS];
}

void object_add(Object *object, enum Kind kind, Context *context) {
    // Looks like an address, and does not fit 32 bits, so that a handle cut short is noticed.
    object->handle = 0x500000000000u | (uint64_t)kind << 40 | ++serial << 4;
    object->kind = kind;
    object->context = context;
    Object **first = bucket(object->handle);
    object->next = *first;
    *first = object;
    counts[kind]++;
}

void object_remove(Object *object) {
    for (Object **at = bucket(object->handle); *at != NULL; at = &(*at)->next) {
        if (*at == object) {
            *at = object->next;
            counts[object->kind]--;
            return;
        }
    }
}

void *object_find(enum Kind kind, Handle handle) {
    for (Object *object = *bucket(handle); object != NULL; object = object->next) {
        if (object->handle == handle && object->kind == kind) return object;
    }
    return NULL;
}

Object *object_of(Context *context, enum Kind kind) {
    if (counts[kind] == 0) return NULL;
    for (int i = 0; i < BUCKETS; i++) {
        for (Object *object = buckets[i]; object != NULL; object = object->next) {
            if (object->kind == kind && object->context == context) return object;
        }
    }
    return NULL;
}

long object_count(enum Kind kind) {
    return counts[kind];
}

const char *kind_name(enum Kind kind) {
    static const char *const NAMES[KINDS] = {
        "", "context", "stream", "event", "module", "function", "graph", "node", "executable", "pool"};
    return NAMES[kind];
}
