package io.headrace.hsa;

import io.headrace.error.DeviceFailureException;
import io.headrace.error.HeadraceException;
import io.headrace.spi.DeviceLoss;
import io.headrace.spi.NativeBlock;
import java.util.function.LongToIntFunction;

/** A GPU from its opening to its close: what it is, and whether it is lost. Safe for use from any thread. */
final class HsaContext {

    static final System.Logger LOG = System.getLogger("io.headrace.hsa");
    private static final int MEMORY_FAULT = 43;

    private final HsaLibrary library;
    private final HsaAgent agent;
    private final int ordinal;
    private final HsaCallbacks.FaultListener faults;
    private final DeviceLoss loss;

    HsaContext(HsaLibrary library, int ordinal) {
        this.library = library;
        this.ordinal = ordinal;
        agent = library.gpus().get(ordinal);
        loss = new DeviceLoss(LOG, "device=" + id() + " is lost until it is opened again; all that was enqueued fails");
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
        DeviceFailureException known = loss.cause();
        return known != null ? known : HsaErrors.exception(api(), operation, id(), code);
    }

    /** Whether the device is lost. */
    DeviceLoss loss() {
        return loss;
    }

    /** What has become of a queue or of memory takes the device away. */
    void fail(String operation, int code) {
        loss.lost(new DeviceFailureException(operation, id(), code, HsaErrors.name(api(), code), true));
    }

    /** The device is closed. */
    void close() {
        HsaCallbacks.removeAgent(agent.handle(), faults);
    }
}
