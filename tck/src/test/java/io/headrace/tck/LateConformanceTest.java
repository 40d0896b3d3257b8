package io.headrace.tck;

/** The suite on a driver whose queues report late: whatever the runtime forgets to ask for never ends. */
class LateConformanceTest extends DriverConformance {

    @Override
    public DriverUnderTest driverUnderTest() {
        return new DriverUnderTest("plain-late", () -> new PlainDriver(PlainDriver.Kernels.JAVA, true));
    }
}
