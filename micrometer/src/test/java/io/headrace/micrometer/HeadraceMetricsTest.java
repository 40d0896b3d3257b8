package io.headrace.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.U8;
import io.headrace.config.Knob;
import io.headrace.error.HeadraceException;
import io.headrace.kernel.Range;
import io.headrace.signal.Signal;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HeadraceMetricsTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Range ONE = Range.of(1);

    private final Headrace headrace =
            Headrace.open(HeadraceOptions.defaults().with(Knob.DEVICE, "host:0").with(Knob.QUEUE_SIZE, 4));
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void close() {
        registry.close();
        headrace.close();
    }

    private double operations(String kind, String outcome) {
        return registry.get("headrace.operations")
                .tags("device", "host:0", "kind", kind, "outcome", outcome)
                .functionCounter()
                .count();
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void metersAreWhatTheDeviceCounts() throws InterruptedException {
        new HeadraceMetrics(headrace).bindTo(registry);
        Device device = headrace.device();
        CountDownLatch open = new CountDownLatch(1);
        try (U8 x = device.u8(100);
                Signal signal = headrace.signal(0);
                Stream stream = device.stream()) {
            double signals = gauge("headrace.signals");
            assertThat((long) signals).isEqualTo(device.counters().signals());
            stream.copy(new byte[100], x).launch(ONE, i -> {
                throw new IllegalStateException("thrown on purpose by a test");
            });
            stream.hostCall(() -> {});
            assertThatThrownBy(() -> stream.await(LIMIT)).isInstanceOf(HeadraceException.class);
            assertThat(operations("copy", "done")).isEqualTo(1);
            assertThat(operations("kernel", "failed")).isEqualTo(1);
            assertThat(operations("host_call", "skipped")).isEqualTo(1);
            assertThat(operations("native_call", "done")).isZero();
            assertThat(registry.get("headrace.copy.bytes")
                            .tags("direction", "host_to_device")
                            .functionCounter()
                            .count())
                    .isEqualTo(100);
            stream.launch(ONE, i -> await(open)).launch(ONE, i -> {});
            awaitDepth(2);
            assertThat(gauge("headrace.queue.users")).isEqualTo(1);
            open.countDown();
            assertThat(stream.await(LIMIT)).isTrue();
            assertThat(gauge("headrace.queue.users")).isZero();
            assertThat(operations("kernel", "done")).isEqualTo(2);
            assertThat((long) (waits("spun") + waits("parked")))
                    .isEqualTo(device.counters().waits().spun()
                            + device.counters().waits().parked());
            assertThat((long) registry.get("headrace.backpressure")
                            .functionTimer()
                            .count())
                    .isEqualTo(device.counters().backPressure().waits());
        }
    }

    /** It falls a moment after a wait is over. */
    private void awaitDepth(double depth) {
        long start = System.nanoTime();
        while (gauge("headrace.queue.depth") != depth) {
            assertThat(System.nanoTime() - start).as("within " + LIMIT).isLessThan(LIMIT.toNanos());
            Thread.onSpinWait();
        }
    }

    private double waits(String how) {
        return registry.get("headrace.waits").tag("how", how).functionCounter().count();
    }

    @Test
    void eachMeterHasTheTagsThatWereAskedForAndADescription() {
        new HeadraceMetrics(headrace, Tags.of("service", "edges")).bindTo(registry);
        assertThat(registry.getMeters()).hasSizeGreaterThan(20).allSatisfy(meter -> {
            assertThat(meter.getId().getTag("service")).isEqualTo("edges");
            assertThat(meter.getId().getDescription()).isNotBlank();
            assertThat(meter.getId().getName()).startsWith("headrace.");
        });
        assertThat(registry.getMeters().stream().map(Meter::getId)).doesNotHaveDuplicates();
    }

    @Test
    void metersStayWhatTheyWereOnceTheRuntimeIsClosed() throws InterruptedException {
        new HeadraceMetrics(headrace).bindTo(registry);
        try (Stream stream = headrace.device().stream()) {
            assertThat(stream.launch(ONE, i -> {}).await(LIMIT)).isTrue();
        }
        headrace.close();
        assertThat(operations("kernel", "done")).isEqualTo(1);
        assertThat(gauge("headrace.queue.users")).isZero();
    }
}
