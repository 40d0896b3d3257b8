package io.headrace.tck;

import io.headrace.kernel.Source;
import io.headrace.spi.Driver;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The driver that a conformance run is about.
 *
 * @param name the name under which {@link PermittedSkips} lists it: the driver's own name
 * @param factory makes a driver as the service loader would; called once for each life of the runtime
 * @param kernels the suite's kernels ({@code kernels.cu} tells what they do) in a form of the driver's own; empty: the suite's own
 *     forms
 */
public record DriverUnderTest(String name, Supplier<? extends Driver> factory, Optional<Source> kernels) {

    /** A driver that runs one of the forms of the suite's kernels, or no source kernels. */
    public DriverUnderTest(String name, Supplier<? extends Driver> factory) {
        this(name, factory, Optional.empty());
    }
}
