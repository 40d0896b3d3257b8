package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.config.Settings;
import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import io.headrace.tck.fault.Faults;
import io.headrace.tck.fault.FaultyDriver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OneDeviceTest {

    private final Faults faults = new Faults();
    private final DriverEnvironment environment = new DriverEnvironment(Settings.defaults());

    @Test
    void theOtherDevicesAreClosed() {
        List<DriverDevice> opened = new OneDevice(new TwoDevices(), 1).open(environment);

        assertThat(opened).hasSize(1);
        assertThat(faults.openDevices()).isEqualTo(1);
        opened.getFirst().close();
        assertThat(faults.openDevices()).isZero();
    }

    @Test
    void ofADeviceThatDoesNotExistNothingIsLeftOpen() {
        assertThat(new OneDevice(new TwoDevices(), 2).open(environment)).isEmpty();
        assertThat(faults.openDevices()).isZero();
    }

    @Test
    void aNameWithoutAnIndexIsRefused() {
        assertThatThrownBy(() -> NamedDevice.named("plain"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("device=plain");
    }

    /** The plain driver twice. */
    private final class TwoDevices implements Driver {

        private final Driver driver = new FaultyDriver(new PlainDriver(), faults);

        @Override
        public String name() {
            return driver.name();
        }

        @Override
        public Usability usability() {
            return driver.usability();
        }

        @Override
        public List<DriverDevice> open(DriverEnvironment lent) {
            List<DriverDevice> devices = new ArrayList<>(driver.open(lent));
            devices.addAll(driver.open(lent));
            return devices;
        }
    }
}
