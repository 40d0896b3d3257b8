package io.headrace.cli;

import io.headrace.cli.text.Json;
import io.headrace.cli.text.Table;
import io.headrace.config.Alias;
import io.headrace.config.Knob;
import io.headrace.config.Settings;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code headrace settings}: each knob with its value, and the OpenMP variables. Opens no device. */
@Command(
        name = "settings",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Shows each knob: its value, where that came from, what is allowed and what it does.",
            "",
            "Then the variables of LLVM's OpenMP offload runtime: the knob that each stands for, and the defaults there and "
                    + "here. A knob looks at its variable when nothing else sets it.",
            ""
        })
final class SettingsCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        Settings settings = Settings.read();
        if (json) {
            out.println(Json.object()
                    .with(
                            "knobs",
                            settings.entries().stream()
                                    .map(SettingsCommand::json)
                                    .toList())
                    .with(
                            "aliases",
                            Arrays.stream(Alias.values())
                                    .map(SettingsCommand::json)
                                    .toList()));
        } else {
            Table table = Table.of("KNOB", "VALUE", "SOURCE", "RANGE", "MEANING");
            for (Settings.Entry entry : settings.entries()) {
                table.row(
                        entry.knob().variable(),
                        entry.value().isEmpty() ? "-" : entry.value(),
                        entry.origin(),
                        entry.knob().range(),
                        entry.knob().meaning());
            }
            table.print(out);
            out.println();
            printAliases(out);
        }
        out.flush();
    }

    private static void printAliases(PrintWriter out) {
        Table table = Table.of("OPENMP VARIABLE", "KNOB", "DEFAULT THERE", "DEFAULT HERE", "RANGE HERE", "NOTE");
        for (Alias alias : Alias.values()) {
            Knob knob = alias.knob();
            table.row(
                    alias.variable(),
                    knob == null ? "not applicable" : knob.variable(),
                    alias.defaultThere(),
                    knob == null ? "-" : knob.defaultValue(),
                    knob == null ? "-" : knob.range(),
                    alias.note());
        }
        table.print(out);
    }

    /** What is not applicable has a knob, default and range of no characters. */
    private static Json json(Alias alias) {
        Knob knob = alias.knob();
        return Json.object()
                .with("name", alias.variable())
                .with("default_there", alias.defaultThere())
                .with("knob", knob == null ? "" : knob.variable())
                .with("default", knob == null ? "" : knob.defaultValue())
                .with("range", knob == null ? "" : knob.range())
                .with("note", alias.note());
    }

    private static Json json(Settings.Entry entry) {
        return Json.object()
                .with("name", entry.knob().variable())
                .with("value", entry.value())
                .with("source", entry.source().name().toLowerCase(Locale.ROOT))
                .with("range", entry.knob().range())
                .with("meaning", entry.knob().meaning());
    }
}
