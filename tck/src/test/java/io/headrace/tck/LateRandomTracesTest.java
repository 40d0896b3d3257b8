package io.headrace.tck;

/** The same on a device whose queues report late. */
class LateRandomTracesTest extends TraceRandomContract {

    @Override
    DriverUnderTest driverUnderTest() {
        return new DriverUnderTest("plain-late", () -> new PlainDriver(PlainDriver.Kernels.JAVA, true));
    }
}
