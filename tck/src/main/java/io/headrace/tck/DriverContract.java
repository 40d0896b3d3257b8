package io.headrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.queue.QueuePolicy;
import io.headrace.spi.Driver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/**
 * What all contracts need: a runtime with nothing but the driver under test, opened as the test asks and closed after it.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class DriverContract {

    /** A bound for waits that are to end. */
    static final Duration LIMIT = Duration.ofSeconds(30);

    private final ConcurrentLinkedQueue<Headrace> opened = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Gate> gates = new ConcurrentLinkedQueue<>();

    abstract DriverUnderTest driverUnderTest();

    @BeforeEach
    void skipWhatTheSuitePermits(TestInfo test) {
        String contract = getClass().getSuperclass().getSimpleName();
        String method = test.getTestMethod().orElseThrow().getName();
        PermittedSkips.reason(driverUnderTest(), contract, method).ifPresent(reason -> abort(reason));
    }

    @AfterEach
    void openAllGatesAndCloseAllHandles() {
        gates.forEach(Gate::open);
        closeAllHandles();
    }

    final void closeAllHandles() {
        List<Throwable> failures = new ArrayList<>();
        for (Headrace headrace = opened.poll(); headrace != null; headrace = opened.poll()) {
            try {
                headrace.close();
            } catch (RuntimeException e) {
                failures.add(e);
            }
        }
        assertThat(failures).as("what the close of the runtime threw").isEmpty();
    }

    /** A gate that is opened at the test's end in any case. */
    final Gate gate() {
        Gate gate = new Gate();
        gates.add(gate);
        return gate;
    }

    /** Whether Java kernels of this contract read and write buffers; if not, these are the device's own memory on each device. */
    boolean kernelsReachMemory() {
        return true;
    }

    final Driver driver() {
        return new HostKernels(driverUnderTest().factory().get(), kernelsReachMemory());
    }

    final SpiDevice spiDevice() {
        return new SpiDevice(driver());
    }

    /** Options with the driver under test and nothing else; every knob is stated, so that the environment's do not count. */
    final HeadraceOptions options() {
        return options(driver());
    }

    final HeadraceOptions options(Driver driver) {
        HeadraceOptions options = HeadraceOptions.defaults().drivers(driver);
        for (Knob knob : Knob.values()) {
            options = options.with(knob, knob.defaultValue());
        }
        return options.with(Knob.NUM_QUEUES, 4)
                .with(Knob.QUEUE_BUSY_TRACKING, true)
                .with(Knob.CLOSE_TIMEOUT, 30);
    }

    final HeadraceOptions options(QueuePolicy policy) {
        return options().with(Knob.QUEUE_BUSY_TRACKING, policy == QueuePolicy.BUSY_TRACKING);
    }

    /** Opens the runtime; the test's end closes the handle. */
    final Headrace open(HeadraceOptions options) {
        Headrace headrace = Headrace.open(options);
        opened.add(headrace);
        return headrace;
    }

    final Device device() {
        return device(options());
    }

    final Device device(HeadraceOptions options) {
        return open(options).device();
    }

    /** Waits for a stream, within a bound. */
    static void finish(Stream stream) throws InterruptedException {
        assertThat(stream.await(LIMIT))
                .as("stream=" + stream.id() + " done within " + LIMIT)
                .isTrue();
    }
}
