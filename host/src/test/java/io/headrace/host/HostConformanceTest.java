package io.headrace.host;

import io.headrace.tck.DriverConformance;
import io.headrace.tck.DriverUnderTest;

/** The conformance suite on the host driver. */
class HostConformanceTest extends DriverConformance {

    @Override
    public DriverUnderTest driverUnderTest() {
        return new DriverUnderTest("host", HostDriver::new);
    }
}
