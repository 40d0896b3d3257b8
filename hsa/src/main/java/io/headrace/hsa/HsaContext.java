package io.headrace.hsa;

import io.headrace.error.DeviceFailureException;
import io.headrace.error.HeadraceException;
import io.headrace.spi.NativeBlock;
import java.lang.System.Logger.Level;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;

/** A GPU from its opening to its close: what it is, and whether it has failed. Safe for use from any thread. */
final class HsaContext {

    private static final System.Logger LOG = System.getLogger("io.headrace.hsa");
    private static final int MEMORY_FAULT = 43;

    private final HsaLibrary library;
    private final HsaAgent agent;
    private final int ordinal;
    private final HsaCallbacks.FaultListener faults;

    /** Told when the device has failed. */
    private final CopyOnWriteArrayList<Runnable> listeners = new CopyOnWriteArrayList<>();

    private volatile @Nullable DeviceFailureException failure;

    HsaContext(HsaLibrary library, int ordinal) {
        this.library = library;
        this.ordinal = ordinal;
        agent = library.gpus().get(ordinal);
        faults = address -> fail("reach memory at address=0x" + Long.toHexString(address), MEMORY_FAULT);
        HsaCallbacks.addAgent(agent.handle(), faults);
    }

    HsaLibrary library() {
        return library;
    }

    HsaApi api() {
        return library.api();
    }

    HsaAgent agent() {
        return agent;
    }

    int ordinal() {
        return ordinal;
    }

    /** The device's name in messages, for instance {@code hsa:0}. */
    String id() {
        return "hsa:" + ordinal;
    }

    /**
     * A word that a rare call gives.
     *
     * @param call gets the address where the word goes, and gives ROCr's status
     */
    long result(String operation, LongToIntFunction call) {
        try (NativeBlock out = new NativeBlock(Long.BYTES)) {
            check(operation, call.applyAsInt(out.address()));
            return out.getLong(0);
        }
    }

    /** Throws what a status stands for; nothing if it stands for success. */
    void check(String operation, int code) {
        if (code != HsaErrors.SUCCESS) {
            throw exception(operation, code);
        }
    }

    /** What a status of a call stands for. */
    HeadraceException exception(String operation, int code) {
        DeviceFailureException known = failure;
        return known != null ? known : HsaErrors.exception(api(), operation, id(), code);
    }

    /** Marks the device as failed, until it is opened again. */
    void fail(String operation, int code) {
        fail(new DeviceFailureException(operation, id(), code, HsaErrors.name(api(), code), true));
    }

    /** Marks the device as failed, until it is opened again. */
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

    /** The device is closed. */
    void close() {
        HsaCallbacks.removeAgent(agent.handle(), faults);
    }
}
