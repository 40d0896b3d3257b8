package io.headrace.sim.timeline;

import io.headrace.sim.trace.Trace;
import io.headrace.sim.trace.TracedOperation;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A page that shows the operations of a trace on the tracks of their queues. It holds all that it needs and loads nothing; a
 * browser lets no other script than its own run there, whatever names the trace has.
 *
 * <p>Times in the page are exact to the nanosecond while a trace is no longer than 104 days. Immutable.
 */
public final class TimelinePage {

    private final Trace trace;
    private final int operations;
    private final TimelineData data;

    private TimelinePage(Trace trace, List<TracedOperation> operations, List<TimelineRun> runs) {
        this.trace = trace;
        this.operations = operations.size();
        this.data = new TimelineData(trace, operations, runs);
    }

    /** Shows a trace as it was recorded, operations that took no time among the others. Those of negative duration are left out. */
    public static TimelinePage of(Trace trace) {
        List<TracedOperation> operations = trace.operations().stream()
                .filter(operation -> operation.ended() >= operation.started())
                .toList();
        return new TimelinePage(trace, operations, List.of(TimelineRun.recorded(operations)));
    }

    /**
     * Shows a trace's {@code valid()} operations as they were recorded and as they were replayed; one can choose.
     *
     * @throws IllegalArgumentException if a replay has another number of operations
     */
    public static TimelinePage of(Trace trace, List<TimelineRun> replays) {
        List<TracedOperation> operations = trace.valid();
        List<TimelineRun> runs = new ArrayList<>();
        runs.add(TimelineRun.recorded(operations));
        for (TimelineRun run : replays) {
            if (run.count() != operations.size()) {
                throw new IllegalArgumentException("the replay is that of another trace: run=" + run.name()
                        + " operations=" + run.count() + " trace=" + trace.name() + " operations="
                        + operations.size());
            }
            runs.add(run);
        }
        return new TimelinePage(trace, operations, runs);
    }

    /** How many operations it shows. */
    public int operations() {
        return operations;
    }

    /**
     * Writes the page, as ASCII.
     *
     * @param notes what readers should know of the trace, in words
     */
    public void write(Writer writer, List<String> notes) throws IOException {
        Path file = Path.of(trace.name()).getFileName();
        String title = file == null ? trace.name() : file.toString();
        new PageTemplate().write(writer, title, out -> data.write(out, title, notes));
    }
}
