package io.headrace.cli.topo;

import io.headrace.cli.text.Json;
import io.headrace.sim.copy.CopyReport;
import io.headrace.sim.copy.EngineUse;
import io.headrace.sim.copy.LinkUse;
import io.headrace.topology.Warning;
import java.util.List;
import java.util.Locale;

/** The answer as one JSON object. Times are nanoseconds, speeds bytes a second. */
final class WhatIfJson {

    private final WhatIfRuns runs;
    private final List<Warning> warnings;

    WhatIfJson(WhatIfRuns runs, List<Warning> warnings) {
        this.runs = runs;
        this.warnings = warnings;
    }

    Json json() {
        CopyReport first = runs.first();
        return Json.object()
                .with("pattern", first.pattern().toString())
                .with("bytes", first.bytes())
                .with("gpus", runs.gpus())
                .with("copies", first.copies().size())
                .with(
                        "model",
                        Json.object()
                                .with("measured", false)
                                .with("link_bytes_per_s", first.assumptions().linkBytesPerSecond())
                                .with("link_latency_ns", first.assumptions().linkLatencyNanos())
                                .with("engine_bytes_per_s", first.assumptions().engineBytesPerSecond())
                                .with("transfers_of_an_engine_at_a_time", 1)
                                .with("split_bytes", runs.options().splitBytes()))
                .with("runs", runs.reports().stream().map(WhatIfJson::run).toList())
                .with("warnings", warnings.stream().map(TopoJson::warning).toList());
    }

    private static Json run(CopyReport report) {
        return Json.object()
                .with("engines", report.choice().toString())
                .with("far_loss_percent", report.assumptions().farLossPercent())
                .with("time_ns", report.nanos())
                .with("bound_ns", report.boundNanos())
                .with("bound_link", ends(report.slowestLink()))
                .with("ratio", report.ratio())
                .with("far_copies", report.farCopies())
                .with("staged_copies", report.stagedCopies())
                .with("collisions", report.collisions())
                .with("queue_waits", report.queueWaits())
                .with(
                        "links",
                        report.links().stream().map(link -> link(link, report)).toList())
                .with(
                        "engine_use",
                        report.engines().stream().map(WhatIfJson::engine).toList());
    }

    private static Json ends(LinkUse link) {
        return Json.object()
                .with("from", link.ends().from())
                .with("to", link.ends().to());
    }

    private static Json link(LinkUse link, CopyReport report) {
        return ends(link)
                .with("direct", link.direct())
                .with("bytes", link.bytes())
                .with("bytes_per_s", Math.round(link.bytes() * 1e9 / report.nanos()))
                .with("most_bytes_per_s", link.bytesPerSecond())
                .with("told", link.told())
                .with("busy_ns", link.busyNanos())
                .with("most_at_once", link.mostAtOnce());
    }

    private static Json engine(EngineUse use) {
        return Json.object()
                .with("node", use.node())
                .with("engine", use.engine())
                .with("class", use.engineClass().toString().toLowerCase(Locale.ROOT))
                .with("to", use.destinations())
                .with("bytes", use.bytes())
                .with("far_copies", use.far())
                .with("busy_ns", use.busyNanos())
                .with("collisions", use.collisions())
                .with("wait_ns", use.waitNanos())
                .with("longest_line", use.longestLine());
    }
}
