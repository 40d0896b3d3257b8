package io.headrace.opencl;

import io.headrace.memory.NativeMemory;
import io.headrace.memory.Words;
import io.headrace.spi.Packet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * When commands ran, on the host's clock. A command's event tells it by the device's clock, in nanoseconds; what lies between both clocks
 * is measured once a second while anybody wants times: by the pair of times that OpenCL 2.1 gives, else by the time at which
 * a marker was enqueued, which is known on both. Safe for use from any thread.
 */
final class DeviceTimes {

    private static final int CL_PROFILING_COMMAND_QUEUED = 0x1280;
    private static final int CL_PROFILING_COMMAND_START = 0x1282;
    private static final int CL_PROFILING_COMMAND_END = 0x1283;
    private static final int CL_EVENT_COMMAND_EXECUTION_STATUS = 0x11D3;
    private static final long CL_QUEUE_PROFILING_ENABLE = 2;
    private static final int PAIRS_SINCE = 21;
    private static final long LIFE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ClContext context;
    private final ClApi api;
    private final boolean hasPairs;
    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by the lock. */
    private final NativeMemory words = NativeMemory.allocate(3 * Long.BYTES, Long.BYTES);

    /** A command queue for markers; 0: none so far. Guarded by the lock. */
    private long queue;

    /** What is to be added to a time of the device. */
    private volatile long offset;

    private volatile boolean known;

    /** When that was measured, or tried in vain. */
    private volatile long triedAt;

    private volatile boolean tried;

    DeviceTimes(ClContext context) {
        this.context = context;
        this.api = context.api();
        hasPairs = api.hasTimers() && context.device().version() >= PAIRS_SINCE;
    }

    /** Gets ready to tell times. For a queue's thread: may wait for the device for some microseconds. */
    void prepare() {
        if (tried && System.nanoTime() - triedAt < LIFE_NANOS) {
            return;
        }
        lock.lock();
        try {
            if (!(hasPairs && measurePair())) {
                measureMarker();
            }
        } finally {
            triedAt = System.nanoTime();
            tried = true;
            lock.unlock();
        }
    }

    private boolean measurePair() {
        long at = words.address();
        long before = System.nanoTime();
        int code = api.getDeviceAndHostTimer(context.device().handle(), at, at + Long.BYTES);
        long after = System.nanoTime();
        if (code != ClErrors.SUCCESS) {
            return false;
        }
        measured(before + (after - before) / 2, Words.getLongPlain(at));
        return true;
    }

    private void measureMarker() {
        if (queue == 0) {
            queue = context.make(
                    "clCreateCommandQueue",
                    code -> api.createCommandQueue(
                            context.handle(), context.device().handle(), CL_QUEUE_PROFILING_ENABLE, code));
        }
        long at = words.address();
        long before = System.nanoTime();
        int code = api.enqueueMarkerWithWaitList(queue, 0, 0, at);
        long after = System.nanoTime();
        if (code != ClErrors.SUCCESS) {
            return;
        }
        long event = Words.getLongPlain(at);
        api.flush(queue);
        int status = 1;
        while (status > 0 && System.nanoTime() - after < LIMIT_NANOS) {
            Thread.onSpinWait();
            status = api.getEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, Integer.BYTES, at + Long.BYTES, 0)
                            == ClErrors.SUCCESS
                    ? Words.getIntPlain(at + Long.BYTES)
                    : -1;
        }
        if (status == 0 && read(event, CL_PROFILING_COMMAND_QUEUED, at + Long.BYTES)) {
            measured(before + (after - before) / 2, Words.getLongPlain(at + Long.BYTES));
        }
        api.releaseEvent(event);
    }

    private void measured(long hostNanos, long deviceNanos) {
        offset = hostNanos - deviceNanos;
        known = true;
    }

    private boolean read(long event, int what, long at) {
        return api.getEventProfilingInfo(event, what, Long.BYTES, at, 0) == ClErrors.SUCCESS;
    }

    /**
     * Tells a packet when its commands ran, if that is known.
     *
     * @param first the event of its first command
     * @param last that of its last
     * @param at two words of the caller's
     */
    void tell(Packet packet, long first, long last, long at) {
        if (known
                && read(first, CL_PROFILING_COMMAND_START, at)
                && read(last, CL_PROFILING_COMMAND_END, at + Long.BYTES)) {
            long start = Words.getLongPlain(at) + offset;
            packet.ran(start, Math.max(start, Words.getLongPlain(at + Long.BYTES) + offset));
        }
    }

    /** The device is closed. */
    void close() {
        lock.lock();
        try {
            if (queue != 0) {
                long markers = queue;
                ClContext.CHORES.add(() -> api.releaseCommandQueue(markers));
            }
            words.free();
        } finally {
            lock.unlock();
        }
    }
}
