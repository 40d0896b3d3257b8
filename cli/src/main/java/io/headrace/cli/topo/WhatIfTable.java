package io.headrace.cli.topo;

import io.headrace.cli.text.Table;
import io.headrace.sim.copy.CopyReport;
import io.headrace.sim.copy.EngineUse;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Several runs as a table, with what the model's counters say of each. */
final class WhatIfTable {

    private final WhatIfRuns runs;

    WhatIfTable(WhatIfRuns runs) {
        this.runs = runs;
    }

    void print(PrintWriter out) {
        out.println("Bound, what the link " + runs.first().slowestLink().ends() + " needs: "
                + WhatIfText.micros(runs.first().boundNanos()));
        Table table = Table.of(">FAR LOSS", "ENGINES", ">TIME", ">RATIO", ">TIMES RECOMMENDED", "WHY");
        for (CopyReport report : runs.reports()) {
            table.row(
                    report.assumptions().farLossPercent() + " %",
                    report.choice(),
                    WhatIfText.micros(report.nanos()),
                    WhatIfText.decimals(3, report.ratio()),
                    runs.recommended(report)
                            .map(other -> WhatIfText.decimals(3, (double) report.nanos() / other.nanos()))
                            .orElse("-"),
                    why(report));
        }
        table.print(out);
    }

    /** What kept copies from the bound, by the counters. */
    static String why(CopyReport report) {
        List<String> reasons = new ArrayList<>();
        if (report.farCopies() > 0) {
            reasons.add("far engines: " + report.farCopies() + " of "
                    + report.copies().size() + " copies");
        }
        if (report.collisions() > 0) {
            reasons.add("collisions: " + report.collisions() + ", on " + collided(report));
        }
        if (report.queueWaits() > 0) {
            reasons.add("no free queue: " + report.queueWaits());
        }
        return reasons.isEmpty() ? "no far engine, no collision" : String.join("; ", reasons);
    }

    private static String collided(CopyReport report) {
        Map<Integer, Set<Integer>> engines = new TreeMap<>();
        for (EngineUse use : report.engines()) {
            if (use.collisions() > 0) {
                engines.computeIfAbsent(use.node(), ignored -> new TreeSet<>()).add(use.engine());
            }
        }
        Map<Set<Integer>, Set<Integer>> nodes = new LinkedHashMap<>();
        engines.forEach((node, ids) ->
                nodes.computeIfAbsent(ids, ignored -> new TreeSet<>()).add(node));
        List<String> texts = new ArrayList<>();
        nodes.forEach((ids, of) -> texts.add((ids.size() == 1 ? "engine " : "engines ") + Ranges.of(ids) + " of "
                + (of.size() == 1 ? "node " : "nodes ") + Ranges.of(of)));
        return String.join(", ", texts);
    }
}
