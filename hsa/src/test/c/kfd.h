// The part of AMD's binary interfaces that the stand-in needs: what libhsakmt.so.1 gives to ROCr (version HSAKMT_1, as ROCr 5.2 calls
// it), and what ROCr gives to the hardware (AQL packets, signals, queues). Names are this project's own; sizes and offsets are AMD's,
// and are checked here where a mistake would not show at once.
#ifndef KFD_H
#define KFD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    KMT_SUCCESS = 0,
    KMT_ERROR = 1,
    KMT_INVALID_PARAMETER = 3,
    KMT_INVALID_HANDLE = 4,
    KMT_INVALID_NODE = 5,
    KMT_NO_MEMORY = 6,
    KMT_NOT_SUPPORTED = 11,
    KMT_OUT_OF_RESOURCES = 13,
    KMT_WAIT_TIMEOUT = 31
} KmtStatus;

// All structures of libhsakmt are packed to 4 bytes.
#pragma pack(push, 4)

typedef struct {
    uint32_t major;
    uint32_t minor;
} Version;

typedef struct {
    uint32_t nodes;
    uint32_t oem;
    uint32_t platform;
    uint32_t revision;
} SystemProperties;

typedef struct {
    uint32_t cpu_cores;
    uint32_t simds;
    uint32_t memory_banks;
    uint32_t caches;
    uint32_t links;
    uint32_t first_cpu;
    uint32_t first_simd;
    uint32_t capability;
    uint32_t waves_per_simd;
    uint32_t lds_kib;
    uint32_t gds_kib;
    uint32_t wavefront;
    uint32_t shader_engines;
    uint32_t arrays;
    uint32_t units_per_array;
    uint32_t simds_per_unit;
    uint32_t scratch_slots;
    uint32_t engine_id;
    uint16_t vendor;
    uint16_t device;
    uint32_t location;
    uint64_t local_memory;
    uint32_t gpu_mhz;
    uint32_t cpu_mhz;
    int32_t render_minor;
    uint16_t marketing_name[64];
    uint8_t chip_name[64];
    uint32_t firmware;
    uint64_t debug;
    uint64_t hive;
    uint32_t sdma_engines;
    uint32_t xgmi_engines;
    uint8_t queues_per_engine;
    uint8_t compute_queues;
    uint8_t gws;
    uint8_t reserved2;
    uint32_t domain;
    uint64_t unique_id;
    uint32_t vgprs;
    uint32_t sgprs;
    uint8_t reserved[12];
} NodeProperties;

typedef struct {
    uint32_t heap;
    uint64_t bytes;
    uint32_t flags;
    uint32_t width;
    uint32_t mhz;
    uint64_t base;
} MemoryProperties;

typedef struct {
    uint32_t processor;
    uint32_t level;
    uint32_t kib;
    uint32_t line_bytes;
    uint32_t lines_per_tag;
    uint32_t associativity;
    uint32_t latency;
    uint32_t type;
    uint32_t siblings[256];
} CacheProperties;

typedef struct {
    uint32_t type;
    uint32_t major;
    uint32_t minor;
    uint32_t from;
    uint32_t to;
    uint32_t weight;
    uint32_t latency[2];
    uint32_t bandwidth[2];
    uint32_t transfer_bytes;
    uint32_t flags;
} LinkProperties;

typedef struct {
    uint64_t gpu;
    uint64_t cpu;
    uint64_t system;
    uint64_t system_hz;
} ClockCounters;

typedef struct {
    uint32_t type;
    uint32_t node;
    uint64_t user_data;
    uint64_t user_bytes;
} EventDescriptor;

typedef struct {
    uint32_t id;
    uint32_t type;
    uint64_t user_data;
    uint64_t user_bytes;
    uint32_t padding;
    uint64_t hardware1;
    uint64_t mailbox;
    uint32_t hardware_id;
} Event;

typedef struct {
    uint32_t type;
    uint32_t node;
    uint32_t flags;
    void *host;
    uint64_t device;
    uint64_t bytes;
    uint32_t registered_count;
    uint32_t mapped_count;
    const uint32_t *registered;
    const uint32_t *mapped;
    void *user_data;
} PointerInfo;

typedef struct {
    uint64_t id;
    void *doorbell;
    void *write_pointer;
    void *read_pointer;
    volatile int64_t *error_reason;
} QueueResource;

#pragma pack(pop)

// Of a node's memory.
enum { HEAP_SYSTEM = 0, HEAP_FRAME_BUFFER = 2, HEAP_LDS = 4, HEAP_SCRATCH = 5, HEAP_MMIO = 7 };
enum { LINK_HYPERTRANSPORT = 1, LINK_PCIE = 2 };
enum { QUEUE_SDMA = 2, QUEUE_SDMA_XGMI = 5, QUEUE_AQL = 21 };
enum { POINTER_ALLOCATED = 1, POINTER_REGISTERED = 2 };

// Of memory flags, which are passed as one word.
enum { MEMORY_SCRATCH = 1u << 9, MEMORY_EXECUTE = 1u << 12 };

// What hardware sees of a signal. A handle is the address of one.
typedef struct {
    int64_t kind;
    int64_t value;
    uint64_t mailbox;
    uint32_t event;
    uint32_t reserved1;
    uint64_t start;
    uint64_t end;
    uint64_t queue;
    uint32_t reserved3[2];
} Signal;

// What hardware sees of a queue.
typedef struct {
    uint8_t hsa_queue[40];
    uint32_t reserved1[4];
    uint64_t write_index;
    uint8_t middle[64];
    uint64_t read_index;
    uint8_t scratch[48];
    uint32_t reserved3[2];
    uint64_t inactive_signal;
    uint32_t reserved4[14];
} AqlQueue;

typedef struct {
    uint16_t header;
    uint16_t setup;
    uint16_t group[3];
    uint16_t reserved0;
    uint32_t grid[3];
    uint32_t private_bytes;
    uint32_t group_bytes;
    uint64_t kernel;
    uint64_t arguments;
    uint64_t reserved2;
    uint64_t completion;
} DispatchPacket;

typedef struct {
    uint16_t header;
    uint16_t reserved0;
    uint32_t reserved1;
    uint64_t signals[5];
    uint64_t reserved2;
    uint64_t completion;
} BarrierPacket;

enum { PACKET_VENDOR = 0, PACKET_INVALID = 1, PACKET_DISPATCH = 2, PACKET_BARRIER_AND = 3, PACKET_AGENT = 4, PACKET_BARRIER_OR = 5 };
enum { PACKET_BYTES = 64 };

_Static_assert(sizeof(NodeProperties) == 356 && offsetof(NodeProperties, sdma_engines) == 312, "node properties");
_Static_assert(sizeof(MemoryProperties) == 32 && sizeof(CacheProperties) == 1056, "memory and cache properties");
_Static_assert(sizeof(LinkProperties) == 48 && sizeof(ClockCounters) == 32, "links and clocks");
_Static_assert(sizeof(Event) == 48 && offsetof(Event, mailbox) == 36, "events");
_Static_assert(sizeof(PointerInfo) == 68 && sizeof(QueueResource) == 40, "pointers and queues");
_Static_assert(sizeof(Signal) == 64 && offsetof(AqlQueue, read_index) == 128, "signals and queues of the hardware");
_Static_assert(offsetof(AqlQueue, inactive_signal) == 192, "what tells ROCr that a queue has failed");
_Static_assert(sizeof(DispatchPacket) == PACKET_BYTES && sizeof(BarrierPacket) == PACKET_BYTES, "packets");

#endif
