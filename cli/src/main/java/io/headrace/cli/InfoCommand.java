package io.headrace.cli;

import io.headrace.Device;
import io.headrace.DriverReport;
import io.headrace.Headrace;
import io.headrace.Queues;
import io.headrace.cli.text.Json;
import io.headrace.cli.text.Table;
import io.headrace.config.Knob;
import io.headrace.spi.EngineInfo;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code headrace info}: which drivers and devices there are, and what they have. */
@Command(
        name = "info",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Shows drivers (usable, or why not) and devices with their memory, queues, engines and workers.")
final class InfoCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        try (Headrace headrace = Headrace.open()) {
            if (json) {
                out.println(json(headrace));
            } else {
                print(headrace, out);
            }
        }
        out.flush();
    }

    private static void print(Headrace headrace, PrintWriter out) {
        Table drivers = Table.of("DRIVER", "USABLE", "REASON");
        for (DriverReport driver : headrace.drivers()) {
            drivers.row(driver.name(), driver.usable() ? "yes" : "no", driver.reason());
        }
        drivers.print(out);
        out.println();
        Table devices = Table.of("DEVICE", "NAME", ">MEMORY", ">WORKERS", "QUEUES", "POLICY", "ENGINES");
        for (Device device : headrace.devices()) {
            Queues queues = device.queues();
            devices.row(
                    device.id(),
                    device.name(),
                    memory(device.info().memoryBytes()),
                    device.info().computeUnits(),
                    queues.created() + " of " + queues.limit() + ", " + queueSize(headrace, device) + " packets each",
                    lower(queues.policy()),
                    engines(device.info().engines()));
        }
        devices.print(out);
        out.println();
        out.println("Used where a program names none: " + headrace.device().id());
    }

    private static Json json(Headrace headrace) {
        return Json.object()
                .with(
                        "drivers",
                        headrace.drivers().stream().map(InfoCommand::json).toList())
                .with(
                        "devices",
                        headrace.devices().stream()
                                .map(device -> json(headrace, device))
                                .toList())
                .with("workers", headrace.device().info().computeUnits());
    }

    private static Json json(DriverReport driver) {
        return Json.object()
                .with("name", driver.name())
                .with("usable", driver.usable())
                .with("reason", driver.reason());
    }

    private static Json json(Headrace headrace, Device device) {
        Queues queues = device.queues();
        return Json.object()
                .with("id", device.id())
                .with("name", device.name())
                .with("memory_bytes", device.info().memoryBytes())
                .with("workers", device.info().computeUnits())
                .with("java_kernels", device.info().javaKernels())
                .with(
                        "queues",
                        Json.object()
                                .with("policy", lower(queues.policy()))
                                .with("limit", queues.limit())
                                .with("created", queues.created())
                                .with("size", queueSize(headrace, device)))
                .with(
                        "engines",
                        device.info().engines().stream()
                                .map(engine -> Json.object()
                                        .with("index", engine.index())
                                        .with("kind", lower(engine.kind())))
                                .toList());
    }

    /** The first queue is made with its device, so the knob is asked only of a device that could not make it. */
    private static long queueSize(Headrace headrace, Device device) {
        List<Queues.Entry> entries = device.queues().entries();
        return entries.isEmpty()
                ? headrace.settings().number(Knob.QUEUE_SIZE)
                : entries.getFirst().size();
    }

    private static String engines(List<EngineInfo> engines) {
        return engines.isEmpty()
                ? "none"
                : engines.stream()
                        .map(engine -> engine.index() + " (" + lower(engine.kind()) + ")")
                        .collect(Collectors.joining(", "));
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String memory(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
    }
}
