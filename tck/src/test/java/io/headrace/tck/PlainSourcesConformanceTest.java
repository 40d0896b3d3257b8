package io.headrace.tck;

/** The suite on the simplest driver of a device that runs source kernels alone, whose memory the host may not touch. */
class PlainSourcesConformanceTest extends DriverConformance {

    @Override
    public DriverUnderTest driverUnderTest() {
        return new DriverUnderTest("plain-sources", () -> new PlainDriver(PlainDriver.Kernels.SOURCES, false));
    }
}
