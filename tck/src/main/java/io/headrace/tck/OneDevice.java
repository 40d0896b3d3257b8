package io.headrace.tck;

import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import java.util.List;

/** A driver as if it had but one of its devices, which so becomes its first. */
record OneDevice(Driver driver, int index) implements Driver {

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
        List<DriverDevice> devices = driver.open(environment);
        for (int i = 0; i < devices.size(); i++) {
            if (i != index) {
                devices.get(i).close();
            }
        }
        return index < devices.size() ? List.of(devices.get(index)) : List.of();
    }
}
