package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.headrace.Device;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.StreamOptions;
import io.headrace.U8;
import io.headrace.config.Knob;
import io.headrace.kernel.Range;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Ways of copies on a device whose queues report late: what the runtime forgets to ask for never ends. */
class LateCopyRoutesTest extends CopyRouteContract {

    private static final int BYTES = 300_000;

    private static PlainDriver late() {
        return new PlainDriver(PlainDriver.Kernels.JAVA, true);
    }

    @Override
    DriverUnderTest driverUnderTest() {
        return new DriverUnderTest("plain-late", LateCopyRoutesTest::late);
    }

    @Test
    void aStagedCopyAsksForItsPieces() throws InterruptedException {
        HeadraceOptions options = options()
                .drivers(late(), new InlineDriver(new AtomicInteger()))
                .with(Knob.COPY_THRESHOLD, 0)
                .with(Knob.MAX_ASYNC_COPY_BYTES, 65_536);
        List<Device> devices = open(options).devices();
        byte[] bytes = new byte[BYTES];
        Seed.random("aStagedCopyAsksForItsPieces").nextBytes(bytes);
        byte[] back = new byte[BYTES];
        try (U8 x = devices.getFirst().u8(BYTES);
                U8 y = devices.getLast().u8(BYTES);
                Stream there = devices.getFirst().stream();
                Stream here = devices.getLast().stream()) {
            there.copy(bytes, x).copy(x, y);
            here.waitFor(there).copy(y, x);
            there.waitFor(here).copy(x, back);
            finish(there);
        }
        assertThat(back).isEqualTo(bytes);
    }

    @Test
    void theRecordOfACopyHasTheTimesThatTheDeviceTold() throws InterruptedException {
        Device device = device(options().with(Knob.NUM_QUEUES, 1));
        AtomicLong after = new AtomicLong();
        try (U8 x = device.u8(BYTES);
                Stream profiled = device.stream(StreamOptions.defaults().withProfiling());
                Stream behind = device.stream()) {
            profiled.fillBytes(x, (byte) 1);
            behind.launch(Range.of(1), i -> after.set(System.nanoTime()));
            Eventually.isTrue("the kernel behind it ran", () -> after.get() != 0);
            finish(profiled);
            assertThat(profiled.lastCopy().orElseThrow().endNanos()).isLessThanOrEqualTo(after.get());
            finish(behind);
        }
    }
}
