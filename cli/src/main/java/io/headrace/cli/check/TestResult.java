package io.headrace.cli.check;

import io.headrace.cli.text.Json;
import java.util.Locale;

/**
 * What became of one test.
 *
 * @param contract the contract that it belongs to
 * @param name its name within the contract
 * @param outcome how it ended
 * @param reason why it failed or was skipped; empty if it passed
 * @param seconds how long it took
 */
record TestResult(String contract, String name, Outcome outcome, String reason, double seconds) {

    /** How a test ends. */
    enum Outcome {
        PASSED,
        FAILED,
        SKIPPED
    }

    /** The name that is shown. */
    String test() {
        return contract + "." + name;
    }

    Json json() {
        return Json.object()
                .with("test", test())
                .with("result", outcome.name().toLowerCase(Locale.ROOT))
                .with("reason", reason)
                .with("seconds", Math.round(seconds * 1_000) / 1_000.0);
    }
}
