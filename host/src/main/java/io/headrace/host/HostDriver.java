package io.headrace.host;

import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import java.util.List;

/**
 * The driver of the embedded device, this machine's CPU. It can always be used and has one device. Safe for use from any
 * thread.
 */
public final class HostDriver implements Driver {

    /** The driver; does nothing yet. */
    public HostDriver() {}

    @Override
    public String name() {
        return "host";
    }

    @Override
    public Usability usability() {
        return new Usability(true, "the CPU of this machine: workers=" + MachineFacts.processors());
    }

    @Override
    public List<DriverDevice> open(DriverEnvironment environment) {
        return List.of(new HostDevice(environment.settings()));
    }
}
