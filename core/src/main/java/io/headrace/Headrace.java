package io.headrace;

import io.headrace.config.Settings;
import io.headrace.error.ClosedException;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalBatch;
import io.headrace.trace.TraceSink;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A handle on the process's one runtime: its drivers, devices and hardware queues. All handles share them; the last one's
 * close ends the runtime. A process may also end without a close: nothing of the library holds it up, and what is in flight
 * is lost. Safe for use from any thread.
 *
 * <pre>{@code
 * try (Headrace headrace = Headrace.open()) {
 *     Device device = headrace.device();
 *     try (F32 x = device.f32(n); F32 y = device.f32(n); Stream stream = device.stream()) {
 *         stream.copy(hostX, x).copy(hostY, y)
 *               .launch(Range.of(n), i -> y.set(i, a * x.get(i) + y.get(i)))
 *               .copy(y, hostY)
 *               .await();
 *     }
 * }
 * }</pre>
 */
public final class Headrace implements AutoCloseable {

    private final HeadraceRuntime runtime;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Headrace(HeadraceRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * Opens the runtime, or joins it as it is if it is open. Knobs are read and drivers found by the first open.
     *
     * @throws io.headrace.error.ConfigurationException if a knob's value cannot be used
     */
    public static Headrace open() {
        return new Headrace(HeadraceRuntime.join());
    }

    /**
     * Opens the runtime with options, or joins it if it was opened with the same.
     *
     * @throws IllegalStateException if it is open with other options
     * @throws io.headrace.error.ConfigurationException if a knob's value cannot be used
     */
    public static Headrace open(HeadraceOptions options) {
        return new Headrace(HeadraceRuntime.join(options));
    }

    /**
     * The device to use: the one that {@code HEADRACE_DEVICE} names, else the best usable one, which is logged.
     *
     * @throws io.headrace.error.HeadraceException if there is no such device; names those there are
     */
    public Device device() {
        checkOpen();
        return runtime.defaultDevice();
    }

    /** All usable devices, in a stable order. */
    public List<Device> devices() {
        checkOpen();
        return runtime.devices();
    }

    /** Each driver found, and whether it can be used here or why not. */
    public List<DriverReport> drivers() {
        checkOpen();
        return runtime.drivers();
    }

    /** The knobs as they are in force. */
    public Settings settings() {
        checkOpen();
        return runtime.settings();
    }

    /**
     * A new signal.
     *
     * @param initial its value
     * @throws io.headrace.error.ResourcesExhaustedException if there are too many
     */
    public Signal signal(long initial) {
        checkOpen();
        return runtime.signal(initial);
    }

    /**
     * New signals in host memory, in slots next to each other: in whole pages that hold no others.
     *
     * @param count how many, at least 1
     * @param initial the value of each
     * @throws IllegalArgumentException if there would be none
     * @throws io.headrace.error.ResourcesExhaustedException if there are too many, or no memory for them; nothing is left behind
     */
    public SignalBatch signals(int count, long initial) {
        checkOpen();
        return runtime.signals(count, initial, null);
    }

    /**
     * New signals that other processes can attach under a file's name, by {@link #attachSignals}. They are ordinary signals in
     * each process: loads, stores, atomic changes, waits, handlers and handles work, and a store in one process ends waits in all.
     *
     * <p>The file is made, with access for this user only; whatever is there already is left alone. It lives as long as the
     * signals: it is deleted when the last of them is closed, at the latest with the runtime. If the process ends without that,
     * the file stays and cannot be attached any more, and must be deleted by hand. Processes that have attached it go on in
     * either case, and see it by {@link SignalBatch#isOwnerGone}. Nobody may cut the file meanwhile: a use of a
     * signal then fails as best the virtual machine can, or ends the process.
     *
     * @param file its name, on a local file system with hard links; one in memory, as {@code /dev/shm}, writes nothing to a disk
     * @param count how many, at least 1
     * @param initial the value of each
     * @throws IllegalArgumentException if there would be none, or the path names no file
     * @throws io.headrace.error.SharingException if there is such a file already, or it cannot be made; nothing is left behind
     * @throws io.headrace.error.ResourcesExhaustedException if there are too many, or no memory for them; nothing is left behind
     */
    public SignalBatch shareSignals(Path file, int count, long initial) {
        checkOpen();
        return runtime.shareSignals(file, count, initial);
    }

    /**
     * The signals that another process of this user has made under a file's name, by {@link #shareSignals}. Each call gives
     * members of its own, which are to be closed: that changes nothing in other processes, nor for who attached the file a
     * second time. What the other process has closed already is closed here from the start; what it closes later can be used
     * here until it is closed here. The processes must see each other's numbers: those of containers often do not. The file must
     * be of the user of this process, also if that is an administrator, and the very one that was made: a copy of it is refused,
     * since a store to a copy would reach nobody.
     *
     * @throws io.headrace.error.SharingException if there are none to be had: there is no such file, it is no file of shared
     *     signals, a copy or damaged, of another user or version, its process has ended, or is this one; nothing is left behind
     * @throws io.headrace.error.ResourcesExhaustedException if there is no memory for them; nothing is left behind
     */
    public SignalBatch attachSignals(Path file) {
        checkOpen();
        return runtime.attachSignals(file);
    }

    /**
     * Records from now on what runs on all devices of the runtime, and writes it to a file that Perfetto and {@code headrace timeline} show:
     *
     * <pre>{@code
     * try (Trace trace = headrace.trace(Path.of("trace.json"))) {
     *     work(stream);
     *     stream.await();
     * }
     * }</pre>
     *
     * <p>Whatever handle it was begun by, there is one trace at a time. It ends with its close, at the latest with the runtime.
     *
     * @param file is overwritten if it is there
     * @throws IllegalStateException if there is a trace already; the file is left alone then
     * @throws io.headrace.error.HeadraceException if the file cannot be made
     */
    public Trace trace(Path file) {
        checkOpen();
        return runtime.tracer().begin(file);
    }

    /**
     * Records from now on what runs on all devices of the runtime, for a sink of the program's. Else like {@link #trace(Path)}; what is to
     * be closed of the sink is the program's matter.
     *
     * @throws IllegalStateException if there is a trace already
     */
    public Trace trace(TraceSink sink) {
        checkOpen();
        return runtime.tracer().begin(Objects.requireNonNull(sink, "sink"));
    }

    /** Whether operations that are enqueued now are recorded. One read, the same that each operation does. */
    public boolean isTracing() {
        return runtime.tracer().tape() != null;
    }

    /** Whether this handle was closed. */
    public boolean isClosed() {
        return closed.get();
    }

    /**
     * Closes this handle; closing it again has no effect. The last handle's close ends the runtime: it waits up to
     * {@code HEADRACE_CLOSE_TIMEOUT} seconds for what was enqueued, gives up what has not ended by then, and frees everything.
     * If the thread is interrupted it gives up at once, and stays interrupted.
     *
     * @throws io.headrace.error.HeadraceException once, with all that failed or did not end
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            runtime.leave();
        }
    }

    private void checkOpen() {
        if (closed.get()) {
            throw new ClosedException("this handle on the runtime was closed; open another with Headrace.open()");
        }
    }
}
