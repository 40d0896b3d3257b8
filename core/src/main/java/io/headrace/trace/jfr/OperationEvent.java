package io.headrace.trace.jfr;

import io.headrace.trace.OperationKind;
import io.headrace.trace.Outcome;
import io.headrace.trace.tape.KernelNames;
import io.headrace.trace.tape.RecordCode;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** An operation has run, or was left out. Its duration is that from the call that begins it to the one that reports its end. */
@Name("headrace.Operation")
@Label("Operation")
@Description("A launch, copy, fill, replay, native call or host call has ended")
@Category("Headrace")
@StackTrace(false)
@Threshold("20 us")
@SuppressWarnings("UnusedVariable") // Flight Recorder reads the fields
public final class OperationEvent extends Event {

    /** Asked whether operations are to be noted; it is never committed. */
    private static final OperationEvent PROBE = new OperationEvent();

    private static final KernelNames NAMES = new KernelNames();

    @Label("Kind")
    private @Nullable String kind;

    @Label("Name")
    private @Nullable String name;

    @Label("Device")
    private @Nullable String device;

    @Label("Stream")
    private long stream;

    @Label("Queue or Engine")
    private @Nullable String queue;

    @Label("Bytes")
    @DataAmount
    private long bytes;

    @Label("Outcome")
    private @Nullable String outcome;

    @Label("Waited")
    @Description("From the call that enqueued it to its start")
    @Timespan(Timespan.NANOSECONDS)
    private long waited;

    @Label("Ran")
    @Description("From its start to its end, by the device's clock if it told")
    @Timespan(Timespan.NANOSECONDS)
    private long ran;

    private OperationEvent() {}

    /** An event for an operation; {@code null} while nobody wants them. */
    public static @Nullable OperationEvent ifEnabled() {
        return PROBE.isEnabled() ? new OperationEvent() : null;
    }

    /**
     * The operation has ended.
     *
     * @param code its kind, outcome and place
     * @param what a text, or the class of a kernel
     */
    public void commit(
            long code,
            Object what,
            String where,
            long number,
            long size,
            long enqueuedNanos,
            long startedNanos,
            long endedNanos) {
        end();
        if (!shouldCommit()) {
            return;
        }
        OperationKind did = RecordCode.kind(code);
        Outcome became = RecordCode.outcome(code);
        kind = did.label();
        outcome = became.label();
        name = nameOf(what);
        device = where;
        stream = number;
        queue = RecordCode.nameOf(RecordCode.place(code));
        bytes = size;
        waited = Math.max(0, startedNanos - enqueuedNanos);
        ran = Math.max(0, endedNanos - startedNanos);
        commit();
    }

    private static String nameOf(Object what) {
        if (what instanceof Class<?> kernel) {
            synchronized (NAMES) {
                return NAMES.of(kernel);
            }
        }
        return what.toString();
    }
}
