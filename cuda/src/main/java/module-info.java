/** The CUDA driver: NVIDIA GPUs as Headrace devices, by {@code libcuda.so.1} and NVRTC. */
module io.headrace.cuda {
    requires io.headrace;
    requires static org.jspecify;

    provides io.headrace.spi.Driver with
            io.headrace.cuda.CudaDriver;
}
