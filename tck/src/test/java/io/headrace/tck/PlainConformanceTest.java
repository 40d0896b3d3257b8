package io.headrace.tck;

/** The suite on the simplest driver. */
class PlainConformanceTest extends DriverConformance {

    @Override
    public DriverUnderTest driverUnderTest() {
        return new DriverUnderTest("plain", PlainDriver::new);
    }
}
