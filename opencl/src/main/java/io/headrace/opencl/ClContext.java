package io.headrace.opencl;

import io.headrace.error.HeadraceException;
import io.headrace.spi.Chores;
import io.headrace.spi.DeviceLoss;
import io.headrace.spi.NativeBlock;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** A device's OpenCL context: one for each device, from its opening to its close. Safe for use from any thread. */
final class ClContext {

    /** What may block and nobody waits for. */
    static final Chores CHORES = new Chores("opencl");

    static final System.Logger LOG = System.getLogger("io.headrace.opencl");
    private static final long CL_CONTEXT_PLATFORM = 0x1084;
    private static final int CL_DEVICE_EXTENSIONS = 0x1030;

    private final ClApi api;
    private final ClDeviceId device;
    private final long handle;
    private final List<String> extensions;

    private final DeviceLoss loss;

    /**
     * Makes it.
     *
     * @throws HeadraceException if the platform refuses it
     */
    ClContext(ClApi api, ClDeviceId device) {
        this.api = api;
        this.device = device;
        loss = new DeviceLoss(
                LOG, "device=" + device.id() + " is lost until it is opened again; all that was enqueued fails");
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

    /** What a result code stands for. A code that no later call recovers from marks the device as lost. */
    HeadraceException exception(String operation, int code) {
        return loss.failed(ClErrors.exception(operation, device.id(), code));
    }

    /** Whether the device is lost. */
    DeviceLoss loss() {
        return loss;
    }

    /** The device is closed. What was made in the context and is still in use keeps it, by OpenCL's own counts. */
    void close() {
        api.releaseContext(handle);
    }
}
