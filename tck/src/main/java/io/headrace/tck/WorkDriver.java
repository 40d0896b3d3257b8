package io.headrace.tck;

import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import java.util.List;

/**
 * A driver as the suite uses it. Most of the suite's kernels are just some work, written in Java for want of a language that all
 * devices know. On a device that runs no Java kernels they are sent as native calls, which its driver runs at their place in the
 * queue; what they cannot do there is to read and write device memory.
 */
record WorkDriver(Driver driver) implements Driver {

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
                .map(device -> device.info().javaKernels() ? device : new WorkDevice(device))
                .toList();
    }
}
