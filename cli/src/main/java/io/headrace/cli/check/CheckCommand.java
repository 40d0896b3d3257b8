package io.headrace.cli.check;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;

import io.headrace.Headrace;
import io.headrace.HeadraceOptions;
import io.headrace.cli.CommandFailure;
import io.headrace.cli.Version;
import io.headrace.cli.check.TestResult.Outcome;
import io.headrace.cli.text.Progress;
import io.headrace.config.Knob;
import io.headrace.error.ConfigurationException;
import io.headrace.tck.DeviceConformance;
import java.io.PrintWriter;
import java.util.ArrayList;
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

/** {@code headrace check}: does a device of this machine do what every device must? */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Runs the conformance suite on a device of this machine.",
            "",
            "Knobs are at their defaults or as each test needs them, whatever is set outside. "
                    + "The random tests of a run are repeated by JAVA_OPTS=-Dheadrace.tck.seed=N.",
            ""
        })
public final class CheckCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(
            paramLabel = "CONTRACT",
            arity = "0..*",
            completionCandidates = Contracts.class,
            description = "Parts of the suite: ${COMPLETION-CANDIDATES} (default: all of them).")
    private List<String> contracts = new ArrayList<>();

    @Option(
            names = "--device",
            paramLabel = "D",
            description = "The device, for example host:0 (default: HEADRACE_DEVICE, else the best usable one).")
    private @Nullable String device;

    @Option(
            names = "--json",
            description = "Print one JSON object a line: one for each test when it ends, and last the sums.")
    private boolean json;

    private CheckCommand() {}

    /** Runs the suite. Returns 0 if no test failed. */
    @Override
    public Integer call() {
        List<Class<?>> chosen = contracts.isEmpty()
                ? DeviceConformance.contracts()
                : contracts.stream().<Class<?>>map(this::contract).distinct().toList();
        String id = deviceId();
        Suite suite = Suite.of(
                chosen.stream()
                        .map(contract -> selectNestedClass(List.of(DeviceConformance.class), contract))
                        .toList(),
                Map.of(DeviceConformance.DEVICE, id));
        Tally tally = run(suite);
        if (tally.isEmpty()) {
            throw new CommandFailure("no test ran: device=" + id + " contracts=" + contracts);
        }
        print(tally, id);
        return tally.count(Outcome.FAILED) == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private Tally run(Suite suite) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Tally tally = new Tally();
        try (Progress progress = Progress.of("tests", suite.size());
                HeldOutput output = new HeldOutput()) {
            suite.run(result -> {
                tally.add(result);
                progress.step();
                String printed = output.take();
                if (json) {
                    out.println(result.json());
                    out.flush();
                }
                if (result.outcome() == Outcome.FAILED && !printed.isEmpty()) {
                    err.println(result.test() + " printed: " + printed.strip());
                    err.flush();
                }
            });
        }
        return tally;
    }

    private void print(Tally tally, String id) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(tally.json());
        } else {
            out.println("Conformance of " + id);
            out.println();
            tally.print(out);
        }
        out.flush();
    }

    private Class<?> contract(String wanted) {
        return DeviceConformance.contracts().stream()
                .filter(contract -> contract.getSimpleName().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "there is no such part of the suite: CONTRACT=" + wanted + "; known are "
                                + String.join(", ", new Contracts())));
    }

    /** The device that is meant; the suite opens it afresh for each test. */
    private String deviceId() {
        try (Headrace headrace = Headrace.open(options())) {
            return headrace.device().id();
        }
    }

    private HeadraceOptions options() {
        HeadraceOptions defaults = HeadraceOptions.defaults();
        try {
            return device == null ? defaults : defaults.with(Knob.DEVICE, device);
        } catch (ConfigurationException e) {
            throw new ParameterException(spec.commandLine(), "--device: " + e.getMessage(), e);
        }
    }
}
