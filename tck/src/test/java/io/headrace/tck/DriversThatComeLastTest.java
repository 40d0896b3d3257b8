package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.config.Knob;
import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import java.util.List;
import org.junit.jupiter.api.Test;

class DriversThatComeLastTest {

    private record Named(String name, boolean comesLast) implements Driver {

        @Override
        public Usability usability() {
            return new Usability(true, "for tests");
        }

        @Override
        public List<DriverDevice> open(DriverEnvironment environment) {
            return new PlainDriver().open(environment);
        }
    }

    private static List<String> devices(Driver... drivers) {
        try (Headrace headrace = Headrace.open(HeadraceOptions.defaults().drivers(drivers))) {
            assertThat(headrace.device().id())
                    .isEqualTo(headrace.devices().getFirst().id());
            return headrace.devices().stream().map(Device::id).toList();
        }
    }

    @Test
    void theirDevicesAreBehindTheEmbeddedOneAndThatBehindAllOthers() {
        assertThat(devices(new Named("last", true), new Named("host", false), new Named("own", false)))
                .containsExactly("own:0", "host:0", "last:0");
        assertThat(devices(new Named("last", true), new Named("host", false))).containsExactly("host:0", "last:0");
    }

    @Test
    void theirDevicesAreUsedIfThereIsNoOtherOrOneIsNamed() {
        assertThat(devices(new Named("last", true))).containsExactly("last:0");
        HeadraceOptions options = HeadraceOptions.defaults()
                .drivers(new Named("last", true), new Named("host", false))
                .with(Knob.DEVICE, "last:0");
        try (Headrace headrace = Headrace.open(options)) {
            assertThat(headrace.device().id()).isEqualTo("last:0");
        }
    }
}
