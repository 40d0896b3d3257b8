package io.headrace;

import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.kernel.NativeCall;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Operations each of which goes to a stream that is chosen when it is enqueued. For libraries that give streams a name or a
 * rule of their own, as {@code io.headrace.acc} gives them numbers. Safe for use from any thread if the sub-class is.
 *
 * @param <S> the sub-class
 */
public abstract non-sealed class RoutedOperations<S extends RoutedOperations<S>> extends Operations<S> {

    /**
     * For sub-classes.
     *
     * @param device the device of all streams that will be chosen
     */
    protected RoutedOperations(Device device) {
        super(device);
    }

    /**
     * If the calling thread runs a host call: does something on it when that has ended, whatever became of it. For what
     * sub-classes keep for each thread, since threads run one host call after the other. Else does nothing.
     *
     * @param key of what is asked for with the same key while one call runs, only the first is done
     */
    protected static void afterHostCall(Object key, Runnable action) {
        HostStep.afterwards(key, action);
    }

    /** For sub-classes: what a stream failed with last, whether or not a wait has thrown that; {@code null} if it never failed. */
    protected static @Nullable HeadraceException latestFailure(Stream stream) {
        Failure latest = stream.order().timeline().failure();
        return latest == null ? null : latest.causeIfAny();
    }

    /** This object. */
    protected abstract S self();

    /** The stream that what is enqueued now goes to. */
    protected abstract Stream route();

    /** A call begins that enqueues something; {@link #left} follows, however it ends. */
    protected abstract void entered();

    /** A call has ended that {@link #entered} began. */
    protected abstract void left();

    /** Something was enqueued on a stream that {@link #route} had given. */
    protected abstract void routed(Stream stream);

    /** A stream that {@link #route} had given was closed, so nothing was enqueued: it is to give another one. */
    protected abstract void closed(Stream stream);

    /**
     * Enqueues by calling a stream.
     *
     * @param call what to do; it is done again, on another stream, if it throws because the first one was closed
     */
    protected final S enqueue(Consumer<Stream> call) {
        entered();
        try {
            return enqueueOnce(call);
        } finally {
            left();
        }
    }

    private S enqueueOnce(Consumer<Stream> call) {
        while (true) {
            Stream stream = route();
            try {
                call.accept(stream);
            } catch (ClosedException e) {
                if (!stream.isClosed()) {
                    throw e;
                }
                closed(stream);
                continue;
            }
            routed(stream);
            return self();
        }
    }

    /** Like {@link Stream#replay}. */
    public final S replay(Recording recording) {
        return enqueue(stream -> stream.replay(recording));
    }

    /** Like {@link Stream#hostCall}. */
    public final S hostCall(HostCall call) {
        return enqueue(stream -> stream.hostCall(call));
    }

    /** Like {@link Stream#nativeCall}. */
    public final S nativeCall(NativeCall call) {
        return enqueue(stream -> stream.nativeCall(call));
    }

    @Override
    final S add(Operation operation) {
        Lease host = operation.host();
        if (host == null) {
            return enqueue(stream -> stream.add(operation));
        }
        // A stream that turns out to be closed gives the lease back, and the next one needs it.
        SharedLease shared = new SharedLease(host);
        Operation kept = operation.with(shared);
        try {
            return enqueue(stream -> {
                shared.retain();
                stream.add(kept);
            });
        } finally {
            shared.release();
        }
    }

    @Override
    final S addNothing() {
        return enqueue(Stream::addNothing);
    }

    @Override
    final HostMemory source(MemorySegment memory, long pitch, Rows rows) {
        return HostMemory.source(memory, pitch, rows, device());
    }

    @Override
    final HostMemory destination(MemorySegment memory, long pitch, Rows rows) {
        return HostMemory.destination(memory, pitch, rows, device());
    }
}
