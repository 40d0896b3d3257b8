package io.headrace.cli.replay;

import io.headrace.cli.Version;
import io.headrace.cli.timeline.PageFile;
import io.headrace.cli.timeline.TraceNotes;
import io.headrace.queue.QueuePolicy;
import io.headrace.sim.replay.Binding;
import io.headrace.sim.replay.Gaps;
import io.headrace.sim.replay.Replay;
import io.headrace.sim.replay.ReplayResult;
import io.headrace.sim.replay.Schedule;
import io.headrace.sim.timeline.TimelinePage;
import io.headrace.sim.timeline.TimelineRun;
import io.headrace.sim.trace.Trace;
import io.headrace.sim.trace.TraceReader;
import io.headrace.sim.trace.TraceTotals;
import io.headrace.sim.trace.UnreadableTraceException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code headrace replay}: what if the queues had been others? Opens no device. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Runs recorded workloads again in virtual time, with other numbers of queues and other policies.",
            "",
            "Reads tables and JSON of rocprofv3, Chrome JSON of PyTorch's profiler and of Headrace, packed by gzip or not. "
                    + "Exit code 1 if a trace could not be read to its end, 3 if one has no device work.",
            ""
        })
public final class ReplayCommand implements Callable<Integer> {

    private static final int MOST_QUEUES = 4_096;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "TRACE", description = "The traces, each replayed on its own.")
    private List<Path> traces = List.of();

    @Option(
            names = "--queues",
            split = ",",
            paramLabel = "N",
            description = "How many queues each device has. Default: 1,2,4,8,16.")
    private List<Integer> queues = List.of(1, 2, 4, 8, 16);

    @Option(
            names = "--policy",
            split = ",",
            paramLabel = "POLICY",
            converter = NamedPolicy.class,
            completionCandidates = NamedPolicy.class,
            description = "How streams get their queue: ${COMPLETION-CANDIDATES}. Default: all.")
    private List<QueuePolicy> policies = List.of(QueuePolicy.values());

    @Option(
            names = "--gaps",
            paramLabel = "GAPS",
            converter = NamedGaps.class,
            completionCandidates = NamedGaps.class,
            description =
                    "What becomes of the time in which a stream had nothing to do: ${COMPLETION-CANDIDATES}. Default: "
                            + "keep.")
    private Gaps gaps = Gaps.KEEP;

    @Option(
            names = "--hold",
            description = "Bind each stream from its first to its last operation, not only while it has work.")
    private boolean hold;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "PAGE",
            description = "Also make a page that shows the trace as recorded and each of its replays, for instance "
                    + "timeline.html. For one trace only. A file of that name is overwritten.")
    private @Nullable Path output;

    @Option(names = "--json", description = "Print one JSON object for each trace.")
    private boolean json;

    private ReplayCommand() {}

    @Override
    public Integer call() {
        for (int count : queues) {
            if (count < 1 || count > MOST_QUEUES) {
                throw new ParameterException(
                        spec.commandLine(), "--queues=" + count + " is out of range, which is 1 to " + MOST_QUEUES);
            }
        }
        if (output != null && traces.size() > 1) {
            throw new ParameterException(
                    spec.commandLine(), "--output=" + output + " is for one trace, and there are " + traces.size());
        }
        Optional<PageFile> page = Optional.ofNullable(output).map(path -> new PageFile(path, traces.getFirst()));
        int code = ExitCode.OK;
        for (int i = 0; i < traces.size(); i++) {
            if (i > 0 && !json) {
                out().println();
            }
            code = worse(code, replay(traces.get(i), page));
            out().flush();
            err().flush();
        }
        return code;
    }

    private static int worse(int one, int other) {
        return one == ExitCode.SOFTWARE || other == ExitCode.SOFTWARE ? ExitCode.SOFTWARE : Math.max(one, other);
    }

    private int replay(Path path, Optional<PageFile> page) {
        try {
            Trace trace = TraceReader.read(path);
            TraceTotals totals = TraceTotals.of(trace);
            List<TimelineRun> runs = new ArrayList<>();
            List<ReplayResult> results = totals.operations() == 0 ? List.of() : results(trace, page.isPresent(), runs);
            TraceNotes notes =
                    new TraceNotes(trace, totals.operations(), "left out of all figures", "nothing to replay");
            if (json) {
                out().println(ReplayJson.of(trace, totals, results));
            } else {
                new ReplayText(trace, totals, results, out()).print(gaps, binding());
            }
            out().flush();
            int code = notes.print(err());
            if (totals.operations() > 0) {
                page.ifPresent(file -> file.write(TimelinePage.of(trace, runs), notes.notes()));
            }
            return code;
        } catch (UnreadableTraceException e) {
            err().println(spec.qualifiedName() + ": " + e.getMessage());
            return ExitCode.SOFTWARE;
        }
    }

    /** Replays the trace; if there is to be a page, it gets a run for each replay. */
    private List<ReplayResult> results(Trace trace, boolean forPage, List<TimelineRun> runs) {
        Replay replay = new Replay(trace, gaps, binding());
        List<ReplayResult> results = new ArrayList<>();
        List<Schedule> schedules = new ArrayList<>();
        Consumer<Schedule> keep = forPage ? schedules::add : ignored -> {};
        replay.recorded(keep).ifPresent(results::add);
        for (int count : queues.stream().distinct().toList()) {
            for (QueuePolicy policy : policies.stream().distinct().toList()) {
                results.add(replay.run(policy, count, keep));
            }
        }
        for (int i = 0; i < schedules.size(); i++) {
            runs.add(TimelineRun.of(results.get(i), schedules.get(i)));
        }
        return results;
    }

    private Binding binding() {
        return hold ? Binding.HELD : Binding.WHILE_BUSY;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
