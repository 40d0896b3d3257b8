package io.headrace.tck;

import io.headrace.Device;
import io.headrace.Program;
import io.headrace.kernel.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The kernels that the suite launches on devices of source kernels; {@code kernels.cu} tells what each does. */
final class SuiteKernels {

    private SuiteKernels() {}

    /** The suite's kernels for a device: in the driver's own form if it has one, else in that of the suite's which the device takes. */
    static Program compile(Device device, DriverUnderTest driver) {
        return device.compile(sources(driver));
    }

    /** The forms of the suite's kernels. */
    static Source[] sources(DriverUnderTest driver) {
        return driver.kernels().map(own -> new Source[] {own}).orElseGet(() -> new Source[] {
            Source.ptx(bytes("kernels.ptx")).withName("kernels.ptx"),
            Source.cudaC(new String(bytes("kernels.cu"), StandardCharsets.UTF_8))
                    .withName("kernels.cu"),
            Source.openclC(new String(bytes("kernels.cl"), StandardCharsets.UTF_8))
                    .withName("kernels.cl")
        });
    }

    private static byte[] bytes(String resource) {
        try (InputStream in = Objects.requireNonNull(SuiteKernels.class.getResourceAsStream(resource), resource)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
