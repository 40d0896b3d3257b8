package io.headrace.opencl;

import io.headrace.tck.DriverConformance;
import io.headrace.tck.DriverUnderTest;

/** The conformance suite on this machine's first OpenCL device. Skipped, with the loader's reason, where there is none. */
class OpenClConformanceTest extends DriverConformance {

    @Override
    public DriverUnderTest driverUnderTest() {
        OpenCl.require();
        return new DriverUnderTest("opencl", OpenClDriver::new);
    }
}
