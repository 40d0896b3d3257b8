package io.headrace.bench;

import io.headrace.Device;
import io.headrace.Headrace;
import io.headrace.Stream;
import io.headrace.kernel.Kernel1D;
import io.headrace.kernel.Range;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** An open runtime with one stream, and a kernel that only counts that it ran. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init")
public class DeviceState {

    private static final Range ONE_ITEM = Range.of(1);

    private final long[] ran = new long[16];
    private final Kernel1D count = item -> ran[8]++;
    private Headrace headrace;
    private Device device;
    private Stream stream;

    /** Opens the runtime. */
    @Setup(Level.Trial)
    public void open() {
        headrace = Headrace.open();
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
}
