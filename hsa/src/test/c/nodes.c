// The machine that is shown: nodes of the CPU, and behind them pretended GPUs of the type gfx900 with two copy engines each.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "standin.h"

enum { UNITS = 4, GPU_BANKS = 4, FRAME_BUFFER_BYTES = 1 << 30, CACHES = 3, TICKS_PER_SECOND = 100000000 };

int number_from_environment(const char *name, int least, int most, int otherwise) {
    const char *text = getenv(name);
    if (text == NULL) return otherwise;
    int number = atoi(text);
    return number < least ? least : number > most ? most : number;
}

uint32_t cpu_nodes(void) { return (uint32_t)number_from_environment("KFD_STANDIN_CPU_NODES", 1, 8, 1); }

uint32_t node_count(void) { return cpu_nodes() + (uint32_t)number_from_environment("KFD_STANDIN_GPUS", 0, 8, 2); }

static uint64_t nanos(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t device_ticks(void) { return nanos(CLOCK_BOOTTIME) / (1000000000 / TICKS_PER_SECOND); }

EXPORT KmtStatus hsaKmtOpenKFD(void) { return KMT_SUCCESS; }
EXPORT KmtStatus hsaKmtCloseKFD(void) { return KMT_SUCCESS; }
EXPORT KmtStatus hsaKmtRuntimeDisable(void) { return KMT_SUCCESS; }
EXPORT KmtStatus hsaKmtReleaseSystemProperties(void) { return KMT_SUCCESS; }

EXPORT KmtStatus hsaKmtGetVersion(Version *version) {
    *version = (Version){.major = 1, .minor = 8};
    return KMT_SUCCESS;
}

EXPORT KmtStatus hsaKmtAcquireSystemProperties(SystemProperties *properties) {
    *properties = (SystemProperties){.nodes = node_count()};
    return KMT_SUCCESS;
}

static void describe_gpu(uint32_t node, NodeProperties *p) {
    static const char name[] = "Pretended gfx900 (threads of the host)";
    p->simds = UNITS * 4;
    p->simds_per_unit = 4;
    p->units_per_array = UNITS;
    p->arrays = 1;
    p->shader_engines = 1;
    p->waves_per_simd = 10;
    p->wavefront = 64;
    p->lds_kib = 64;
    p->scratch_slots = 32;
    p->engine_id = 9u << 10;      // gfx9.0.0
    p->capability = 2u << 12;     // doorbells of 64 bits
    p->vendor = 0x1002;
    p->device = 0x6860;
    p->location = 0x100 * (node + 1);
    p->gpu_mhz = 1500;
    p->render_minor = 128 + (int32_t)node;
    p->sdma_engines = 2;
    p->queues_per_engine = 2;
    p->compute_queues = 24;
    p->memory_banks = GPU_BANKS;
    p->links = cpu_nodes();
    p->local_memory = FRAME_BUFFER_BYTES;
    p->unique_id = 0x9000000000000000u + node;
    p->first_simd = 0x80001000 + node * 64;
    for (size_t i = 0; name[i] != 0; i++) p->marketing_name[i] = (uint16_t)name[i];
    strcpy((char *)p->chip_name, "vega10");
}

static void describe_cpu(uint32_t node, NodeProperties *p) {
    static const char name[] = "Processor of the stand-in";
    long cores = sysconf(_SC_NPROCESSORS_ONLN) / (long)cpu_nodes();
    p->cpu_cores = cores < 1 ? 1 : (uint32_t)cores;
    p->memory_banks = 1;
    p->caches = CACHES;
    p->links = node_count() - 1;
    p->first_cpu = node * p->cpu_cores;
    p->cpu_mhz = 2600;
    for (size_t i = 0; name[i] != 0; i++) p->marketing_name[i] = (uint16_t)name[i];
}

EXPORT KmtStatus hsaKmtGetNodeProperties(uint32_t node, NodeProperties *properties) {
    if (node >= node_count()) return KMT_INVALID_NODE;
    memset(properties, 0, sizeof *properties);
    if (node < cpu_nodes()) {
        describe_cpu(node, properties);
    } else {
        describe_gpu(node, properties);
    }
    return KMT_SUCCESS;
}

EXPORT KmtStatus hsaKmtGetNodeMemoryProperties(uint32_t node, uint32_t count, MemoryProperties *banks) {
    static char registers[4096] __attribute__((aligned(4096)));
    if (node >= node_count()) return KMT_INVALID_NODE;
    if (node < cpu_nodes()) {
        uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
        uint64_t bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * page / cpu_nodes() / page * page;
        banks[0] = (MemoryProperties){.heap = HEAP_SYSTEM, .bytes = bytes, .width = 64, .mhz = 3200};
        return count == 1 ? KMT_SUCCESS : KMT_INVALID_PARAMETER;
    }
    const MemoryProperties all[GPU_BANKS] = {
        {.heap = HEAP_FRAME_BUFFER, .bytes = FRAME_BUFFER_BYTES, .width = 2048, .mhz = 945},
        {.heap = HEAP_LDS, .bytes = 65536, .base = 0x1000000000000},
        {.heap = HEAP_SCRATCH, .bytes = 1ull << 32, .base = 0x2000000000000},
        {.heap = HEAP_MMIO, .bytes = sizeof registers, .base = (uint64_t)registers}};
    if (count > GPU_BANKS) return KMT_INVALID_PARAMETER;
    memcpy(banks, all, count * sizeof *all);
    return KMT_SUCCESS;
}

EXPORT KmtStatus hsaKmtGetNodeCacheProperties(uint32_t node, uint32_t processor, uint32_t count, CacheProperties *caches) {
    static const uint32_t kib[CACHES] = {48, 1024, 32768};
    (void)node;
    memset(caches, 0, count * sizeof *caches);
    for (uint32_t i = 0; i < count && i < CACHES; i++) {
        caches[i].processor = processor;
        caches[i].level = i + 1;
        caches[i].kib = kib[i];
        caches[i].line_bytes = 64;
        caches[i].type = 1u | 1u << 2;  // of data, of a CPU
    }
    return KMT_SUCCESS;
}

// Every node of the CPU has a link to every other node, but GPUs none to each other: their memory is too small a part of the bus's addresses.
EXPORT KmtStatus hsaKmtGetNodeIoLinkProperties(uint32_t node, uint32_t count, LinkProperties *links) {
    uint32_t made = 0;
    for (uint32_t other = 0; other < node_count() && made < count; other++) {
        if (other == node || (node >= cpu_nodes() && other >= cpu_nodes())) continue;
        bool within_host = node < cpu_nodes() && other < cpu_nodes();
        links[made++] = (LinkProperties){
            .type = within_host ? LINK_HYPERTRANSPORT : LINK_PCIE, .from = node, .to = other, .weight = 20};
    }
    return KMT_SUCCESS;
}

EXPORT KmtStatus hsaKmtGetClockCounters(uint32_t node, ClockCounters *counters) {
    (void)node;
    *counters = (ClockCounters){
        .gpu = device_ticks(), .cpu = nanos(CLOCK_MONOTONIC_RAW), .system = nanos(CLOCK_BOOTTIME), .system_hz = 1000000000};
    return KMT_SUCCESS;
}
