package io.headrace.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.cli.CommandFailure;
import io.headrace.kernel.Source;
import io.headrace.spi.DeviceInfo;
import io.headrace.spi.Driver;
import io.headrace.spi.DriverDevice;
import io.headrace.spi.DriverEnvironment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TilePassesTest {

    @Test
    void aDeviceWithJavaKernelsGetsThose() {
        try (Headrace headrace = Headrace.open();
                TilePasses passes = TilePasses.of(headrace.device())) {
            assertThat(passes).isInstanceOf(JavaPasses.class);
        }
    }

    @Test
    void aDeviceThatRunsNeitherFormIsNamed() {
        try (Headrace headrace =
                Headrace.open(HeadraceOptions.defaults().drivers(new Other(Set.of(Source.Kind.SPIR_V))))) {
            assertThatExceptionOfType(CommandFailure.class)
                    .isThrownBy(() -> TilePasses.of(headrace.device()))
                    .withMessageContainingAll("device=other:0", "SPIR_V", "--device");
        }
    }

    /** The host device, as if it ran no Java kernels. */
    private record Other(Set<Source.Kind> kinds) implements Driver {

        @Override
        public String name() {
            return "other";
        }

        @Override
        public Usability usability() {
            return new Usability(true, "for tests");
        }

        @Override
        public List<DriverDevice> open(DriverEnvironment environment) {
            return ServiceLoader.load(Driver.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(driver -> driver.name().equals("host"))
                    .flatMap(driver -> driver.open(environment).stream())
                    .map(this::without)
                    .toList();
        }

        private DriverDevice without(DriverDevice device) {
            DeviceInfo own = device.info();
            DeviceInfo info = new DeviceInfo(
                    own.name(),
                    own.memoryBytes(),
                    own.maxQueues(),
                    own.maxQueueSize(),
                    own.computeUnits(),
                    false,
                    own.engines(),
                    kinds);
            return (DriverDevice) Proxy.newProxyInstance(
                    DriverDevice.class.getClassLoader(),
                    new Class<?>[] {DriverDevice.class},
                    (proxy, method, values) -> {
                        if (method.getName().equals("info")) {
                            return info;
                        }
                        try {
                            return method.invoke(device, values);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }
    }
}
