package io.headrace.tck;

import io.headrace.spi.Driver;
import java.util.NoSuchElementException;
import java.util.ServiceLoader;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Finds the installed driver of the device that {@link DeviceConformance#DEVICE} names. */
final class NamedDevice implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == DriverUnderTest.class;
    }

    @Override
    public DriverUnderTest resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return named(context.getConfigurationParameter(DeviceConformance.DEVICE)
                .orElseThrow(() -> new IllegalArgumentException(
                        "configuration parameter " + DeviceConformance.DEVICE + " is missing; example: host:0")));
    }

    /** The driver of a device, cut down to that device. */
    static DriverUnderTest named(String device) {
        int colon = device.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("device=" + device + " has not the form driver:index");
        }
        String driver = device.substring(0, colon);
        int index = Integer.parseInt(device.substring(colon + 1));
        return new DriverUnderTest(driver, () -> new OneDevice(installed(driver), index));
    }

    private static Driver installed(String name) {
        return ServiceLoader.load(Driver.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(driver -> driver.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("no installed driver has the name " + name));
    }
}
