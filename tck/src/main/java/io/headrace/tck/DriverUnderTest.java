package io.headrace.tck;

import io.headrace.spi.Driver;
import java.util.function.Supplier;

/**
 * The driver that a conformance run is about.
 *
 * @param name the name under which {@link PermittedSkips} lists it: the driver's own name
 * @param factory makes a driver as the service loader would; called once for each life of the runtime
 */
public record DriverUnderTest(String name, Supplier<? extends Driver> factory) {}
