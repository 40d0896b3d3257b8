// A copy engine: runs the packets of an SDMA queue, in the form that they have on gfx9.
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "standin.h"

enum { NOP = 0, COPY = 1, FENCE = 5, TRAP = 6, POLL = 8, ATOMIC = 10, FILL = 11, TIMESTAMP = 13 };
enum { COPY_RECTANGLE = 4, UNKNOWN = 0 };

static uint64_t address(const uint32_t *words) { return words[0] | (uint64_t)words[1] << 32; }

static void copy_rectangle(const uint32_t *w) {
    unsigned element = 1u << (w[0] >> 29);
    const char *from = standin_reach((void *)address(w + 1));
    char *to = standin_reach((void *)address(w + 6));
    uint64_t from_x = w[3] & 0x3fff, from_y = w[3] >> 16 & 0x3fff, from_z = w[4] & 0x7ff;
    uint64_t from_pitch = (w[4] >> 13) + 1, from_slice = (w[5] & 0xfffffff) + 1;
    uint64_t to_x = w[8] & 0x3fff, to_y = w[8] >> 16 & 0x3fff, to_z = w[9] & 0x7ff;
    uint64_t to_pitch = (w[9] >> 13) + 1, to_slice = (w[10] & 0xfffffff) + 1;
    uint64_t width = (w[11] & 0x3fff) + 1, height = (w[11] >> 16 & 0x3fff) + 1, depth = (w[12] & 0x7ff) + 1;
    for (uint64_t z = 0; z < depth; z++) {
        for (uint64_t y = 0; y < height; y++) {
            memmove(
                to + ((to_z + z) * to_slice + (to_y + y) * to_pitch + to_x) * element,
                from + ((from_z + z) * from_slice + (from_y + y) * from_pitch + from_x) * element,
                width * element);
        }
    }
}

static void poll(const Queue *queue, const uint32_t *w) {
    bool is_memory = w[0] >> 31 != 0;
    if (!is_memory) return;  // a register, of which there are none
    const uint32_t *word = standin_reach((void *)address(w + 1));
    Rest idle = {0};
    while ((__atomic_load_n(word, __ATOMIC_ACQUIRE) & w[4]) != w[3] && !queue->stopping) rest(&idle);
}

static void fill(const uint32_t *w) {
    uint32_t *words = standin_reach((void *)address(w + 1));
    for (uint64_t i = 0; i <= (w[4] & 0x3fffff) / sizeof *words; i++) words[i] = w[3];
}

// Runs the packet at some words; gives how many words it has.
static uint64_t run(const Queue *queue, const uint32_t *w) {
    unsigned sub_operation = w[0] >> 8 & 0xff;
    switch (w[0] & 0xff) {
    case NOP: return 1;
    case COPY:
        if (sub_operation == COPY_RECTANGLE) {
            copy_rectangle(w);
            return 13;
        }
        device_copy(address(w + 5), address(w + 3), (uint64_t)(w[1] & 0x3fffff) + 1);
        return 7;
    case FENCE: __atomic_store_n((uint32_t *)standin_reach((void *)address(w + 1)), w[3], __ATOMIC_RELEASE); return 4;
    case TRAP: event_raise(w[1] & 0xfffffff); return 2;
    case POLL: poll(queue, w); return 6;
    case ATOMIC:
        __atomic_fetch_add((uint64_t *)standin_reach((void *)address(w + 1)), address(w + 3), __ATOMIC_ACQ_REL);
        return 8;
    case FILL: fill(w); return 5;
    case TIMESTAMP:
        __atomic_store_n((uint64_t *)standin_reach((void *)address(w + 1)), device_ticks(), __ATOMIC_RELEASE);
        return 3;
    default: return UNKNOWN;
    }
}

void *sdma_run(void *argument) {
    Queue *queue = argument;
    Rest idle = {0};
    while (!queue->stopping) {
        uint64_t at = queue->read_pointer;
        if (at == __atomic_load_n(&queue->doorbell, __ATOMIC_ACQUIRE)) {
            rest(&idle);
            continue;
        }
        idle = (Rest){0};
        const uint32_t *words = (const uint32_t *)(queue->ring + (at & (queue->bytes - 1)));
        uint64_t count = run(queue, words);
        if (count == UNKNOWN) {
            fprintf(stderr, "stand-in for KFD: unknown packet of a copy engine: word=0x%x; the engine stops\n", words[0]);
            while (!queue->stopping) usleep(1000);
        }
        __atomic_store_n(&queue->read_pointer, at + count * sizeof *words, __ATOMIC_RELEASE);
    }
    return NULL;
}
