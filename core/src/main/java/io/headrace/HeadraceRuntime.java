package io.headrace;

import io.headrace.config.Knob;
import io.headrace.config.Settings;
import io.headrace.config.TimeSource;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.signal.Signal;
import io.headrace.signal.SignalBatch;
import io.headrace.signal.SignalMemory;
import io.headrace.signal.SignalPool;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What all handles share: the settings, the drivers' devices, the library's thread, and the streams that hold steps. */
final class HeadraceRuntime {

    private static final System.Logger LOG = System.getLogger("io.headrace");
    private static final Object LOCK = new Object();

    private static @Nullable HeadraceRuntime current;

    private final HeadraceOptions options;
    private final Settings settings;
    private final Drivers drivers;
    private final Peers peers;
    private final SignalPool signals;
    private final Dispatcher dispatcher = new Dispatcher();
    private final HostCalls hostCalls = new HostCalls();
    private final Holders holders = new Holders();
    private int handles;
    private volatile boolean closed;

    private HeadraceRuntime(HeadraceOptions options) {
        this.options = options;
        this.settings = options.applyTo(Settings.read());
        this.signals = new SignalPool(
                (int) settings.number(Knob.NUM_INITIAL_SIGNALS),
                Limits.of(settings).busyNanos());
        dispatcher.start();
        try {
            this.drivers = Drivers.open(this, options.drivers());
            this.peers = new Peers(drivers.devices(), Routes.policy(settings));
        } catch (RuntimeException | Error e) {
            dispatcher.close();
            signals.close();
            throw e;
        }
    }

    /** One more handle on the runtime as it is; opened if it is not. */
    static HeadraceRuntime join() {
        synchronized (LOCK) {
            HeadraceRuntime open = awaitEndOfClosing();
            return join(open == null ? HeadraceOptions.defaults() : open.options);
        }
    }

    /** One more handle on the runtime with these options. */
    static HeadraceRuntime join(HeadraceOptions options) {
        synchronized (LOCK) {
            HeadraceRuntime runtime = awaitEndOfClosing();
            if (runtime == null) {
                runtime = new HeadraceRuntime(options);
                current = runtime;
            } else if (!runtime.options.equals(options)) {
                throw new IllegalStateException("the runtime is open with other options: open=" + runtime.options
                        + " asked=" + options + "; close all handles first, or join it with Headrace.open()");
            }
            runtime.handles++;
            return runtime;
        }
    }

    /** One handle less; the last one ends the runtime. */
    void leave() {
        synchronized (LOCK) {
            if (--handles > 0) {
                return;
            }
            closed = true;
        }
        try {
            new Shutdown(this).run();
        } finally {
            synchronized (LOCK) {
                current = null;
                LOCK.notifyAll();
            }
        }
    }

    /** The open runtime, if there is one. One that is being closed keeps its devices until it has ended. */
    private static @Nullable HeadraceRuntime awaitEndOfClosing() {
        while (current != null && current.closed) {
            try {
                LOCK.wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new HeadraceException("the thread was interrupted while it waited for the runtime to close", e);
            }
        }
        return current;
    }

    /** Checks that the runtime was not closed. */
    void checkOpen() {
        if (closed) {
            throw new ClosedException(
                    "the runtime was closed with its last handle; open it again with Headrace.open()");
        }
    }

    Settings settings() {
        return settings;
    }

    TimeSource time() {
        return TimeSource.SYSTEM;
    }

    HostCalls hostCalls() {
        return hostCalls;
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    Peers peers() {
        return peers;
    }

    SignalPool signals() {
        return signals;
    }

    List<Device> devices() {
        return drivers.devices();
    }

    List<DriverReport> drivers() {
        return drivers.reports();
    }

    Signal signal(long initial) {
        checkOpen();
        return signals.create(initial);
    }

    SignalBatch signals(int count, long initial, @Nullable SignalMemory memory) {
        checkOpen();
        return memory == null ? signals.createBatch(count, initial) : signals.createBatch(count, initial, memory);
    }

    SignalBatch shareSignals(Path file, int count, long initial) {
        checkOpen();
        return signals.shareBatch(file, count, initial);
    }

    SignalBatch attachSignals(Path file) {
        checkOpen();
        return signals.attachBatch(file);
    }

    Device defaultDevice() {
        String wanted = settings.text(Knob.DEVICE);
        if (!wanted.isEmpty()) {
            return devices().stream()
                    .filter(device -> device.id().equals(wanted))
                    .findFirst()
                    .orElseThrow(() -> new HeadraceException("there is no such device: device=" + wanted + " (set by "
                            + Knob.DEVICE.variable() + " or in code); " + offer()));
        }
        Device best = devices().stream()
                .findFirst()
                .orElseThrow(() -> new HeadraceException("there is no usable device; " + offer()));
        LOG.log(
                drivers.contenders() > 1 ? Level.INFO : Level.DEBUG,
                "device={0} is used, the best usable one",
                best.id());
        return best;
    }

    private String offer() {
        return "usable devices: " + devices().stream().map(Device::id).toList() + ", drivers: "
                + drivers.reports().stream()
                        .map(report -> report.name() + " (" + report.reason() + ")")
                        .collect(Collectors.joining(", "));
    }

    /** The streams that hold steps. */
    Holders holders() {
        return holders;
    }
}
