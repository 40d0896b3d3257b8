/** The HSA driver: AMD's GPUs, by ROCr, {@code libhsa-runtime64.so.1}. */
module io.headrace.hsa {
    requires io.headrace;
    requires static org.jspecify;

    provides io.headrace.spi.Driver with
            io.headrace.hsa.HsaDriver;
}
