package io.headrace.cli.replay;

import io.headrace.cli.text.Json;
import io.headrace.sim.replay.QueueUse;
import io.headrace.sim.replay.ReplayResult;
import io.headrace.sim.trace.Trace;
import io.headrace.sim.trace.TraceTotals;
import java.util.List;

/** A trace's replays as one JSON object. Times are nanoseconds. */
final class ReplayJson {

    private ReplayJson() {}

    static Json of(Trace trace, TraceTotals totals, List<ReplayResult> results) {
        return Json.object()
                .with("trace", trace.name())
                .with("ops", totals.operations())
                .with("streams", totals.streams())
                .with("span_ns", totals.spanNanos())
                .with("sum_ns", totals.sumNanos())
                .with("union_ns", totals.unionNanos())
                .with("longest_stream_ns", totals.longestStreamNanos())
                .with("runs", results.stream().map(ReplayJson::run).toList());
    }

    private static Json run(ReplayResult result) {
        return Json.object()
                .with("policy", result.policyName())
                .with("queues", result.queues())
                .with("makespan_ns", result.makespanNanos())
                .with("bound_ns", result.boundNanos())
                .with("ratio", result.ratio())
                .with("wait_p99_ns", result.waits().p99Nanos())
                .with(
                        "streams_per_queue",
                        result.uses().stream().map(QueueUse::streams).toList());
    }
}
