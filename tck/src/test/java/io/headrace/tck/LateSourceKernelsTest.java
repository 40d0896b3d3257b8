package io.headrace.tck;

/** What the suite says of source kernels, on queues that report late. */
class LateSourceKernelsTest extends SourceKernelContract {

    @Override
    DriverUnderTest driverUnderTest() {
        return new DriverUnderTest("plain-late-sources", () -> new PlainDriver(PlainDriver.Kernels.SOURCES, true));
    }
}
