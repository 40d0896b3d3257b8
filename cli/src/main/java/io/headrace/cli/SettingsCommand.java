package io.headrace.cli;

import io.headrace.cli.text.Json;
import io.headrace.cli.text.Table;
import io.headrace.config.Settings;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code headrace settings}: each knob with its value. Opens no device. */
@Command(
        name = "settings",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Shows each knob: its value, where that came from, what is allowed and what it does.")
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
        }
        out.flush();
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
