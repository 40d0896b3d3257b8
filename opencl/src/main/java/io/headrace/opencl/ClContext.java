package io.headrace.opencl;

import io.headrace.error.DeviceFailureException;
import io.headrace.error.HeadraceException;
import io.headrace.spi.NativeBlock;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A device's OpenCL context: one for each device, from its opening to its close. Safe for use from any thread. */
final class ClContext {

    private static final System.Logger LOG = System.getLogger("io.headrace.opencl");
    private static final long CL_CONTEXT_PLATFORM = 0x1084;
    private static final int CL_DEVICE_EXTENSIONS = 0x1030;

    private final ClApi api;
    private final ClDeviceId device;
    private final long handle;
    private final List<String> extensions;

    /** Told when the device has failed. */
    private final CopyOnWriteArrayList<Runnable> listeners = new CopyOnWriteArrayList<>();

    private volatile @Nullable DeviceFailureException failure;

    /**
     * Makes it.
     *
     * @throws HeadraceException if the platform refuses it
     */
    ClContext(ClApi api, ClDeviceId device) {
        this.api = api;
        this.device = device;
        try (NativeBlock words = new NativeBlock(4 * Long.BYTES)) {
            words.setLong(0, CL_CONTEXT_PLATFORM);
            words.setLong(Long.BYTES, device.platform());
            words.setLong(3 * Long.BYTES, device.handle());
            handle = make(
                    "clCreateContext",
                    code -> api.createContext(words.address(), 1, words.address() + 3 * Long.BYTES, 0, 0, code));
        }
        extensions = List.of(info(CL_DEVICE_EXTENSIONS).split("\\s+"));
    }

    ClApi api() {
        return api;
    }

    ClDeviceId device() {
        return device;
    }

    /** The device's name in messages, for instance {@code opencl:0}. */
    String id() {
        return device.id();
    }

    long handle() {
        return handle;
    }

    boolean hasExtension(String name) {
        return extensions.contains(name);
    }

    /** A text about the device; empty if it does not know the question. */
    String info(int what) {
        return ClInfo.text((bytes, out, size) -> api.getDeviceInfo(device.handle(), what, bytes, out, size));
    }

    /** A number about the device; 0 if it does not know the question. */
    long number(int what) {
        return ClInfo.number((bytes, out, size) -> api.getDeviceInfo(device.handle(), what, bytes, out, size));
    }

    /**
     * Makes an OpenCL object. For rare calls.
     *
     * @param call gets the address where its result code goes, and gives the object
     */
    long make(String operation, LongUnaryOperator call) {
        try (NativeBlock code = new NativeBlock(Long.BYTES)) {
            long made = call.applyAsLong(code.address());
            check(operation, code.getInt(0));
            return made;
        }
    }

    /** Throws what a result code stands for; nothing if it stands for success. */
    void check(String operation, int code) {
        if (code != ClErrors.SUCCESS) {
            throw exception(operation, code);
        }
    }

    /** What a result code stands for. A code that no later call recovers from marks the device as failed. */
    HeadraceException exception(String operation, int code) {
        DeviceFailureException known = failure;
        if (known != null) {
            return known;
        }
        HeadraceException exception = ClErrors.exception(operation, device.id(), code);
        if (exception instanceof DeviceFailureException lost && lost.sticky()) {
            fail(lost);
        }
        return exception;
    }

    /** Marks the device as failed, for good. */
    void fail(DeviceFailureException cause) {
        synchronized (listeners) {
            if (failure != null) {
                return;
            }
            failure = cause;
        }
        LOG.log(
                Level.ERROR,
                "device=" + id() + " is lost until it is opened again; all that was enqueued fails",
                cause);
        listeners.forEach(Runnable::run);
    }

    /** Why the device failed; {@code null} if it did not. */
    @Nullable
    DeviceFailureException failure() {
        return failure;
    }

    /** Throws why the device failed, if it did. */
    void throwIfFailed() {
        DeviceFailureException cause = failure;
        if (cause != null) {
            throw cause;
        }
    }

    /** Has something run when the device fails, on whichever thread that is seen. It must look at {@link #failure} itself afterwards. */
    void addListener(Runnable listener) {
        listeners.add(listener);
    }

    void removeListener(Runnable listener) {
        listeners.remove(listener);
    }

    /** The device is closed. What was made in the context and is still in use keeps it, by OpenCL's own counts. */
    void close() {
        api.releaseContext(handle);
    }
}
