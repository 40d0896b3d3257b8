package io.headrace.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A runtime with nothing but this machine's OpenCL; skips the test that opens it where there is none. */
final class OpenClRuntime implements AutoCloseable {

    /** A bound for waits that are to end. */
    static final Duration LIMIT = Duration.ofSeconds(30);

    private final Headrace headrace;

    OpenClRuntime() {
        this(UnaryOperator.identity());
    }

    OpenClRuntime(UnaryOperator<HeadraceOptions> options) {
        OpenCl.require();
        headrace = Headrace.open(options.apply(HeadraceOptions.defaults().drivers(new OpenClDriver())));
    }

    Device device() {
        return headrace.device();
    }

    static void finish(Stream stream) throws InterruptedException {
        assertThat(stream.await(LIMIT)).as("done within " + LIMIT).isTrue();
    }

    @Override
    public void close() {
        headrace.close();
    }
}
