package io.headrace.cuda;

import io.headrace.error.DeviceFailureException;
import io.headrace.error.HeadraceException;
import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import io.headrace.spi.Chores;
import io.headrace.spi.DeviceLoss;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongUnaryOperator;

/**
 * A device's primary context, which all users of the device in this process share. It is retained by the first open of the device
 * and kept: to make it takes a few hundred milliseconds, and other libraries in the process use the same. Only one that has
 * failed is given back when its device is closed.
 *
 * <p>Safe for use from any thread.
 */
final class CudaContext {

    /** What may block and nobody waits for. */
    static final Chores CHORES = new Chores("cuda");

    static final System.Logger LOG = System.getLogger("io.headrace.cuda");
    private static final ConcurrentHashMap<Key, CudaContext> RETAINED = new ConcurrentHashMap<>();

    private record Key(CudaApi api, int ordinal) {}

    private final CudaLibrary library;
    private final CudaApi api;
    private final int ordinal;
    private final String id;
    private final int device;
    private final long handle;

    /** Where results of rare calls go. Guarded by the lock. */
    private final NativeMemory out = NativeMemory.allocate(Long.BYTES, Long.BYTES);

    private final ReentrantLock lock = new ReentrantLock();
    private final EventPool events = new EventPool(this, EventPool.CU_EVENT_DISABLE_TIMING);

    private final DeviceLoss loss;

    private CudaContext(CudaLibrary library, int ordinal) {
        this.library = library;
        this.api = library.api();
        this.ordinal = ordinal;
        this.id = "cuda:" + ordinal;
        loss = new DeviceLoss(LOG, "device=" + id + " is lost for this process; all that was enqueued on it fails");
        device = (int) result("cuDeviceGet", at -> api.deviceGet(at, ordinal));
        handle = result("cuDevicePrimaryCtxRetain", at -> api.primaryCtxRetain(at, device));
    }

    /**
     * The context of a device.
     *
     * @throws HeadraceException if the driver refuses it
     */
    static CudaContext of(CudaLibrary library, int ordinal) {
        return RETAINED.computeIfAbsent(new Key(library.api(), ordinal), key -> new CudaContext(library, ordinal));
    }

    /** The device was closed. If the context is lost, the next open gets another one, if the driver can make one. */
    void deviceClosed() {
        if (loss.cause() != null && RETAINED.remove(new Key(api, ordinal), this)) {
            api.primaryCtxRelease(device);
        }
    }

    CudaLibrary library() {
        return library;
    }

    CudaApi api() {
        return api;
    }

    /** The device's name in messages, for instance {@code cuda:0}. */
    String id() {
        return id;
    }

    int ordinal() {
        return ordinal;
    }

    int device() {
        return device;
    }

    long handle() {
        return handle;
    }

    EventPool events() {
        return events;
    }

    /**
     * Makes the context the calling thread's current one. Called before each call from a thread that is not the driver's own: whatever
     * else uses CUDA on that thread may have set another one, and virtual threads move between threads of the system.
     */
    void enter() {
        check("cuCtxSetCurrent", api.ctxSetCurrent(handle));
    }

    /** Whether this device reaches the memory of another one of the same library. */
    boolean reaches(CudaContext other) {
        if (other == this || other.api != api) {
            return false;
        }
        lock.lock();
        try {
            return api.deviceCanAccessPeer(out.address(), device, other.device) == CudaErrors.SUCCESS
                    && Words.getIntPlain(out.address()) != 0;
        } finally {
            lock.unlock();
        }
    }

    /** The value of a device attribute. */
    int attribute(int attribute) {
        return (int) result("cuDeviceGetAttribute", at -> api.deviceGetAttribute(at, attribute, device));
    }

    /** The value of a device attribute; 0 if this driver does not know it. */
    int attributeIfKnown(int attribute) {
        lock.lock();
        try {
            return api.deviceGetAttribute(out.address(), attribute, device) == CudaErrors.SUCCESS
                    ? Words.getIntPlain(out.address())
                    : 0;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Makes a call that gives a result in memory. For rare calls. The context is current for it and afterwards: while it waits for the
     * lock, a virtual thread may come to another thread of the system.
     *
     * @param call gets the address of a word of zeros, and gives CUDA's result code
     */
    long result(String operation, LongUnaryOperator call) {
        lock.lock();
        try {
            Words.setLongPlain(out.address(), 0);
            if (handle != 0) {
                enter();
            }
            check(operation, (int) call.applyAsLong(out.address()));
            return Words.getLongPlain(out.address());
        } finally {
            lock.unlock();
        }
    }

    /** Throws what a result code stands for; nothing if it stands for success. */
    void check(String operation, int code) {
        if (code != CudaErrors.SUCCESS) {
            throw exception(operation, code);
        }
    }

    /** What a result code stands for. A code that no later call recovers from marks the device as lost. */
    HeadraceException exception(String operation, int code) {
        DeviceFailureException known = loss.cause();
        // A context that is lost answers each call so, and to ask for the code's name would be one more.
        return known != null ? known : loss.failed(CudaErrors.exception(api, operation, id, code));
    }

    /** Whether the device is lost. */
    DeviceLoss loss() {
        return loss;
    }
}
