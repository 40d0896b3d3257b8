package io.headrace.cli.check;

import io.headrace.cli.check.TestResult.Outcome;
import io.headrace.cli.text.Json;
import io.headrace.cli.text.Table;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The results of a run so far. Not safe for use from several threads. */
final class Tally {

    private final List<TestResult> results = new ArrayList<>();

    void add(TestResult result) {
        results.add(result);
    }

    long count(Outcome outcome) {
        return results.stream().filter(result -> result.outcome() == outcome).count();
    }

    boolean isEmpty() {
        return results.isEmpty();
    }

    Json json() {
        return Json.object()
                .with("passed", count(Outcome.PASSED))
                .with("failed", count(Outcome.FAILED))
                .with("skipped", count(Outcome.SKIPPED));
    }

    /** A line a contract, then what did not pass and why, then the sum. */
    void print(PrintWriter out) {
        Map<String, Tally> contracts = new LinkedHashMap<>();
        for (TestResult result : results) {
            contracts.computeIfAbsent(result.contract(), name -> new Tally()).add(result);
        }
        Table table = Table.of("CONTRACT", ">PASSED", ">FAILED", ">SKIPPED", ">SECONDS");
        contracts.forEach((name, tally) -> table.row(
                name,
                tally.count(Outcome.PASSED),
                tally.count(Outcome.FAILED),
                tally.count(Outcome.SKIPPED),
                String.format(Locale.ROOT, "%.1f", tally.seconds())));
        table.print(out);
        out.println();
        print(Outcome.SKIPPED, out);
        print(Outcome.FAILED, out);
        out.println(count(Outcome.PASSED) + " passed, " + count(Outcome.FAILED) + " failed, " + count(Outcome.SKIPPED)
                + " skipped");
    }

    private double seconds() {
        return results.stream().mapToDouble(TestResult::seconds).sum();
    }

    private void print(Outcome outcome, PrintWriter out) {
        for (TestResult result : results) {
            if (result.outcome() == outcome) {
                out.println(outcome.name().toLowerCase(Locale.ROOT) + ": " + result.test());
                result.reason().lines().forEach(line -> out.println("    " + line));
            }
        }
    }
}
