// What CUDA itself costs a C++ program: the loops of io.headrace.bench.gpu's other contenders, by the driver API alone.
// Built by bench/gpu.sh into a shared library, so that it is measured in the same process and the same rounds.

#include <cuda.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

constexpr int kRecorded = 100;
constexpr int kStreams = 8;

void check(const char* operation, CUresult code) {
  if (code != CUDA_SUCCESS) {
    const char* name = "unknown";
    cuGetErrorName(code, &name);
    std::fprintf(stderr, "peers: %s failed: code=%d codeName=%s\n", operation, static_cast<int>(code), name);
    std::exit(1);
  }
}

double nanosSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

std::chrono::steady_clock::time_point now() { return std::chrono::steady_clock::now(); }

CUfunction kernel;
CUstream streams[kStreams];
CUevent there;
CUevent back;
CUgraphExec graph;
int items;
float factor = 2;
CUdeviceptr x;
CUdeviceptr y;
void* arguments[] = {&items, &factor, &x, &y};
size_t copyBytes;
void* hostFrom;
void* hostTo;
CUdeviceptr source;
CUdeviceptr target;

void launch(CUstream stream) {
  check("cuLaunchKernel", cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr));
}

void copy(bool up, CUstream stream) {
  if (up) {
    check("cuMemcpyHtoDAsync", cuMemcpyHtoDAsync(target, hostFrom, copyBytes, stream));
  } else {
    check("cuMemcpyDtoHAsync", cuMemcpyDtoHAsync(hostTo, source, copyBytes, stream));
  }
}

}  // namespace

extern "C" {

// Makes ready what all measurements use, in the current context.
void peers_open(const char* ptx, int64_t bytes) {
  CUmodule module;
  check("cuModuleLoadData", cuModuleLoadData(&module, ptx));
  check("cuModuleGetFunction", cuModuleGetFunction(&kernel, module, "saxpy"));
  for (CUstream& stream : streams) {
    check("cuStreamCreate", cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  }
  check("cuEventCreate", cuEventCreate(&there, CU_EVENT_DISABLE_TIMING));
  check("cuEventCreate", cuEventCreate(&back, CU_EVENT_DISABLE_TIMING));
  check("cuMemAlloc", cuMemAlloc(&x, 4));
  check("cuMemAlloc", cuMemAlloc(&y, 4));
  copyBytes = static_cast<size_t>(bytes);
  check("cuMemHostAlloc", cuMemHostAlloc(&hostFrom, copyBytes, CU_MEMHOSTALLOC_PORTABLE));
  check("cuMemHostAlloc", cuMemHostAlloc(&hostTo, copyBytes, CU_MEMHOSTALLOC_PORTABLE));
  check("cuMemAlloc", cuMemAlloc(&source, copyBytes));
  check("cuMemAlloc", cuMemAlloc(&target, copyBytes));
  CUgraph recorded;
  check("cuStreamBeginCapture", cuStreamBeginCapture(streams[0], CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  for (int i = 0; i < kRecorded; i++) {
    launch(streams[0]);
  }
  check("cuStreamEndCapture", cuStreamEndCapture(streams[0], &recorded));
  check("cuGraphInstantiate", cuGraphInstantiate(&graph, recorded, 0));
  check("cuGraphDestroy", cuGraphDestroy(recorded));
  check("cuCtxSynchronize", cuCtxSynchronize());
}

// Nanoseconds a launch, streams in turn, until the last has ended.
double peers_launch(int count, int used) {
  auto start = now();
  for (int i = 0; i < count; i++) {
    launch(streams[i % used]);
  }
  for (int i = 0; i < used; i++) {
    check("cuStreamSynchronize", cuStreamSynchronize(streams[i]));
  }
  return nanosSince(start) / count;
}

// Nanoseconds a launch that is waited for.
double peers_launch_and_wait(int count) {
  auto start = now();
  for (int i = 0; i < count; i++) {
    launch(streams[0]);
    check("cuStreamSynchronize", cuStreamSynchronize(streams[0]));
  }
  return nanosSince(start) / count;
}

// Nanoseconds to let one stream wait for another.
double peers_dependency(int count) {
  launch(streams[0]);
  auto start = now();
  for (int i = 0; i < count; i++) {
    check("cuEventRecord", cuEventRecord(there, streams[0]));
    check("cuStreamWaitEvent", cuStreamWaitEvent(streams[1], there, 0));
  }
  double nanos = nanosSince(start) / count;
  check("cuCtxSynchronize", cuCtxSynchronize());
  return nanos;
}

// Nanoseconds from a launch in one stream to the next one in another.
double peers_chain(int links) {
  auto start = now();
  for (int i = 0; i < links; i += 2) {
    launch(streams[0]);
    check("cuEventRecord", cuEventRecord(there, streams[0]));
    check("cuStreamWaitEvent", cuStreamWaitEvent(streams[1], there, 0));
    launch(streams[1]);
    check("cuEventRecord", cuEventRecord(back, streams[1]));
    check("cuStreamWaitEvent", cuStreamWaitEvent(streams[0], back, 0));
  }
  check("cuStreamSynchronize", cuStreamSynchronize(streams[0]));
  return nanosSince(start) / links;
}

// Nanoseconds a launch of a graph of them.
double peers_replay(int times) {
  auto start = now();
  for (int i = 0; i < times; i++) {
    check("cuGraphLaunch", cuGraphLaunch(graph, streams[0]));
  }
  check("cuStreamSynchronize", cuStreamSynchronize(streams[0]));
  return nanosSince(start) / times / kRecorded;
}

// Bytes a nanosecond, which is GB/s.
double peers_copy(int up, int down, int times) {
  auto start = now();
  for (int i = 0; i < times; i++) {
    if (up != 0) {
      copy(true, streams[0]);
    }
    if (down != 0) {
      copy(false, streams[1]);
    }
  }
  check("cuStreamSynchronize", cuStreamSynchronize(streams[0]));
  check("cuStreamSynchronize", cuStreamSynchronize(streams[1]));
  return static_cast<double>(copyBytes) * times * (up + down) / nanosSince(start);
}

// Of large vectors, GB/s: read and written by a copy within the device.
double peers_ceiling(int64_t bytes, int times) {
  CUdeviceptr from;
  CUdeviceptr to;
  check("cuMemAlloc", cuMemAlloc(&from, static_cast<size_t>(bytes)));
  check("cuMemAlloc", cuMemAlloc(&to, static_cast<size_t>(bytes)));
  check("cuMemcpyDtoDAsync", cuMemcpyDtoDAsync(to, from, static_cast<size_t>(bytes), streams[0]));
  check("cuStreamSynchronize", cuStreamSynchronize(streams[0]));
  auto start = now();
  for (int i = 0; i < times; i++) {
    check("cuMemcpyDtoDAsync", cuMemcpyDtoDAsync(to, from, static_cast<size_t>(bytes), streams[0]));
  }
  check("cuStreamSynchronize", cuStreamSynchronize(streams[0]));
  double rate = 2.0 * static_cast<double>(bytes) * times / nanosSince(start);
  check("cuMemFree", cuMemFree(from));
  check("cuMemFree", cuMemFree(to));
  return rate;
}

}  // extern "C"
