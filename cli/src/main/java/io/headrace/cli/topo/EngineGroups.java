package io.headrace.cli.topo;

import io.headrace.cli.text.Table;
import io.headrace.sim.copy.CopyReport;
import io.headrace.sim.copy.EngineUse;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What engines did as a table in which engines that did the same share a row. */
final class EngineGroups {

    /** What a row says of each of its engines. */
    private record Did(
            String engineClass, int copies, int far, String rate, String busy, long collisions, String waited) {}

    private record Group(Set<Integer> engines, Did did) {}

    private final CopyReport report;

    EngineGroups(CopyReport report) {
        this.report = report;
    }

    void print(PrintWriter out) {
        Table table = Table.of(
                "NODES",
                "ENGINES",
                "CLASS",
                ">COPIES OF EACH",
                ">ON FAR LINKS",
                ">GB/S",
                ">BUSY",
                ">COLLISIONS",
                ">WAITED");
        groups().forEach((group, nodes) -> {
            Did did = group.did();
            table.row(
                    Ranges.of(nodes),
                    Ranges.of(group.engines()),
                    did.engineClass(),
                    did.copies(),
                    did.far(),
                    did.rate(),
                    did.busy(),
                    did.collisions(),
                    did.waited());
        });
        table.print(out);
    }

    private Map<Group, Set<Integer>> groups() {
        Map<Integer, Map<Did, Set<Integer>>> nodes = new TreeMap<>();
        for (EngineUse use : report.engines()) {
            nodes.computeIfAbsent(use.node(), ignored -> new LinkedHashMap<>())
                    .computeIfAbsent(did(use), ignored -> new TreeSet<>())
                    .add(use.engine());
        }
        Map<Group, Set<Integer>> groups = new LinkedHashMap<>();
        nodes.forEach((node, kinds) -> kinds.forEach(
                (did, engines) -> groups.computeIfAbsent(new Group(engines, did), ignored -> new TreeSet<>())
                        .add(node)));
        return groups;
    }

    private Did did(EngineUse use) {
        return new Did(
                use.engineClass().toString(),
                use.destinations().size(),
                use.far(),
                WhatIfText.rate(use.bytes(), report.nanos()),
                WhatIfText.percent(use.busyNanos(), report.nanos()),
                use.collisions(),
                WhatIfText.micros(use.waitNanos()));
    }
}
