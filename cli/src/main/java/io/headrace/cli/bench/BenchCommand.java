package io.headrace.cli.bench;

import io.headrace.cli.Version;
import io.headrace.cli.text.Json;
import io.headrace.cli.text.Table;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code headrace bench}: measures this machine. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Measures the library on this machine, next to plain Java that does the same.",
            "",
            "Figures that are compared are taken in turn, round by round; each is the median of the rounds. "
                    + "Leave the machine alone meanwhile.",
            ""
        })
public final class BenchCommand implements Callable<Integer> {

    private static final MathContext SHOWN = new MathContext(3);
    private static final MathContext PRINTED = new MathContext(4);

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            completionCandidates = Benches.class,
            description =
                    "One of ${COMPLETION-CANDIDATES} (default: all that run on any machine; gpu wants an NVIDIA GPU, "
                            + "opencl an OpenCL device, hsa an AMD GPU).")
    private @Nullable String name;

    @Option(names = "--json", description = "Print one JSON object a line, one for each bench.")
    private boolean json;

    @Option(names = "--quick", description = "Measure for a fraction of the time, with more noise.")
    private boolean quick;

    private BenchCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        List<Bench> chosen = name == null ? Benches.all() : List.of(named(name));
        PrintWriter out = spec.commandLine().getOut();
        for (Bench bench : chosen) {
            Map<String, Double> values = bench.run(quick ? Effort.QUICK : Effort.FULL);
            if (json) {
                out.println(json(bench, values));
            } else {
                print(bench, values, out);
            }
            out.flush();
        }
        return ExitCode.OK;
    }

    private Bench named(String wanted) {
        return Benches.named(wanted)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "there is no such bench: NAME=" + wanted + "; known are " + String.join(", ", new Benches())));
    }

    static Json json(Bench bench, Map<String, Double> values) {
        Json results = Json.object();
        for (Figure figure : shown(bench, values)) {
            results.with(figure.key(), rounded(value(values, figure), PRINTED).doubleValue());
        }
        return Json.object().with("bench", bench.name()).with("results", results);
    }

    static void print(Bench bench, Map<String, Double> values, PrintWriter out) {
        out.println(bench.name() + ": " + bench.about());
        Table table = Table.of("FIGURE", ">VALUE", "UNIT", "MEANING");
        for (Figure figure : shown(bench, values)) {
            table.row(
                    figure.key(),
                    rounded(value(values, figure), SHOWN).toPlainString(),
                    figure.unit(),
                    figure.meaning());
        }
        table.print(out);
        out.println();
    }

    private static List<Figure> shown(Bench bench, Map<String, Double> values) {
        return bench.figures().stream()
                .filter(figure -> !figure.optional() || values.containsKey(figure.key()))
                .toList();
    }

    private static double value(Map<String, Double> values, Figure figure) {
        Double value = values.get(figure.key());
        if (value == null || !Double.isFinite(value)) {
            throw new IllegalStateException("a bench gave no number: " + figure.key() + "=" + value);
        }
        return value;
    }

    private static BigDecimal rounded(double value, MathContext digits) {
        return new BigDecimal(value).round(digits);
    }
}
