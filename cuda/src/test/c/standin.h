// What the parts of the stand-in know of each other. The driver's own types are declared anew, as far as they are used.
#ifndef STANDIN_H
#define STANDIN_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Only what is marked so can be found in the library.
#define EXPORT __attribute__((visibility("default")))
// A second exported name of a function.
#define ALIAS(of) __attribute__((visibility("default"), alias(#of)))

typedef int CUresult;
typedef int CUdevice;
typedef uint64_t CUdeviceptr;
typedef uint64_t Handle; // contexts, streams, events, modules, functions, graphs: never an address, so that stale ones are known

enum {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    NOT_INITIALIZED = 3,
    NO_DEVICE = 100,
    INVALID_DEVICE = 101,
    INVALID_IMAGE = 200,
    INVALID_CONTEXT = 201,
    NO_BINARY_FOR_GPU = 209,
    PEER_ACCESS_UNSUPPORTED = 217,
    INVALID_PTX = 218,
    UNSUPPORTED_PTX_VERSION = 222,
    INVALID_HANDLE = 400,
    NOT_FOUND = 500,
    NOT_READY = 600,
    ILLEGAL_ADDRESS = 700,
    PEER_ACCESS_ALREADY_ENABLED = 704,
    PEER_ACCESS_NOT_ENABLED = 705,
    CONTEXT_IS_DESTROYED = 709,
    ASSERT_FAILED = 710,
    HOST_MEMORY_ALREADY_REGISTERED = 712,
    HOST_MEMORY_NOT_REGISTERED = 713,
    COOPERATIVE_LAUNCH_TOO_LARGE = 720,
    NOT_PERMITTED = 800,
    NOT_SUPPORTED = 801,
    CAPTURE_UNSUPPORTED = 900,
    CAPTURE_UNMATCHED = 903,
    CAPTURE_UNJOINED = 904,
    GRAPH_EXEC_UPDATE_FAILURE = 910,
    INVALID_CLUSTER_SIZE = 912,
};

// ---- objects and their handles (handles.c) ----

enum Kind { CONTEXT = 1, STREAM, EVENT, MODULE, FUNCTION, GRAPH, NODE, EXECUTABLE, POOL, KINDS };

typedef struct Context Context;
typedef struct Stream Stream;
typedef struct Op Op;
typedef struct Kernel Kernel;

typedef struct Object {
    Handle handle;
    enum Kind kind;
    Context *context;
    struct Object *next;
} Object;

// One lock for all objects: the stand-in is there to be right, not fast. What an operation does runs without it.
extern pthread_mutex_t standin_lock;

void object_add(Object *object, enum Kind kind, Context *context);
void object_remove(Object *object);
void *object_find(enum Kind kind, Handle handle);
// The next object of a context, whichever kind comes; null at the end. For the end of a context.
Object *object_of(Context *context, enum Kind kind);
long object_count(enum Kind kind);
const char *kind_name(enum Kind kind);

// ---- calls: counted, made to fail (injection.c) ----

typedef struct Calls {
    const char *name;
    struct Calls *next;
    long count;
    bool known;
} Calls;

// Counts the call; the error that was asked for, or 0. The lock is held.
CUresult calls_count(Calls *calls);
// Before an operation: how long to wait, and the error that it shall end with. The lock is held.
CUresult operation_injected(void);
long operation_delay(void);
bool operations_held(void);
// What was still there when a context ended: by kind, and allocations, host allocations, registrations.
extern long standin_left[KINDS];
extern long standin_left_memory[3];

// ---- contexts (context.c) ----

// Streams of a device share so many connections at most: what CUDA_DEVICE_MAX_CONNECTIONS sets.
enum { MAX_CONNECTIONS = 32 };

struct Context {
    Object object;
    int device;
    int retained;
    unsigned flags;
    _Atomic int sticky;       // the error that ended it, or 0
    _Atomic bool abandoned;   // its work is dropped: it is about to end
    _Atomic uint32_t peers;   // devices whose memory its kernels may touch
    Stream *legacy;           // the default stream
    Stream *streams;          // all, also closed ones that still work
    long workers;             // their threads
    uint64_t submitted[MAX_CONNECTIONS], begun[MAX_CONNECTIONS]; // operations of each connection
    size_t stack, fifo, heap; // limits that may be set and read
};

// What every call does first. On success the lock is held and the current context is alive and without an error.
CUresult enter(Calls *calls, Context **context);
// The same for calls that need no context.
CUresult enter_plain(Calls *calls, bool initialized);
CUresult leave(CUresult result);
Context *context_of_device(int device);
void context_fail(Context *context, CUresult error);

#define ENTER(context)                                      \
    static Calls calls = {.name = __func__};                \
    CUresult entered = enter(&calls, &(context));           \
    if (entered != SUCCESS) return entered
#define ENTER_PLAIN()                                       \
    static Calls calls = {.name = __func__};                \
    CUresult entered = enter_plain(&calls, true);           \
    if (entered != SUCCESS) return entered

// ---- devices (device.c) ----

enum { MAX_DEVICES = 16 };

typedef struct Settings {
    int devices;
    size_t memory;
    int version;
    bool memory_operations;
    bool peers;
    bool pools;
    int connections; // 0: each stream has its own
} Settings;

extern Settings settings;
extern bool initialized;
bool device_valid(CUdevice device);

// ---- memory (memory.c); has a lock of its own, below the big one ----

typedef struct Copy {
    uint64_t target, source;
    size_t target_pitch, source_pitch, target_slice, source_slice;
    size_t width, height, depth;
    unsigned char *staged; // what was read from pageable memory at the call, rows without gaps
} Copy;

// Where the device finds `bytes` at an address that a kernel of the context uses, or null: no such memory.
void *memory_for_kernel(Context *context, uint64_t address, size_t bytes, bool write);
// The same for a copy: memory of any device, and pageable memory of the host.
void *memory_for_copy(uint64_t address, size_t bytes);
// Whether an address range is memory of the stand-in or not known at all (then it is pageable memory of the host).
enum Place { PAGEABLE, PINNED, DEVICE_MEMORY, NO_MEMORY };
enum Place memory_place(uint64_t address, size_t bytes);
typedef struct Pool Pool;
// Whether it is not memory of another device.
bool memory_fits(uint64_t address, int device);
// With a pool: for the stream that comes there; peers reach it if the pool lets them, not their contexts.
CUresult memory_allocate(int device, size_t bytes, Pool *pool, uint64_t *address);
bool memory_is_base(uint64_t address, int *device);
void memory_make_usable(uint64_t address);
// Given back to the limit at the call, to the addresses when the stream comes there.
bool memory_free_begin(uint64_t address);
CUresult memory_free_end(uint64_t address);
void memory_drop_device(int device, long *allocations, long *host_allocations, long *registrations);
long memory_live(int what);

// ---- work: what an operation does (work.c) ----

typedef struct Launch {
    const Kernel *kernel;
    unsigned grid[3], block[3], shared;
    unsigned char *arguments;
} Launch;

typedef struct Set {
    uint64_t target;
    size_t pitch, width, height; // width in elements
    unsigned value, element;
} Set;

typedef struct Store {
    uint64_t address, value;
    unsigned bytes, flags;
} Store;

typedef struct Work Work;
struct Work {
    enum { NOTHING, COPY, SET, LAUNCH, HOST_CALL, CALLBACK, WRITE_VALUE, WAIT_VALUE, ALLOCATE, FREE, MANY } kind;
    union {
        Copy copy;
        Set set;
        Launch launch;
        struct { void (*function)(void *); void *data; } host;
        struct { void (*function)(Handle, CUresult, void *); void *data; Handle stream; } callback;
        Store store;
        uint64_t address;
        struct { Work *list; int count; } many;
    };
};

// From the first byte of rows to behind the last; none of the counts is zero.
size_t extent(size_t width, size_t height, size_t depth, size_t pitch, size_t slice);
CUresult work_run(Context *context, Work *work);
void work_copy(Work *to, const Work *from);
void work_free(Work *work);
extern _Thread_local bool inside_host_call;

// ---- streams (streams.c) ----

struct Op {
    int references;
    bool done;
    long time;     // when it was done, in ns
    Work work;
    uint64_t ticket; // its place among the operations of its connection
    Op **after;    // what must be done before
    int after_count;
    Op *next;
};

struct Stream {
    Object object;
    unsigned flags;
    int priority;
    uint64_t id;
    Op *head, *tail;  // not done yet
    Op *last;         // the last one submitted, done or not; a reference
    bool closed, running;
    pthread_cond_t work;
    struct Graph *capture; // records what is submitted, or null
    int capture_tail;      // the last node of this stream, or -1
    Stream *next;          // of the context
};

// Waits, with the lock held, until something was done somewhere.
void wait_for_progress(void);
void progress_made(void);

// A stream that the context may use, by its handle (0 and 1 are the default stream); null if there is none.
Stream *stream_of(Context *context, Handle handle);
// Any stream of any context.
Stream *stream_any(Context *context, Handle handle);
// Takes over the work, also when it refuses. The lock is held. Gives the operation, with a reference, where asked for;
// there is none while the stream is captured.
CUresult stream_submit(Stream *stream, Work work, Op *after, Op **submitted);
void op_keep(Op *op);
void op_drop(Op *op);
// Waits with the lock held until it is done; the context's error.
CUresult op_await(Context *context, Op *op);
CUresult context_await(Context *context);
void stream_close(Stream *stream);
long streams_working(void);
// Waits a little, longer from time to time; false when the work of the context is dropped.
bool pause_while_waiting(const Context *context, long *rounds);
long now_ns(void);

// ---- events (events.c) ----

typedef struct Event {
    Object object;
    unsigned flags;
    Op *op; // the last record
} Event;

void event_close(Event *event);

// ---- kernels and modules ----

enum { MAX_PARAMETERS = 8 };

typedef struct Call {
    Context *context;
    const Launch *launch;
    size_t threads; // in x
} Call;

struct Kernel {
    const char *name;
    int parameters;
    unsigned char sizes[MAX_PARAMETERS];
    CUresult (*run)(const Call *call);
};

const Kernel *kernel_named(const char *name, size_t length);
size_t kernel_offset(const Kernel *kernel, int parameter);
size_t kernel_bytes(const Kernel *kernel);
const void *kernel_argument(const Call *call, int parameter);
void module_close(Object *module);

typedef struct Function {
    Object object;
    const Kernel *kernel;
    int dynamic_shared; // how much a launch may ask for, where that was set
} Function;

// A launch checked as the driver does it; takes arguments from either form.
CUresult launch_prepare(Context *context, Handle function, const unsigned *grid, const unsigned *block, unsigned shared,
                        void **parameters, void **extra, Launch *launch);

// ---- copies (copies.c) ----

// Reads the pageable source, if it is one; says whether the target is pageable, which makes the call wait.
CUresult copy_prepare(Copy *copy, bool *wait);
CUresult submit_copy(Context *context, Handle stream, Copy copy);
// From the driver's description of a copy of three dimensions.
CUresult copy_of_driver(const void *parameters, Copy *copy);
CUresult set_check(const Set *set);

// ---- pools (pools.c) ----

struct Pool {
    Object object;
    int device;
    _Atomic uint32_t peers; // whose kernels may touch its memory
    uint64_t threshold;
};

void pool_close(Object *pool);
// Whether the device's own pool was asked for.
bool pool_is_there(int device);

// ---- graphs (graphs.c) ----

void graph_close(Object *graph);
void capture_drop(struct Graph *graph);
void executable_close(Object *executable);
// Takes over the work as a node after the last one of that stream.
CUresult capture_add(Stream *stream, Work work);

#endif
