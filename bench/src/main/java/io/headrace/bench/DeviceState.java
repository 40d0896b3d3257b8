package io.headrace.bench;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.Stream;
import io.headrace.config.Knob;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** An open runtime with one stream and four queues at most, and a kernel that only counts that it ran. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
public class DeviceState {

    private static final Range ONE_ITEM = Range.of(1);

    private final HeadraceOptions options;
    private final Kernel1D count = counting(new long[32]);
    private Headrace headrace;
    private Device device;
    private Stream stream;

    /** With the knobs of the environment. */
    public DeviceState() {
        this(UnaryOperator.identity());
    }

    DeviceState(UnaryOperator<HeadraceOptions> change) {
        options = change.apply(HeadraceOptions.defaults().with(Knob.NUM_QUEUES, 4));
    }

    /** Counts on a line of its own. */
    private static Kernel1D counting(long[] ran) {
        return item -> ran[16]++;
    }

    /** Opens the runtime. */
    @Setup(Level.Trial)
    public void open() {
        headrace = Headrace.open(options);
        device = headrace.device();
        stream = device.stream();
    }

    /** Closes the runtime, which waits for what was launched. */
    @TearDown(Level.Trial)
    public void close() {
        stream.close();
        headrace.close();
    }

    Device device() {
        return device;
    }

    Stream stream() {
        return stream;
    }

    void launch() {
        stream.launch(ONE_ITEM, count);
    }

    void launchAndAwait() throws InterruptedException {
        launch();
        stream.await();
    }
}
