package io.headrace.hsa;

import io.headrace.signal.DeviceClock;
import io.headrace.spi.NativeBlock;
import io.headrace.spi.Packet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * When operations ran, as ROCr's profiling calls tell it: in ticks of the system's counter, onto which ROCr turns those of each GPU. The
 * counter is compared with the host's clock every second while anybody wants times. Safe for use from any thread.
 */
final class DeviceTimes {

    private static final int TIMESTAMP = 2;
    private static final int TIMESTAMP_FREQUENCY = 3;
    private static final long LIFE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int READINGS = 5;

    /**
     * The operations that a packet is timed by.
     *
     * @param first the signal of the one that begins first
     * @param firstIsCopy whether that is a copy
     * @param last the signal of the one that ends last
     * @param lastIsCopy whether that is a copy
     */
    record Span(HsaSignal first, boolean firstIsCopy, HsaSignal last, boolean lastIsCopy) {}

    private final HsaContext context;
    private final HsaApi api;
    private final DeviceClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile long comparedAt;
    private volatile boolean timesCopies;

    DeviceTimes(HsaContext context) {
        this.context = context;
        api = context.api();
        long frequency = info(TIMESTAMP_FREQUENCY);
        Reading now = read();
        clock = new DeviceClock(frequency, now.ticks, now.nanos);
        comparedAt = now.nanos;
    }

    /** Both clocks at one time. */
    private record Reading(long ticks, long nanos, long width) {}

    private long info(int what) {
        return context.result("hsa_system_get_info", out -> api.systemGetInfo(what, out));
    }

    /** The closest of several readings, for a thread may lose its processor in the middle of one. */
    private Reading read() {
        Reading best = readOnce();
        for (int i = 1; i < READINGS; i++) {
            Reading next = readOnce();
            if (next.width < best.width) {
                best = next;
            }
        }
        return best;
    }

    private Reading readOnce() {
        long before = System.nanoTime();
        long ticks = info(TIMESTAMP);
        long after = System.nanoTime();
        return new Reading(ticks, before + (after - before) / 2, after - before);
    }

    DeviceClock clock() {
        return clock;
    }

    /** Copies that begin from now on are timed. That costs each one two packets more in its engine, so it is not so from the start. */
    void timeCopies() {
        if (!timesCopies) {
            api.asyncCopyProfiling(true);
            timesCopies = true;
        }
    }

    /**
     * Tells a packet when its operations ran, if that is known.
     *
     * @param out two words of the caller's
     */
    void tell(Packet packet, Span span, NativeBlock out) {
        compare();
        if (!read(span.first, span.firstIsCopy, out)) {
            return;
        }
        long start = out.getLong(0);
        if (!read(span.last, span.lastIsCopy, out)) {
            return;
        }
        // ROCr turns each of both times by itself, and may find the end before the start of a short operation.
        long end = Math.max(start, out.getLong(Long.BYTES));
        long startNanos = clock.nanos(start);
        packet.ran(startNanos, Math.max(startNanos, clock.nanos(end)), start, end);
    }

    private boolean read(HsaSignal signal, boolean isCopy, NativeBlock out) {
        int code = isCopy
                ? api.getAsyncCopyTime(signal.handle(), out.address())
                : api.getDispatchTime(context.agent().handle(), signal.handle(), out.address());
        return code == HsaErrors.SUCCESS && out.getLong(0) != 0;
    }

    private void compare() {
        if (System.nanoTime() - comparedAt < LIFE_NANOS || !lock.tryLock()) {
            return;
        }
        try {
            Reading now = read();
            clock.adjust(now.ticks, now.nanos);
            comparedAt = now.nanos;
        } finally {
            lock.unlock();
        }
    }
}
