// Queues: each that ROCr makes gets a thread.
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include "standin.h"

static Queue *queues;
static uint64_t ids;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void rest(Rest *rest) {
    enum { SPINS = 200, YIELDS = 400, SHORT_NAPS = 440, SHORT_NANOS = 20000, LONG_NANOS = 1000000 };
    unsigned round = rest->rounds < SHORT_NAPS ? rest->rounds++ : SHORT_NAPS;
    if (round < SPINS) {
        __builtin_ia32_pause();
    } else if (round < YIELDS) {
        sched_yield();
    } else {
        nanosleep(&(struct timespec){.tv_nsec = round < SHORT_NAPS ? SHORT_NANOS : LONG_NANOS}, NULL);
    }
}

void signal_complete(uint64_t handle, uint64_t start_ticks) {
    if (handle == 0) return;
    Signal *signal = (Signal *)handle;
    // Who sees the value lowered may free the signal.
    uint64_t mailbox = signal->mailbox;
    uint32_t event = signal->event;
    signal->start = start_ticks;
    signal->end = device_ticks();
    __atomic_fetch_sub(&signal->value, 1, __ATOMIC_ACQ_REL);
    if (mailbox != 0) {
        __atomic_store_n((uint64_t *)mailbox, event, __ATOMIC_RELEASE);
        event_raise(event);
    }
}

EXPORT KmtStatus hsaKmtCreateQueue(
    uint32_t node, uint32_t type, uint32_t percentage, int priority, void *ring, uint64_t bytes, Event *event, QueueResource *resource) {
    (void)percentage;
    (void)priority;
    (void)event;
    if (node < cpu_nodes() || node >= node_count()) return KMT_INVALID_NODE;
    if (type != QUEUE_AQL && type != QUEUE_SDMA && type != QUEUE_SDMA_XGMI) return KMT_NOT_SUPPORTED;
    Queue *queue = calloc(1, sizeof *queue);
    if (queue == NULL) return KMT_NO_MEMORY;
    queue->node = node;
    queue->ring = ring;
    queue->bytes = bytes;
    if (type == QUEUE_AQL) {
        // ROCr tells where hardware has to write the read index, which is in the middle of its queue.
        queue->aql = (AqlQueue *)((char *)resource->read_pointer - offsetof(AqlQueue, read_index));
        queue->doorbell = UINT64_MAX;  // that of the last packet: none
    } else {
        resource->write_pointer = &queue->write_pointer;
        resource->read_pointer = &queue->read_pointer;
    }
    resource->doorbell = &queue->doorbell;
    pthread_mutex_lock(&lock);
    queue->id = ++ids;
    queue->next = queues;
    queues = queue;
    pthread_mutex_unlock(&lock);
    resource->id = queue->id;
    return pthread_create(&queue->thread, NULL, type == QUEUE_AQL ? aql_run : sdma_run, queue) == 0 ? KMT_SUCCESS : KMT_NO_MEMORY;
}

EXPORT KmtStatus hsaKmtDestroyQueue(uint64_t id) {
    pthread_mutex_lock(&lock);
    Queue **at = &queues;
    while (*at != NULL && (*at)->id != id) at = &(*at)->next;
    Queue *queue = *at;
    if (queue != NULL) *at = queue->next;
    pthread_mutex_unlock(&lock);
    if (queue == NULL) return KMT_INVALID_HANDLE;
    queue->stopping = true;
    pthread_join(queue->thread, NULL);
    free(queue);
    return KMT_SUCCESS;
}
