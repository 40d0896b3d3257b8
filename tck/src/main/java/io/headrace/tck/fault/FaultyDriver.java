package io.headrace.tck.fault;

import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import java.util.List;

/** A driver that passes on to another one, with {@link Faults} in between. */
public final class FaultyDriver implements Driver {

    private final Driver driver;
    private final Faults faults;

    /** Wraps a driver. */
    public FaultyDriver(Driver driver, Faults faults) {
        this.driver = driver;
        this.faults = faults;
    }

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
                .<DriverDevice>map(device -> new FaultyDevice(device, faults))
                .toList();
    }
}
