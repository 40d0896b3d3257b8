// Devices: how many and what they say of themselves. An H200 in what it can do, small in memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "standin.h"

Settings settings = {
    .devices = 2, .memory = (size_t)256 << 20, .version = 13000, .memory_operations = true, .peers = true, .pools = true};
bool initialized;

bool device_valid(CUdevice device) {
    return device >= 0 && device < settings.devices;
}

static void number(const char *name, long least, long most, long *value) {
    const char *text = getenv(name);
    if (text == NULL) return;
    char *end;
    long read = strtol(text, &end, 10);
    if (*text == 0 || *end != 0 || read < least || read > most) {
        fprintf(stderr, "stand-in: %s=%s is not a number from %ld to %ld\n", name, text, least, most);
        abort();
    }
    *value = read;
}

__attribute__((constructor)) static void read_environment(void) {
    long devices = settings.devices, memory = (long)settings.memory, version = settings.version;
    long memory_operations = 1, peers = 1, pools = 1, connections = 0;
    number("STANDIN_DEVICES", 0, MAX_DEVICES, &devices);
    number("STANDIN_MEMORY", 4096, 1L << 38, &memory);
    number("STANDIN_VERSION", 11000, 99999, &version);
    number("STANDIN_MEMORY_OPERATIONS", 0, 1, &memory_operations);
    number("STANDIN_PEERS", 0, 1, &peers);
    number("STANDIN_POOLS", 0, 1, &pools);
    number("STANDIN_CONNECTIONS", 0, MAX_CONNECTIONS, &connections);
    settings = (Settings){(int)devices, (size_t)memory, (int)version, memory_operations, peers, pools, (int)connections};
}

EXPORT CUresult cuInit(unsigned flags) {
    static Calls calls = {.name = __func__};
    CUresult result = enter_plain(&calls, false);
    if (result != SUCCESS) return result;
    if (flags != 0) return leave(INVALID_VALUE);
    if (settings.devices == 0) return leave(NO_DEVICE);
    initialized = true;
    return leave(SUCCESS);
}

EXPORT CUresult cuDriverGetVersion(int *version) {
    static Calls calls = {.name = __func__};
    CUresult result = enter_plain(&calls, false);
    if (result != SUCCESS) return result;
    if (version == NULL) return leave(INVALID_VALUE);
    *version = settings.version;
    return leave(SUCCESS);
}

EXPORT CUresult cuDeviceGetCount(int *count) {
    ENTER_PLAIN();
    if (count == NULL) return leave(INVALID_VALUE);
    *count = settings.devices;
    return leave(SUCCESS);
}

EXPORT CUresult cuDeviceGet(CUdevice *device, int ordinal) {
    ENTER_PLAIN();
    if (device == NULL) return leave(INVALID_VALUE);
    if (!device_valid(ordinal)) return leave(INVALID_DEVICE);
    *device = ordinal;
    return leave(SUCCESS);
}

EXPORT CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
    ENTER_PLAIN();
    if (name == NULL || length <= 0) return leave(INVALID_VALUE);
    if (!device_valid(device)) return leave(INVALID_DEVICE);
    snprintf(name, (size_t)length, "Stand-in GPU");
    return leave(SUCCESS);
}

EXPORT CUresult cuDeviceGetUuid_v2(unsigned char *uuid, CUdevice device) {
    ENTER_PLAIN();
    if (uuid == NULL) return leave(INVALID_VALUE);
    if (!device_valid(device)) return leave(INVALID_DEVICE);
    for (int i = 0; i < 16; i++) uuid[i] = (unsigned char)(0x10 * i + device);
    return leave(SUCCESS);
}
CUresult cuDeviceGetUuid(unsigned char *uuid, CUdevice device) ALIAS(cuDeviceGetUuid_v2);

EXPORT CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) {
    ENTER_PLAIN();
    if (bytes == NULL) return leave(INVALID_VALUE);
    if (!device_valid(device)) return leave(INVALID_DEVICE);
    *bytes = settings.memory;
    return leave(SUCCESS);
}

EXPORT CUresult cuDeviceGetPCIBusId(char *text, int length, CUdevice device) {
    ENTER_PLAIN();
    if (text == NULL || length < 13) return leave(INVALID_VALUE);
    if (!device_valid(device)) return leave(INVALID_DEVICE);
    snprintf(text, (size_t)length, "0000:%02X:00.0", 0x10 + device);
    return leave(SUCCESS);
}

static int attribute(int which, CUdevice device, bool *known) {
    static const int VALUES[][2] = {
        {1, 1024}, {2, 1024}, {3, 1024}, {4, 64},             // threads of a block, its dimensions
        {5, 2147483647}, {6, 65535}, {7, 65535},              // dimensions of a grid
        {8, 49152}, {9, 65536}, {10, 32}, {11, 2147483647},   // shared and constant memory, warp, pitch
        {12, 65536}, {13, 1980000}, {14, 512}, {15, 1},       // registers, clock, alignment, overlap
        {16, 132}, {17, 0}, {18, 0}, {19, 1}, {20, 0},        // multiprocessors, timeout, integrated, maps host memory, mode
        {31, 1}, {32, 1}, {34, 0}, {35, 0},                   // concurrent kernels, ECC, PCI device, TCC
        {36, 3201000}, {37, 6144}, {38, 62914560}, {39, 2048}, // memory clock and width, L2, threads of a multiprocessor
        {40, 3}, {41, 1}, {50, 0}, {75, 9}, {76, 0},          // copy engines, one address space, PCI domain, sm_90
        {78, 1}, {79, 1}, {80, 1}, {81, 233472}, {82, 65536}, // priorities, caches, multiprocessor
        {83, 1}, {84, 0}, {85, 0}, {86, 0}, {87, 2},
        {88, 0}, {89, 1}, {90, 1}, {91, 1},                   // no pageable access; host pointers of registered memory are good
        {95, 1}, {96, 1}, {97, 232448}, {98, 1}, {99, 1},     // cooperative launch, shared memory by choice, host registration
        {100, 0}, {101, 0}, {102, 1}, {106, 32}, {111, 1024}, {113, 1}, {116, 0},
        {120, 1}, {121, 1}, {124, 0}, {125, 1}, {129, 0}, {132, 0}, {134, 0},
    };
    *known = true;
    switch (which) {
    case 33: return 0x10 + device; // PCI bus
    case 92: case 93: case 94: return 0; // stream memory operations, first version: only by a switch of the kernel module
    case 115: return settings.pools;
    case 122: case 123: return settings.memory_operations;
    default: break;
    }
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++) {
        if (VALUES[i][0] == which) return VALUES[i][1];
    }
    *known = which > 0 && which < 145; // the rest of what CUDA 13 knows
    return 0;
}

EXPORT CUresult cuDeviceGetAttribute(int *value, int which, CUdevice device) {
    ENTER_PLAIN();
    if (value == NULL) return leave(INVALID_VALUE);
    if (!device_valid(device)) return leave(INVALID_DEVICE);
    bool known;
    int found = attribute(which, device, &known);
    if (!known) return leave(INVALID_VALUE);
    *value = found;
    return leave(SUCCESS);
}

EXPORT CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) {
    ENTER_PLAIN();
    if (can == NULL) return leave(INVALID_VALUE);
    if (!device_valid(device) || !device_valid(peer)) return leave(INVALID_DEVICE);
    *can = settings.peers && device != peer;
    return leave(SUCCESS);
}

EXPORT CUresult cuDeviceGetP2PAttribute(int *value, int which, CUdevice device, CUdevice peer) {
    ENTER_PLAIN();
    if (value == NULL || which < 1 || which > 4) return leave(INVALID_VALUE);
    if (!device_valid(device) || !device_valid(peer) || device == peer) return leave(INVALID_DEVICE);
    *value = which == 1 ? 0 : settings.peers; // rank; access, atomics, arrays
    return leave(SUCCESS);
}
