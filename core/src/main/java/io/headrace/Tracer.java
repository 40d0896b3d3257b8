package io.headrace;

import io.headrace.config.Knob;
import io.headrace.error.ClosedException;
import io.headrace.error.HeadraceException;
import io.headrace.error.Reasons;
import io.headrace.trace.ChromeTraceWriter;
import io.headrace.trace.TraceSink;
import io.headrace.trace.tape.Tape;
import io.headrace.trace.tape.TapeReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Whether the runtime records what runs. Operations that are enqueued ask {@link #tape}, which is one read. Safe for use from any thread. */
final class Tracer {

    private final HeadraceRuntime runtime;

    private volatile @Nullable Tape tape;

    /** Guarded by this. */
    private @Nullable Trace running;

    private boolean ended;

    Tracer(HeadraceRuntime runtime) {
        this.runtime = runtime;
    }

    /** What operations that are enqueued now write themselves to; {@code null} if nothing is recorded. */
    @Nullable
    Tape tape() {
        return tape;
    }

    /**
     * Records from now on, to a sink of the caller's.
     *
     * @throws IllegalStateException if there is a trace already
     */
    synchronized Trace begin(TraceSink sink) {
        checkMayBegin();
        return begin(sink, null);
    }

    /**
     * Records from now on, to a file.
     *
     * @throws IllegalStateException if there is a trace already; the file is left alone then
     * @throws HeadraceException if the file cannot be made
     */
    synchronized Trace begin(Path file) {
        checkMayBegin();
        try {
            ChromeTraceWriter writer = ChromeTraceWriter.open(file);
            return begin(writer, writer);
        } catch (IOException e) {
            throw new HeadraceException("the trace cannot be written: file=" + file + ": " + Reasons.of(e), e);
        }
    }

    private void checkMayBegin() {
        if (ended) {
            throw new ClosedException("the runtime was closed, so there is nothing to trace");
        }
        if (running != null) {
            throw new IllegalStateException(
                    "there is a trace already, and one runtime has one at a time; close it first, or give it a sink that"
                            + " passes records on");
        }
    }

    private Trace begin(TraceSink sink, @Nullable Closeable file) {
        int records = (int) runtime.settings().number(Knob.TRACE_RECORDS);
        Tape empty =
                new Tape(records, runtime.devices().stream().map(Device::id).toList());
        Trace trace = new Trace(this, new TapeReader(empty, sink), file);
        running = trace;
        tape = empty;
        return trace;
    }

    /** A trace is about to end: nothing is recorded from now on. */
    synchronized void stop(Trace trace) {
        if (running == trace) {
            tape = null;
        }
    }

    /** A trace has ended: there may be another. */
    synchronized void forget(Trace trace) {
        if (running == trace) {
            running = null;
        }
    }

    /** The runtime ends: so does a trace that is still there, within a time. */
    void close(long timeoutNanos) {
        Trace last;
        synchronized (this) {
            ended = true;
            last = running;
        }
        if (last != null) {
            last.close(timeoutNanos);
        }
    }
}
