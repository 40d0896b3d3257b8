package io.headrace.cuda;

import io.headrace.cuda.standin.StandIn;
import io.headrace.tck.DriverConformance;
import io.headrace.tck.DriverUnderTest;

/** The conformance suite on the driver, over the stand-in for a GPU. Skipped where there is no C compiler to build that. */
class CudaConformanceTest extends DriverConformance {

    @Override
    public DriverUnderTest driverUnderTest() {
        StandIn standIn = StandIn.get();
        return new DriverUnderTest(
                "cuda",
                () -> new CudaDriver(standIn.cuda().toString(), standIn.nvrtc().toString()));
    }
}
