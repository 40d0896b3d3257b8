package io.headrace.hsa;

import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedDeque;

/** Signals of a device for use by one operation each, one after the other. Safe for use from any thread. */
final class SignalPool {

    /** Only GPUs consume it, in ROCr's words: so it has no event. */
    private static final long GPU_ONLY = 1;

    private final HsaContext context;
    private final HsaApi api;
    private final ConcurrentLinkedDeque<HsaSignal> free = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    SignalPool(HsaContext context) {
        this.context = context;
        api = context.api();
    }

    /** Takes one for an operation: its value is 1. */
    HsaSignal take() {
        HsaSignal signal = free.poll();
        if (signal == null) {
            signal = make();
        }
        signal.set(1);
        return signal;
    }

    private HsaSignal make() {
        long handle = context.result("hsa_amd_signal_create", out -> api.signalCreate(1, 0, 0, GPU_ONLY, out));
        return new HsaSignal(
                handle, context.result("hsa_amd_signal_value_pointer", out -> api.signalValuePointer(handle, out)));
    }

    /** Takes one back that no operation, nor any that waits for it, uses any more. */
    void giveBack(HsaSignal signal) {
        free.push(signal);
        if (closed) {
            destroyAll();
        }
    }

    void giveBack(Collection<HsaSignal> signals) {
        signals.forEach(this::giveBack);
    }

    /** The device is closed: what is out is destroyed when it comes back. */
    void close() {
        closed = true;
        destroyAll();
    }

    private void destroyAll() {
        for (HsaSignal signal = free.poll(); signal != null; signal = free.poll()) {
            api.signalDestroy(signal.handle());
        }
    }
}
