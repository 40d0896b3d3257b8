// What the parts of the stand-in ask of each other.
#ifndef STANDIN_H
#define STANDIN_H

#include <pthread.h>
#include <stdatomic.h>
#include "kfd.h"

#define EXPORT __attribute__((visibility("default")))

// A queue, run by a thread of the host in place of a packet processor or a copy engine.
typedef struct Queue {
    uint64_t id;
    uint32_t node;
    char *ring;
    uint64_t bytes;
    AqlQueue *aql;  // NULL for a copy engine
    uint64_t doorbell;
    uint64_t write_pointer;
    uint64_t read_pointer;
    atomic_bool stopping;
    pthread_t thread;
    struct Queue *next;
} Queue;

// How long a thread has had nothing to do.
typedef struct {
    unsigned rounds;
} Rest;

int number_from_environment(const char *name, int least, int most, int otherwise);

uint32_t cpu_nodes(void);
uint32_t node_count(void);

// The counter that a pretended GPU stamps signals with: 100 MHz.
uint64_t device_ticks(void);

// Tells whoever waits for an event; 0 is none.
void event_raise(uint32_t id);

// A device's address as an address that host code which plays the device can use.
EXPORT void *standin_reach(const void *address);

// Rests a little longer each time, from a spin to a nap.
void rest(Rest *rest);

// An operation has ended: stamps its signal, lowers it by one and raises its event.
void signal_complete(uint64_t signal, uint64_t start_ticks);

// Copies between two addresses of devices or the host, wherever they overlap.
void device_copy(uint64_t to, uint64_t from, uint64_t bytes);

// The threads of both kinds of queues.
void *aql_run(void *queue);
void *sdma_run(void *queue);

// Runs a dispatch. Gives 0, or the bit that tells ROCr why a queue has failed.
int64_t kernel_run(const DispatchPacket *packet);

#endif
