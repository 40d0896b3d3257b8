package io.headrace.tck;

import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import java.util.List;

/**
 * A driver whose devices run the Java kernels of the suite, whether they can or not. For one that cannot, a launch becomes a native
 * call that runs the kernel on the thread of the queue, when all that is before it there has ended. So the order, the failures and
 * the lives of operations are tested by the same tests on all devices.
 *
 * @param driver the driver under test
 * @param kernelsReachMemory whether buffers are to be where the host reads and writes them, since kernels do; such buffers are
 *     pinned host memory on a device that has its own
 */
record HostKernels(Driver driver, boolean kernelsReachMemory) implements Driver {

    @Override
    public String name() {
        return driver.name();
    }

    @Override
    public Usability usability() {
        return driver.usability();
    }

    @Override
    public List<DriverDevice> open(DriverEnvironment environment) {
        return driver.open(environment).stream()
                .<DriverDevice>map(device ->
                        device.info().javaKernels() ? device : new HostKernelDevice(device, kernelsReachMemory))
                .toList();
    }
}
