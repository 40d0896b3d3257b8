package io.headrace.sim.replay;

import io.headrace.sim.trace.OperationKind;
import io.headrace.sim.trace.StreamKey;
import io.headrace.sim.trace.StreamWait;
import io.headrace.sim.trace.Trace;
import io.headrace.sim.trace.TraceFormat;
import io.headrace.sim.trace.TracedOperation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A trace that is put together. Calls are numbered as they are made here. */
final class Recording {

    private final List<TracedOperation> operations = new ArrayList<>();
    private final List<StreamWait> waits = new ArrayList<>();
    private long calls;

    /** An operation in a stream of device 0 that ran from {@code started} on for so long. */
    Recording ran(String stream, long started, long nanos) {
        return ran("0", stream, null, OptionalLong.empty(), started, nanos);
    }

    Recording ran(
            String device, String stream, @Nullable String queue, OptionalLong submitted, long started, long nanos) {
        calls++;
        operations.add(new TracedOperation(
                calls,
                OperationKind.KERNEL,
                "k" + calls,
                device,
                stream,
                queue,
                OptionalLong.empty(),
                calls,
                OptionalLong.empty(),
                submitted,
                started,
                started + nanos,
                ""));
        return this;
    }

    /** What {@code stream} gets from now on waits for what {@code on} has got until now. */
    Recording waited(String stream, String on) {
        long recorded = ++calls;
        waits.add(new StreamWait(new StreamKey("0", stream), ++calls, new StreamKey("0", on), recorded));
        return this;
    }

    Trace trace() {
        operations.sort(Comparator.comparingLong(TracedOperation::started));
        return new Trace("test", TraceFormat.HEADRACE, operations, waits, Map.of(), 0, List.of(), Optional.empty());
    }
}
