package io.headrace.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.cuda.standin.StandIn;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** A runtime over the stand-in, which begins and ends calm. */
final class Gpu implements AutoCloseable {

    static final Duration LIMIT = Duration.ofSeconds(20);

    private final StandIn standIn = StandIn.get();
    private final Headrace headrace;

    Gpu() {
        this(options -> options);
    }

    Gpu(UnaryOperator<HeadraceOptions> options) {
        standIn.calm();
        headrace = Headrace.open(
                options.apply(HeadraceOptions.defaults().drivers(driver()).with(Knob.PROGRAM_CACHE, false)));
    }

    static CudaDriver driver() {
        StandIn standIn = StandIn.get();
        return new CudaDriver(standIn.cuda().toString(), standIn.nvrtc().toString());
    }

    StandIn standIn() {
        return standIn;
    }

    Device device() {
        return headrace.device();
    }

    Device device(int index) {
        return headrace.devices().get(index);
    }

    static void finish(Stream stream) throws InterruptedException {
        assertThat(stream.await(LIMIT)).as("stream=" + stream.id() + " done").isTrue();
    }

    static void eventually(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            Thread.sleep(1);
        }
    }

    @Override
    public void close() {
        standIn.release();
        try {
            headrace.close();
        } finally {
            standIn.calm();
        }
    }
}
