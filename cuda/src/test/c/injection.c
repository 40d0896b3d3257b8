// What a test may ask of the stand-in: failures, delays, a gate in front of all operations, counts, what was left.
#include <stdio.h>
#include <string.h>
#include "standin.h"

long standin_left[KINDS];
long standin_left_memory[3];

typedef struct Failure {
    char name[64];
    long skip, times;
    CUresult error;
} Failure;

enum { FAILURES = 32 };

static Failure failures[FAILURES];
static int failure_count;
static Calls *known;
static Failure operation_failure;
static long delay, operations;
static bool held;

// Names match with or without the suffix of their version.
static bool same_name(const char *exported, const char *asked) {
    size_t length = strlen(asked);
    if (strncmp(exported, asked, length) != 0) return false;
    const char *rest = exported + length;
    return *rest == 0 || (strncmp(rest, "_v", 2) == 0 && strlen(rest) == 3);
}

static bool due(Failure *failure) {
    if (failure->times == 0) return false;
    if (failure->skip > 0) {
        failure->skip--;
        return false;
    }
    failure->times--;
    return true;
}

CUresult calls_count(Calls *calls) {
    if (!calls->known) {
        calls->known = true;
        calls->next = known;
        known = calls;
    }
    calls->count++;
    for (int i = 0; i < failure_count; i++) {
        if (same_name(calls->name, failures[i].name) && due(&failures[i])) return failures[i].error;
    }
    return SUCCESS;
}

CUresult operation_injected(void) {
    operations++;
    return due(&operation_failure) ? operation_failure.error : SUCCESS;
}

long operation_delay(void) {
    return delay;
}

bool operations_held(void) {
    return held;
}

static void lock(void) {
    pthread_mutex_lock(&standin_lock);
}

static void unlock(void) {
    pthread_mutex_unlock(&standin_lock);
}

static void drop_used_up(void) {
    int kept = 0;
    for (int i = 0; i < failure_count; i++) {
        if (failures[i].times > 0) failures[kept++] = failures[i];
    }
    failure_count = kept;
}

// The n-th call of that name from now on, and so many in a row, return the error and do nothing; 0, or -1 for bad arguments.
EXPORT int standin_fail_call(const char *name, long n, long times, CUresult error) {
    lock();
    drop_used_up();
    bool good = failure_count < FAILURES && n > 0 && times > 0 && strlen(name) < sizeof failures->name;
    if (good) {
        Failure *failure = &failures[failure_count++];
        strcpy(failure->name, name);
        failure->skip = n - 1;
        failure->times = times;
        failure->error = error;
    }
    unlock();
    return good ? 0 : -1;
}

// The n-th operation that a stream begins from now on does nothing and ends its context with that error.
EXPORT void standin_fail_operation(long n, CUresult error) {
    lock();
    operation_failure = (Failure){.skip = n - 1, .times = 1, .error = error};
    unlock();
}

// Every operation takes that much longer.
EXPORT void standin_delay(long ns) {
    lock();
    delay = ns;
    unlock();
}

// No operation begins until the release; what runs goes on.
EXPORT void standin_hold(void) {
    lock();
    held = true;
    unlock();
}

EXPORT void standin_release(void) {
    lock();
    held = false;
    progress_made();
    unlock();
}

// No failures, no delay, no gate, all counts zero.
EXPORT void standin_calm(void) {
    lock();
    failure_count = 0;
    operation_failure.times = 0;
    delay = 0;
    held = false;
    operations = 0;
    memset(standin_left, 0, sizeof standin_left);
    memset(standin_left_memory, 0, sizeof standin_left_memory);
    for (Calls *calls = known; calls != NULL; calls = calls->next) calls->count = 0;
    progress_made();
    unlock();
}

// How often a function was called; a name that ends with * counts all that begin so.
EXPORT long standin_calls(const char *name) {
    size_t length = strlen(name);
    bool all = length > 0 && name[length - 1] == '*';
    long count = 0;
    lock();
    for (Calls *calls = known; calls != NULL; calls = calls->next) {
        if (all ? strncmp(calls->name, name, length - 1) == 0 : same_name(calls->name, name)) count += calls->count;
    }
    unlock();
    return count;
}

// "name count" a line for everything that was called; gives the length that the whole takes.
EXPORT long standin_call_report(char *text, long room) {
    long length = 0;
    lock();
    for (Calls *calls = known; calls != NULL; calls = calls->next) {
        if (calls->count == 0) continue;
        bool fits = length < room;
        char *at = fits ? text + length : NULL;
        length += snprintf(at, fits ? (size_t)(room - length) : 0, "%s %ld\n", calls->name, calls->count);
    }
    unlock();
    return length;
}

// Operations that streams have begun.
EXPORT long standin_operations(void) {
    lock();
    long count = operations;
    unlock();
    return count;
}

static const char *const MEMORY_KINDS[] = {"allocation", "host-allocation", "registration"};

static int memory_kind(const char *name) {
    for (int i = 0; i < 3; i++) {
        if (strcmp(name, MEMORY_KINDS[i]) == 0) return i;
    }
    return -1;
}

static int object_kind(const char *name) {
    for (int kind = STREAM; kind < KINDS; kind++) {
        if (strcmp(name, kind_name((enum Kind)kind)) == 0) return kind;
    }
    return -1;
}

// The default streams and pools are nobody's to close.
static long objects(int kind) {
    long count = object_count((enum Kind)kind);
    for (int i = 0; i < MAX_DEVICES; i++) {
        count -= kind == STREAM && context_of_device(i)->legacy != NULL;
        count -= kind == POOL && pool_is_there(i);
    }
    return count;
}

// What is there of a kind: allocation, host-allocation, registration, stream, event, module, graph, executable, pool, bytes
// (of device memory), operation (not done yet); -1 for a kind that does not exist.
EXPORT long standin_live(const char *what) {
    if (strcmp(what, "bytes") == 0) return memory_live(3);
    if (memory_kind(what) >= 0) return memory_live(memory_kind(what));
    lock();
    long count = object_kind(what) < 0 ? -1 : objects(object_kind(what));
    if (strcmp(what, "operation") == 0) count = streams_working();
    unlock();
    return count;
}

// What was still there of a kind when its context ended.
EXPORT long standin_left_behind(const char *what) {
    lock();
    long count = -1;
    if (memory_kind(what) >= 0) count = standin_left_memory[memory_kind(what)];
    if (object_kind(what) >= 0) count = standin_left[object_kind(what)];
    unlock();
    return count;
}

// Settings changed after the library was loaded, before the devices are used; 0, or -1 for what does not exist.
EXPORT int standin_configure(const char *name, long value) {
    int result = 0;
    lock();
    if (strcmp(name, "devices") == 0 && value >= 0 && value <= MAX_DEVICES) {
        settings.devices = (int)value;
    } else if (strcmp(name, "memory") == 0 && value >= 4096) {
        settings.memory = (size_t)value;
    } else if (strcmp(name, "version") == 0 && value >= 11000) {
        settings.version = (int)value;
    } else if (strcmp(name, "memory-operations") == 0) {
        settings.memory_operations = value != 0;
    } else if (strcmp(name, "peers") == 0) {
        settings.peers = value != 0;
    } else if (strcmp(name, "pools") == 0) {
        settings.pools = value != 0;
    } else if (strcmp(name, "connections") == 0 && value >= 0 && value <= MAX_CONNECTIONS) {
        settings.connections = (int)value;
    } else {
        result = -1;
    }
    unlock();
    return result;
}

// Memory of any kind, read and written past the streams: for tests of what an operation did or found.
EXPORT int standin_peek(uint64_t address, void *to, size_t bytes) {
    void *found = memory_for_copy(address, bytes);
    if (found != NULL) memcpy(to, found, bytes);
    return found == NULL ? -1 : 0;
}

EXPORT int standin_poke(uint64_t address, const void *from, size_t bytes) {
    void *found = memory_for_copy(address, bytes);
    if (found != NULL) memcpy(found, from, bytes);
    return found == NULL ? -1 : 0;
}
