package io.headrace.hsa;

import io.headrace.spi.DeviceMemory;
import io.headrace.spi.NativeBlock;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Zeroes a device's new memory, in the order of a chain of copies, so that who allocates does not wait: a block of zeros is copied from the
 * host, then what is zero already is copied behind itself. Queues submit nothing while the chain has not ended. Safe for use from any
 * thread.
 */
final class Zeroing {

    private static final long ZERO_BYTES = 64 << 10;
    private static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final HsaContext context;
    private final HsaApi api;
    private final SignalPool signals;
    private final DeviceMemory zeros;
    private final NativeBlock awaited = new NativeBlock(Long.BYTES);
    private final ReentrantLock lock = new ReentrantLock();

    /** Those of copies that may not have ended. Guarded by the lock. */
    private final ArrayDeque<HsaSignal> pending = new ArrayDeque<>();

    /** The end of the chain. */
    private volatile @Nullable HsaSignal last;

    Zeroing(HsaContext context, SignalPool signals, PinnedHeap pinned) {
        this.context = context;
        this.signals = signals;
        api = context.api();
        zeros = pinned.allocate(ZERO_BYTES);
    }

    /** Whether all memory that was given to {@link #zero} is zero. */
    boolean hasEnded() {
        HsaSignal end = last;
        return end == null || end.hasEnded();
    }

    /** Has memory of the device zeroed soon. */
    void zero(long address, long bytes) {
        lock.lock();
        try {
            if (hasEnded()) {
                last = null;
                signals.giveBack(pending);
                pending.clear();
            }
            long done = Math.min(bytes, ZERO_BYTES);
            copy(address, zeros.address(), context.library().host().handle(), done);
            while (done < bytes) {
                long more = Math.min(done, bytes - done);
                copy(address + done, address, context.agent().handle(), more);
                done += more;
            }
        } finally {
            lock.unlock();
        }
    }

    private void copy(long to, long from, long fromAgent, long bytes) {
        HsaSignal before = last;
        HsaSignal signal = signals.take();
        awaited.setLong(0, before == null ? 0 : before.handle());
        int code = api.memoryAsyncCopy(
                to,
                context.agent().handle(),
                from,
                fromAgent,
                bytes,
                before == null ? 0 : 1,
                before == null ? 0 : awaited.address(),
                signal.handle());
        if (code != HsaErrors.SUCCESS) {
            signals.giveBack(signal);
            throw context.exception("zero new memory of bytes=" + bytes, code);
        }
        pending.add(signal);
        last = signal;
    }

    /** The device is closed. Waits for what is on its way, unless the device is lost. */
    void close() {
        while (!hasEnded() && context.loss().cause() == null) {
            LockSupport.parkNanos(NAP_NANOS);
        }
        if (!hasEnded()) {
            return; // what a lost device may still use is kept
        }
        lock.lock();
        try {
            last = null;
            signals.giveBack(pending);
            pending.clear();
            zeros.free();
            awaited.close();
        } finally {
            lock.unlock();
        }
    }
}
