package io.headrace.cli.replay;

import io.headrace.cli.text.Table;
import io.headrace.sim.replay.Binding;
import io.headrace.sim.replay.Gaps;
import io.headrace.sim.replay.QueueUse;
import io.headrace.sim.replay.ReplayResult;
import io.headrace.sim.trace.StreamKey;
import io.headrace.sim.trace.Trace;
import io.headrace.sim.trace.TraceTotals;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A trace's replays as text: its sums, the model, a table of the runs and one of their queues. */
final class ReplayText {

    private static final int MICRO = 1_000;

    private final Trace trace;
    private final TraceTotals totals;
    private final List<ReplayResult> results;
    private final PrintWriter out;

    ReplayText(Trace trace, TraceTotals totals, List<ReplayResult> results, PrintWriter out) {
        this.trace = trace;
        this.totals = totals;
        this.results = results;
        this.out = out;
    }

    void print(Gaps gaps, Binding binding) {
        out.println(trace.name() + ": " + trace.format() + ", operations=" + totals.operations() + " streams="
                + totals.streams() + " recorded waits between streams="
                + trace.waits().size());
        out.println("span " + micros(totals.spanNanos()) + " us, sum " + micros(totals.sumNanos()) + " us, union "
                + micros(totals.unionNanos()) + " us, longest stream "
                + totals.longestStream().map(StreamKey::toString).orElse("none") + " "
                + micros(totals.longestStreamNanos()) + " us");
        if (results.isEmpty()) {
            return;
        }
        out.println();
        printModel(gaps, binding);
        out.println();
        printRuns();
        out.println();
        printQueues();
    }

    private void printModel(Gaps gaps, Binding binding) {
        out.println("This is a model and no measurement. It assumes:");
        out.println(
                "  queues: one operation at a time, in the order in which they came; queues do not hold up each other");
        out.println("  operations: each takes as long as it took; copies and fills go through the queues too");
        out.println("  streams: bound to a queue "
                + (binding == Binding.HELD
                        ? "from their first to their last operation (--hold)"
                        : "while they have work there"));
        out.println("  coming: "
                + (gaps == Gaps.DROP
                        ? "all operations are there from the beginning (--gaps drop)"
                        : "operations come as they were put into their queue or, where the trace does not tell that, as they "
                                + "began (--gaps keep)"));
        out.println("Bound: the longest stream, the sum over the queues, or the longest chain of dependent operations. "
                + "Lost: against a queue");
        out.println("for each stream. Wait: what an operation stood in its queue when nothing else held it up.");
    }

    private void printRuns() {
        Table table = Table.of(
                "POLICY",
                ">QUEUES",
                ">MAKESPAN us",
                ">BOUND us",
                ">RATIO",
                ">LOST us",
                ">WAIT p50 us",
                ">p99 us",
                ">MAX us",
                "STREAMS OF EACH QUEUE");
        for (ReplayResult result : results) {
            table.row(
                    result.policyName(),
                    result.queues(),
                    micros(result.makespanNanos()),
                    micros(result.boundNanos()),
                    String.format(Locale.ROOT, "%.3f", result.ratio()),
                    micros(result.lostNanos()),
                    micros(result.waits().p50Nanos()),
                    micros(result.waits().p99Nanos()),
                    micros(result.waits().maxNanos()),
                    result.uses().stream()
                            .map(use -> Integer.toString(use.streams()))
                            .collect(Collectors.joining(" ")));
        }
        table.print(out);
    }

    private void printQueues() {
        Table table = Table.of(
                "POLICY", ">QUEUES", "DEVICE", ">QUEUE", ">OPERATIONS", ">STREAMS", ">BUSY us", ">OF MAKESPAN");
        for (ReplayResult result : results) {
            for (QueueUse use : result.uses()) {
                table.row(
                        result.policyName(),
                        result.queues(),
                        use.device(),
                        use.queue(),
                        use.operations(),
                        use.streams(),
                        micros(use.busyNanos()),
                        String.format(Locale.ROOT, "%.1f %%", 100.0 * use.busyNanos() / result.makespanNanos()));
            }
        }
        table.print(out);
    }

    static String micros(long nanos) {
        return String.format(Locale.ROOT, "%,d.%03d", nanos / MICRO, nanos % MICRO);
    }
}
