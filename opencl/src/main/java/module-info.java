/** The OpenCL driver: any device with OpenCL 1.2 or newer, by {@code libOpenCL.so.1}. */
module io.headrace.opencl {
    requires io.headrace;
    requires static org.jspecify;

    provides io.headrace.spi.Driver with
            io.headrace.opencl.OpenClDriver;
}
