// A packet processor: runs the packets of an AQL queue in their order, each when the one before it has ended.
#include <unistd.h>
#include "standin.h"

enum { NO_PACKET = PACKET_INVALID, TYPE_MASK = 0xff, SIGNALS = 5, IDLE_MICROS = 1000 };

// The bit by which ROCr is told of a packet of no known form.
static const int64_t INVALID_PACKET = 32;

static int64_t value(uint64_t signal) { return __atomic_load_n(&((Signal *)signal)->value, __ATOMIC_ACQUIRE); }

static void await_all(const Queue *queue, const BarrierPacket *barrier) {
    for (int i = 0; i < SIGNALS; i++) {
        Rest idle = {0};
        while (barrier->signals[i] != 0 && value(barrier->signals[i]) != 0 && !queue->stopping) rest(&idle);
    }
}

static bool any_is_zero(const BarrierPacket *barrier) {
    bool none = true;
    for (int i = 0; i < SIGNALS; i++) {
        if (barrier->signals[i] != 0 && value(barrier->signals[i]) == 0) return true;
        none = none && barrier->signals[i] == 0;
    }
    return none;
}

static void await_any(const Queue *queue, const BarrierPacket *barrier) {
    Rest idle = {0};
    while (!any_is_zero(barrier) && !queue->stopping) rest(&idle);
}

// Gives 0, or why the queue has failed.
static int64_t run(const Queue *queue, uint16_t type, const void *packet) {
    switch (type) {
    case PACKET_DISPATCH: return kernel_run(packet);
    case PACKET_BARRIER_AND: await_all(queue, packet); return 0;
    case PACKET_BARRIER_OR: await_any(queue, packet); return 0;
    case PACKET_VENDOR: return 0;  // ROCr's own, for caches that there are none of
    default: return INVALID_PACKET;
    }
}

static void fail(const Queue *queue, int64_t why) {
    Signal *signal = (Signal *)queue->aql->inactive_signal;
    uint32_t event = signal->event;
    __atomic_store_n(&signal->value, why, __ATOMIC_RELEASE);
    event_raise(event);
    // A queue that has failed takes no more packets.
    while (!queue->stopping) usleep(IDLE_MICROS);
}

void *aql_run(void *argument) {
    Queue *queue = argument;
    AqlQueue *aql = queue->aql;
    uint64_t mask = queue->bytes / PACKET_BYTES - 1;
    Rest idle = {0};
    while (!queue->stopping) {
        uint64_t index = aql->read_index;
        int64_t rung = (int64_t)__atomic_load_n(&queue->doorbell, __ATOMIC_ACQUIRE);
        BarrierPacket *packet = (BarrierPacket *)(queue->ring + (index & mask) * PACKET_BYTES);
        uint16_t type = __atomic_load_n(&packet->header, __ATOMIC_ACQUIRE) & TYPE_MASK;
        if (rung < (int64_t)index || type == NO_PACKET) {
            rest(&idle);
            continue;
        }
        idle = (Rest){0};
        uint64_t start = device_ticks();
        uint64_t completion = packet->completion;
        int64_t why = run(queue, type, packet);
        if (queue->stopping) break;
        if (why != 0) {
            fail(queue, why);
            break;
        }
        __atomic_store_n(&packet->header, NO_PACKET, __ATOMIC_RELEASE);
        __atomic_store_n(&aql->read_index, index + 1, __ATOMIC_RELEASE);
        signal_complete(completion, start);
    }
    return NULL;
}
