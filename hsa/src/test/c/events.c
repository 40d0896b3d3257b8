// Events, as the kernel driver has them: each wakes all who wait for it, and one that resets itself stays set only if nobody did.
#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include "standin.h"

enum { MOST_EVENTS = 4096, WITHOUT_LIMIT = -1 };

typedef struct Waiting {
    pthread_cond_t *condition;
    bool hit;
    struct Waiting *next;
} Waiting;

typedef struct {
    Event event;  // first: a pointer to it is a pointer to the whole
    uint64_t mailbox;
    bool manual;
    bool set;
    Waiting *waiting;
} HostEvent;

static HostEvent *events[MOST_EVENTS];  // number 0 is no event
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

EXPORT KmtStatus hsaKmtCreateEvent(EventDescriptor *descriptor, bool manual, bool set, Event **out) {
    HostEvent *made = calloc(1, sizeof *made);
    if (made == NULL) return KMT_NO_MEMORY;
    made->manual = manual;
    made->set = set;
    pthread_mutex_lock(&lock);
    uint32_t id = 1;
    while (id < MOST_EVENTS && events[id] != NULL) id++;
    if (id < MOST_EVENTS) events[id] = made;
    pthread_mutex_unlock(&lock);
    if (id == MOST_EVENTS) {
        free(made);
        return KMT_OUT_OF_RESOURCES;
    }
    made->event = (Event){
        .id = id,
        .type = descriptor->type,
        .user_data = descriptor->user_data,
        .user_bytes = descriptor->user_bytes,
        .mailbox = (uint64_t)&made->mailbox,
        .hardware_id = id};
    *out = &made->event;
    return KMT_SUCCESS;
}

EXPORT KmtStatus hsaKmtDestroyEvent(Event *event) {
    if (event == NULL) return KMT_INVALID_HANDLE;
    pthread_mutex_lock(&lock);
    events[event->id] = NULL;
    pthread_mutex_unlock(&lock);
    free(event);
    return KMT_SUCCESS;
}

static void raise_locked(HostEvent *event) {
    event->set = event->manual || event->waiting == NULL;
    for (Waiting *one = event->waiting; one != NULL; one = one->next) {
        one->hit = true;
        pthread_cond_signal(one->condition);
    }
}

void event_raise(uint32_t id) {
    if (id == 0 || id >= MOST_EVENTS) return;
    pthread_mutex_lock(&lock);
    if (events[id] != NULL) raise_locked(events[id]);
    pthread_mutex_unlock(&lock);
}

EXPORT KmtStatus hsaKmtSetEvent(Event *event) {
    if (event == NULL) return KMT_INVALID_HANDLE;
    event_raise(event->id);
    return KMT_SUCCESS;
}

static int hits(const Waiting *waiting, uint32_t count) {
    int hit = 0;
    for (uint32_t i = 0; i < count; i++) hit += waiting[i].hit;
    return hit;
}

static struct timespec deadline(uint32_t milliseconds) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec += milliseconds / 1000;
    at.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (at.tv_nsec >= 1000000000) {
        at.tv_sec++;
        at.tv_nsec -= 1000000000;
    }
    return at;
}

EXPORT KmtStatus hsaKmtWaitOnMultipleEvents(Event *all[], uint32_t count, bool wait_all, uint32_t milliseconds) {
    if (all == NULL) return KMT_INVALID_HANDLE;
    Waiting *waiting = calloc(count, sizeof *waiting);
    if (waiting == NULL) return KMT_NO_MEMORY;
    pthread_cond_t condition;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&condition, &attributes);
    struct timespec until = deadline(milliseconds);
    int wanted = wait_all ? (int)count : 1;
    int error = milliseconds == 0 ? ETIMEDOUT : 0;
    pthread_mutex_lock(&lock);
    for (uint32_t i = 0; i < count; i++) {
        HostEvent *event = (HostEvent *)all[i];
        waiting[i] = (Waiting){.condition = &condition, .hit = event->set, .next = event->waiting};
        event->waiting = &waiting[i];
        if (!event->manual) event->set = false;
    }
    while (hits(waiting, count) < wanted && error != ETIMEDOUT) {
        error = milliseconds == (uint32_t)WITHOUT_LIMIT ? pthread_cond_wait(&condition, &lock)
                                                        : pthread_cond_timedwait(&condition, &lock, &until);
    }
    bool enough = hits(waiting, count) >= wanted;
    for (uint32_t i = 0; i < count; i++) {
        Waiting **at = &((HostEvent *)all[i])->waiting;
        while (*at != &waiting[i]) at = &(*at)->next;
        *at = waiting[i].next;
    }
    pthread_mutex_unlock(&lock);
    pthread_cond_destroy(&condition);
    pthread_condattr_destroy(&attributes);
    free(waiting);
    return enough ? KMT_SUCCESS : KMT_WAIT_TIMEOUT;
}

EXPORT KmtStatus hsaKmtWaitOnEvent(Event *event, uint32_t milliseconds) {
    return event == NULL ? KMT_INVALID_HANDLE : hsaKmtWaitOnMultipleEvents(&event, 1, true, milliseconds);
}
