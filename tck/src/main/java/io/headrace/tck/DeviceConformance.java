package io.headrace.tck;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The suite on one device of an installed driver, for programs that run it by the JUnit platform. The configuration
 * parameter {@value #DEVICE} names the device, for example {@code host:0}.
 */
@ExtendWith(NamedDevice.class)
public final class DeviceConformance extends DriverConformance {

    /** The configuration parameter with the device's name. */
    public static final String DEVICE = "headrace.tck.device";

    private final DriverUnderTest driver;

    DeviceConformance(DriverUnderTest driver) {
        this.driver = driver;
    }

    /** The parts of the suite, by name. Each is a nested test class of this one. */
    public static List<Class<?>> contracts() {
        return Arrays.stream(DriverConformance.class.getDeclaredClasses())
                .filter(nested -> nested.isAnnotationPresent(Nested.class))
                .sorted(Comparator.comparing(Class::getSimpleName))
                .<Class<?>>map(nested -> nested)
                .toList();
    }

    @Override
    public DriverUnderTest driverUnderTest() {
        return driver;
    }
}
