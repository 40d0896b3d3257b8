package io.headrace.tck;

import io.headrace.memory.Words;
import io.headrace.signal.SignalBus;
import io.headrace.signal.SignalMemory;
import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and writes slots past the library, as a device or another process does, whatever memory the driver's first device has. */
final class SlotReach implements Driver {

    private final Driver driver;
    private @Nullable SignalMemory memory;

    SlotReach(Driver driver) {
        this.driver = driver;
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
        List<DriverDevice> devices = driver.open(environment);
        memory = devices.getFirst().signalMemory();
        return devices;
    }

    void store(long address, long value) {
        SignalBus bus = bus();
        if (bus == null) {
            Words.setLongVolatile(address, value);
        } else {
            bus.write(address, value);
            bus.flush();
        }
    }

    long load(long address) {
        SignalBus bus = bus();
        return bus == null ? Words.getLongVolatile(address) : bus.read(address);
    }

    private @Nullable SignalBus bus() {
        return memory == null ? null : memory.bus();
    }
}
