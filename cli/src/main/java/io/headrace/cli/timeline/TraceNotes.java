package io.headrace.cli.timeline;

import io.headrace.sim.trace.Trace;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ExitCode;

/** What readers of a trace should know of it, and the exit code that comes of it. */
public final class TraceNotes {

    /** The exit code if a trace has no device work. */
    public static final int NOTHING = 3;

    private final Trace trace;
    private final List<String> notes = new ArrayList<>();
    private int code = ExitCode.OK;

    /**
     * What there is to say.
     *
     * @param operations how many operations can be used
     * @param leftOut what it means for those that are flagged, for instance {@code left out of all figures}
     * @param use what a trace without operations cannot be used for, for instance {@code nothing to replay}
     */
    public TraceNotes(Trace trace, int operations, String leftOut, String use) {
        this.trace = trace;
        trace.flagged().forEach((flag, count) -> notes.add("operations " + flag + ", " + leftOut + ": " + count));
        notes.addAll(trace.notes());
        if (operations == 0) {
            notes.add("no device work, " + use + "; events of other kinds: " + trace.ignored());
            code = NOTHING;
        }
        trace.cut().ifPresent(reason -> {
            notes.add("the file is cut or damaged; figures are those of what could be read: " + reason);
            code = ExitCode.SOFTWARE;
        });
    }

    /** Each in a sentence. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** Prints them as warnings, and gives the exit code. */
    public int print(PrintWriter err) {
        notes.forEach(note -> err.println("warning: " + trace.name() + ": " + note));
        return code;
    }
}
