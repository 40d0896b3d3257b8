package io.headrace.cli.topo;

import io.headrace.cli.text.Table;
import io.headrace.sim.copy.CopyReport;
import io.headrace.sim.copy.LinkUse;
import io.headrace.sim.copy.Pair;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The answer as text: what the model assumes, then one run in full or several as a table. */
final class WhatIfText {

    private final WhatIfRuns runs;
    private final PrintWriter out;

    WhatIfText(WhatIfRuns runs, PrintWriter out) {
        this.runs = runs;
        this.out = out;
    }

    void print() {
        CopyReport first = runs.first();
        out.println("What if: " + first.pattern() + " between GPUs of the nodes " + Ranges.of(runs.gpus()) + ": copies="
                + first.copies().size() + ", bytes of each=" + first.bytes());
        out.println();
        printAssumptions(first);
        out.println();
        if (runs.reports().size() == 1) {
            printRun(first);
        } else {
            new WhatIfTable(runs).print(out);
        }
    }

    private void printAssumptions(CopyReport report) {
        out.println("This is a model and no measurement. It assumes:");
        Map<String, Long> bandwidths = report.links().stream()
                .collect(Collectors.groupingBy(WhatIfText::origin, TreeMap::new, Collectors.counting()));
        bandwidths.forEach((origin, links) -> out.println("  links: " + origin + " (links: " + links + ")"));
        out.println("  latency of links of which none is told: "
                + report.assumptions().linkLatencyNanos() + " ns (--link-latency-ns)");
        out.println(
                "  engines: " + gigabytes(report.assumptions().engineBytesPerSecond())
                        + " GB/s each (--engine-gb-per-s), one transfer at a time, queues by engine as KFD has from interface 1.17 on");
        out.println("  an engine on a link for which it is not recommended loses "
                + runs.options().farLosses().stream().map(String::valueOf).collect(Collectors.joining(", "))
                + " % of its speed (--far-loss)");
        out.println("  copies: all enqueued at once, "
                + (runs.options().splitBytes() == 0
                        ? "none is split (--split-bytes)"
                        : "split over idle engines that suit, in parts of at least "
                                + runs.options().splitBytes() + " bytes (--split-bytes)")
                + ", memory holds nobody up");
        if (report.stagedCopies() > 0) {
            out.println("  through the host: in two steps, the second begins when the first has ended (copies: "
                    + report.stagedCopies() + ")");
        }
    }

    private static String origin(LinkUse link) {
        return gigabytes(link.bytesPerSecond()) + " GB/s each way, "
                + (link.told() ? "as the description tells" : "which the description does not tell (--link-gb-per-s)");
    }

    private void printRun(CopyReport report) {
        Pair slowest = report.slowestLink().ends();
        out.println("engines      " + report.choice());
        out.println("time         " + micros(report.nanos()));
        out.println("bound        " + micros(report.boundNanos()) + ", what the link " + slowest + " needs for "
                + report.slowestLink().bytes() + " bytes");
        out.println("ratio        " + decimals(3, report.ratio()));
        out.println("in all       " + rate(report.copies().size() * report.bytes(), report.nanos()) + " GB/s");
        out.println("far engines  copies=" + report.farCopies());
        out.println("collisions   " + report.collisions() + " (a copy found its engine busy and waited)");
        out.println("no queue     " + report.queueWaits() + " (no queue of any engine that would do was free)");
        out.println();
        printLinks(report);
        out.println();
        out.println("Copy engines");
        new EngineGroups(report).print(out);
    }

    private void printLinks(CopyReport report) {
        List<Integer> nodes = report.links().stream()
                .flatMap(link -> List.of(link.ends().from(), link.ends().to()).stream())
                .distinct()
                .sorted()
                .toList();
        if (nodes.size() > LinkMatrix.MOST_NODES) {
            printLinkGroups(report);
            return;
        }
        out.println("GB/s of links over the whole time, from the row's node to the column's");
        Map<Pair, LinkUse> links =
                report.links().stream().collect(Collectors.toMap(LinkUse::ends, Function.identity()));
        List<String> headings = new ArrayList<>(List.of(">NODE"));
        nodes.forEach(node -> headings.add(">" + node));
        Table table = Table.of(headings.toArray(new String[0]));
        for (int from : nodes) {
            List<Object> row = new ArrayList<>(List.of(from));
            for (int to : nodes) {
                LinkUse link = links.get(new Pair(from, to));
                row.add(link == null ? "." : rate(link.bytes(), report.nanos()));
            }
            table.row(row.toArray());
        }
        table.print(out);
    }

    private void printLinkGroups(CopyReport report) {
        out.println("Links that did the same, over the whole time");
        record Kind(String bandwidth, String rate, String busy, int mostAtOnce) {}
        Map<Kind, Long> kinds = report.links().stream()
                .collect(Collectors.groupingBy(
                        link -> new Kind(
                                gigabytes(link.bytesPerSecond()),
                                rate(link.bytes(), report.nanos()),
                                percent(link.busyNanos(), report.nanos()),
                                link.mostAtOnce()),
                        LinkedHashMap::new,
                        Collectors.counting()));
        Table table = Table.of(">LINKS", ">GB/S OF", ">GB/S", ">BUSY", ">SHARED BY");
        kinds.forEach((kind, links) -> table.row(links, kind.bandwidth(), kind.rate(), kind.busy(), kind.mostAtOnce()));
        table.print(out);
    }

    static String micros(long nanos) {
        return String.format(Locale.ROOT, "%,d.%03d us", nanos / 1_000, nanos % 1_000);
    }

    static String rate(long bytes, long nanos) {
        return decimals(1, (double) bytes / nanos);
    }

    static String percent(long part, long whole) {
        return decimals(1, 100.0 * part / whole) + " %";
    }

    static String decimals(int count, double value) {
        return String.format(Locale.ROOT, "%." + count + "f", value);
    }

    static String gigabytes(long bytesPerSecond) {
        return BigDecimal.valueOf(bytesPerSecond, 9).stripTrailingZeros().toPlainString();
    }
}
