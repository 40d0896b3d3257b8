package io.headrace.hsa;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A runtime with nothing but the pretended GPUs; skips the test that opens it where there is no ROCr. */
final class HsaRuntime implements AutoCloseable {

    /** A bound for waits that are to end. */
    static final Duration LIMIT = Duration.ofSeconds(30);

    private final Headrace headrace;

    HsaRuntime() {
        this(UnaryOperator.identity());
    }

    HsaRuntime(UnaryOperator<HeadraceOptions> options) {
        Hsa.require();
        headrace = Headrace.open(options.apply(HeadraceOptions.defaults().drivers(new HsaDriver())));
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
