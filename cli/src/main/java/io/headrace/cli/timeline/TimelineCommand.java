package io.headrace.cli.timeline;

import io.headrace.cli.Version;
import io.headrace.sim.timeline.TimelinePage;
import io.headrace.sim.trace.Trace;
import io.headrace.sim.trace.TraceReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code headrace timeline}: what ran where and when, as a page for a browser. Opens no device. */
@Command(
        name = "timeline",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Makes a page that shows the operations of a trace on the tracks of their queues, for any browser and without a "
                    + "network.",
            "",
            "Reads tables and JSON of rocprofv3, Chrome JSON of PyTorch's profiler and of Headrace, packed by gzip or not. "
                    + "Exit code 1 if the trace could not be read to its end, 3 if it has no device work.",
            ""
        })
public final class TimelineCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "TRACE", description = "The trace.")
    @SuppressWarnings("NullAway.Init")
    private Path trace;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "PAGE",
            description = "The page, for instance timeline.html. A file of that name is overwritten.")
    @SuppressWarnings("NullAway.Init")
    private Path output;

    private TimelineCommand() {}

    @Override
    public Integer call() {
        PageFile file = new PageFile(output, trace);
        Trace read = TraceReader.read(trace);
        TimelinePage page = TimelinePage.of(read);
        TraceNotes notes = new TraceNotes(read, page.operations(), "left out of sums of time", "nothing to show");
        if (page.operations() > 0) {
            file.write(page, notes.notes());
            out().println(output + ": operations=" + page.operations() + ", for a browser");
        }
        out().flush();
        return notes.print(spec.commandLine().getErr());
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
