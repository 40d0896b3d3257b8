package io.headrace;

import io.headrace.error.HeadraceException;
import io.headrace.error.Reasons;
import io.headrace.trace.tape.TapeReader;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A trace that is being taken: {@link Headrace#trace(java.nio.file.Path)}. From the beginning to the close, each operation that is
 * enqueued and ends leaves one record, or, where there is no room for it, counts as dropped.
 *
 * <p>An operation that was enqueued before the trace began is not in it, and one that has not ended when it is closed is not either: wait
 * for the streams first. Safe for use from any thread.
 */
public final class Trace implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger("io.headrace");

    private final Tracer tracer;
    private final @Nullable Closeable file;
    private final TapeReader reader;
    private final ReentrantLock closing = new ReentrantLock();

    /** Guarded by the lock. */
    private boolean closed;

    /**
     * @param file is closed with it; {@code null} if the sink is the caller's
     */
    Trace(Tracer tracer, TapeReader reader, @Nullable Closeable file) {
        this.tracer = tracer;
        this.file = file;
        this.reader = reader;
        reader.start();
    }

    /** How many records were given to the sink so far; all of them once the trace is closed. */
    public long recorded() {
        return reader.recorded();
    }

    /**
     * How many operations ended so far without a record, because there was no room for it: the buffer has room for
     * {@code HEADRACE_TRACE_RECORDS}, and is emptied all the time.
     */
    public long dropped() {
        return reader.dropped();
    }

    /**
     * Stops recording, gives the sink what is left, and closes the file if the trace has one. If records were dropped, the file says so, and
     * so does a warning in the log. Closing again has no effect; a close while another thread is closing waits for that.
     *
     * @throws HeadraceException if the sink failed, or the file could not be written
     * @throws IllegalStateException if called by the sink
     */
    @Override
    public void close() {
        close(Long.MAX_VALUE);
    }

    /** Closes, but waits no longer than so long for the sink. */
    void close(long timeoutNanos) {
        if (reader.isCurrentThread()) {
            throw new IllegalStateException("a trace's sink must not close the trace, which waits for the sink");
        }
        closing.lock();
        try {
            if (!closed) {
                closed = true;
                end(timeoutNanos);
            }
        } finally {
            closing.unlock();
        }
    }

    private void end(long timeoutNanos) {
        tracer.stop(this);
        reader.finish();
        boolean ended = reader.awaitEnd(timeoutNanos);
        Throwable failure = reader.failure();
        try {
            if (ended && file != null) {
                file.close();
            }
        } catch (IOException | RuntimeException e) {
            if (failure == null) {
                failure = e;
            } else {
                failure.addSuppressed(e);
            }
        } finally {
            tracer.forget(this);
        }
        long dropped = reader.dropped();
        if (dropped > 0) {
            LOG.log(
                    Level.WARNING,
                    "a trace lacks operations, since there was no room for their records: dropped={0} recorded={1};"
                            + " raise HEADRACE_TRACE_RECORDS, or use a faster sink",
                    Long.toString(dropped),
                    Long.toString(reader.recorded()));
        }
        if (!ended) {
            throw new HeadraceException("the trace could not be ended, since its sink did not return: recorded="
                    + reader.recorded() + " waited_ms=" + TimeUnit.NANOSECONDS.toMillis(timeoutNanos));
        }
        if (failure != null) {
            throw new HeadraceException(
                    "the trace is not whole, since its sink failed: recorded=" + reader.recorded() + ": "
                            + Reasons.of(failure),
                    failure);
        }
    }
}
