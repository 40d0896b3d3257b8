package io.headrace.cuda;

import io.headrace.spi.NativeBlock;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * When the operations of profiled streams ran, by two CUDA events each. That costs two records in the stream, of about 0.4 us each, and
 * two questions when the operation has ended.
 *
 * <p>CUDA tells only the time between two events, as a float of milliseconds. So there is a third event whose time on the host's
 * clock is known, to a few microseconds; it is replaced every few seconds, for floats get coarse and no two clocks run equally
 * fast. Safe for use from any thread.
 */
final class DeviceTimes {

    private static final int CU_EVENT_DEFAULT = 0;
    private static final int CU_STREAM_NON_BLOCKING = 1;
    private static final long BASE_LIFE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Older bases are gone; what began so long ago has no times. */
    private static final int MOST_BASES = 16;

    private static final double NANOS_PER_MILLI = 1e6;

    /** An event, and when it was. */
    private record Base(long event, long nanos) {}

    /** The events around one operation. */
    record Span(long base, long baseNanos, long start, long end) {}

    /** When an operation ran, on the host's clock. */
    record Times(long startNanos, long endNanos) {}

    private final CudaContext context;
    private final CudaApi api;
    private final EventPool events;
    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by the lock. */
    private final ArrayDeque<Base> bases = new ArrayDeque<>();

    private volatile @Nullable Base latest;
    private long stream;

    DeviceTimes(CudaContext context) {
        this.context = context;
        this.api = context.api();
        events = new EventPool(context, CU_EVENT_DEFAULT);
    }

    /** Whether times can be taken now, on any thread; else a queue's thread has to {@link #prepare} first. */
    boolean isReady() {
        Base base = latest;
        return base != null && System.nanoTime() - base.nanos < BASE_LIFE_NANOS;
    }

    /** Gets ready to take times. Waits for the device for some microseconds. The context is current. */
    void prepare() {
        lock.lock();
        try {
            if (isReady()) {
                return;
            }
            if (stream == 0) {
                stream = context.result(
                        "cuStreamCreateWithPriority",
                        at -> api.streamCreateWithPriority(at, CU_STREAM_NON_BLOCKING, 0));
            }
            long event = events.take();
            long before = System.nanoTime();
            context.check("cuEventRecord", api.eventRecord(event, stream));
            int code = api.eventQuery(event);
            while (code == CudaErrors.NOT_READY) {
                Thread.onSpinWait();
                code = api.eventQuery(event);
            }
            context.check("cuEventQuery", code);
            Base base = new Base(event, before + (System.nanoTime() - before) / 2);
            bases.add(base);
            latest = base;
            if (bases.size() > MOST_BASES) {
                api.eventDestroy(bases.remove().event);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Marks the beginning of an operation in a stream; {@code null} if no times can be taken. */
    @Nullable
    Span begin(long where) {
        Base base = latest;
        if (base == null) {
            return null;
        }
        Span span = new Span(base.event, base.nanos, events.take(), events.take());
        if (api.eventRecord(span.start, where) != CudaErrors.SUCCESS) {
            giveBack(span);
            return null;
        }
        return span;
    }

    /** Marks the end of an operation in a stream. */
    void end(Span span, long where) {
        api.eventRecord(span.end, where);
    }

    /** When an operation that has ended ran; {@code null} if that is not known. Takes the span back. */
    @Nullable
    Times times(Span span, NativeBlock out) {
        context.enter();
        double start = millis(span.base, span.start, out);
        double end = millis(span.base, span.end, out);
        giveBack(span);
        if (Double.isNaN(start) || Double.isNaN(end)) {
            return null;
        }
        long startNanos = span.baseNanos + Math.round(start * NANOS_PER_MILLI);
        return new Times(startNanos, Math.max(startNanos, span.baseNanos + Math.round(end * NANOS_PER_MILLI)));
    }

    private double millis(long from, long to, NativeBlock out) {
        return api.eventElapsedTime(out.address(), from, to) == CudaErrors.SUCCESS
                ? Float.intBitsToFloat(out.getInt(0))
                : Double.NaN;
    }

    private void giveBack(Span span) {
        events.giveBack(span.start);
        events.giveBack(span.end);
    }

    /** The device is closed; operations that are still to be timed have no times. */
    void close() {
        lock.lock();
        try {
            latest = null;
            if (context.loss().cause() == null && stream != 0) {
                context.enter();
                bases.forEach(base -> api.eventDestroy(base.event));
                bases.clear();
                events.clear();
                long clock = stream;
                stream = 0;
                CudaContext.CHORES.add(() -> {
                    context.enter();
                    api.streamDestroy(clock);
                });
            }
        } finally {
            lock.unlock();
        }
    }
}
