// Kernels. No instruction of a GPU is ever run; a kernel is one of three things that can be told by looking at it:
//
// - a descriptor, as compilers make them, with a mark and the address of a host function in bytes that AMD has reserved: the function is
//   called once for the whole dispatch, with the address of the arguments and that of the packet;
// - a descriptor whose code begins with the instruction that ends a program: it does nothing;
// - one of the three programs by which ROCr copies and fills without a copy engine, known by some of their instructions.
#include <string.h>
#include "standin.h"

// The bit by which ROCr is told of a kernel that cannot be run.
static const int64_t INVALID_CODE = 8;

// "HOSTCODE".
static const uint64_t MARK = 0x45444f4354534f48;

static const uint32_t END_PROGRAM = 0xbf810000;

// As LLVM's documentation of the AMDGPU back end has it.
typedef struct {
    uint32_t group_bytes;
    uint32_t private_bytes;
    uint32_t argument_bytes;
    uint32_t reserved0;
    int64_t code_offset;
    uint64_t mark;  // reserved
    void (*function)(void *arguments, const DispatchPacket *packet);  // reserved
    uint8_t rest[24];
} Descriptor;

_Static_assert(sizeof(Descriptor) == 64, "a kernel's descriptor");

// ROCr's own programs stand behind a header of the older form.
enum { OLD_HEADER_BYTES = 256 };

typedef enum { UNKNOWN, COPY_ALIGNED, COPY_MISALIGNED, FILL } OwnProgram;

static OwnProgram own_program(const char *kernel) {
    uint32_t code[9];
    memcpy(code, kernel + OLD_HEADER_BYTES, sizeof code);
    if (code[0] != 0xc00a0100) return UNKNOWN;
    if (code[8] == 0xc00a0500) return COPY_ALIGNED;
    if (code[6] == 0xc0020400) return COPY_MISALIGNED;
    return code[4] == 0xbf8c007f ? FILL : UNKNOWN;
}

static void fill(uint64_t from, uint64_t to, uint32_t pattern) {
    uint32_t *words = standin_reach((void *)from);
    for (uint64_t i = 0; i < (to - from) / sizeof *words; i++) words[i] = pattern;
}

int64_t kernel_run(const DispatchPacket *packet) {
    if (packet->kernel == 0 || packet->kernel % 8 != 0) return INVALID_CODE;
    const char *kernel = standin_reach((void *)packet->kernel);
    uint64_t *arguments = standin_reach((void *)packet->arguments);
    Descriptor descriptor;
    memcpy(&descriptor, kernel, sizeof descriptor);
    if (descriptor.mark == MARK) {
        descriptor.function(arguments, packet);
        return 0;
    }
    // Each phase of these programs goes on where the one before it ended; what counts is the first beginning and the last end.
    switch (own_program(kernel)) {
    case COPY_ALIGNED: device_copy(arguments[1], arguments[0], arguments[8] - arguments[0]); return 0;
    case COPY_MISALIGNED: device_copy(arguments[1], arguments[0], arguments[4] - arguments[0]); return 0;
    case FILL: fill(arguments[0], arguments[2], (uint32_t)arguments[3]); return 0;
    default: break;
    }
    uint32_t first = 0;
    if (descriptor.code_offset > 0 && descriptor.code_offset < 1 << 20) {
        memcpy(&first, kernel + descriptor.code_offset, sizeof first);
    }
    return first == END_PROGRAM ? 0 : INVALID_CODE;
}
