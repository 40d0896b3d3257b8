package io.headrace.cli.topo;

import io.headrace.cli.CommandFailure;
import io.headrace.cli.Version;
import io.headrace.cli.text.Table;
import io.headrace.config.Knob;
import io.headrace.config.Settings;
import io.headrace.error.TopologyException;
import io.headrace.sim.copy.WhatIf;
import io.headrace.topology.Engines;
import io.headrace.topology.KfdTopology;
import io.headrace.topology.Node;
import io.headrace.topology.NodeKind;
import io.headrace.topology.NumaNode;
import io.headrace.topology.RecommendedEngines;
import io.headrace.topology.SocketInfo;
import io.headrace.topology.ThisMachine;
import io.headrace.topology.Topology;
import io.headrace.topology.TopologyReading;
import io.headrace.topology.Warning;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code headrace topo}: shows a machine. Opens devices only for a list of them, which is part of what is told of this one. */
@Command(
        name = "topo",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Shows nodes, copy engines, links and the engines that suit each link.",
            "",
            "Without --root: this machine, and the devices of the drivers with the lanes of their copies. With it, the machine "
                    + "whose description is there, and no device is opened; exit code 0 if at least one node "
                    + "could be read, with a line on stderr for all that is odd.",
            ""
        })
public final class TopoCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--root",
            paramLabel = "PATH",
            description = "A copy of /sys/class/kfd/kfd/topology: a folder, a .tar or a .tar.gz.")
    private @Nullable Path root;

    @Option(
            names = "--sockets",
            paramLabel = "NODE=SOCKET",
            split = ",",
            converter = SocketPlace.Converter.class,
            description = "Where undivided GPUs sit, if you know it, for instance 2=0,3=1. For links without a mask.")
    private List<SocketPlace> places = List.of();

    private Map<Integer, Integer> sockets = Map.of();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @ArgGroup(exclusive = false, heading = "%nCopies in a model of the machine:%n")
    private @Nullable WhatIfOptions whatIf;

    private TopoCommand() {}

    @Override
    public void run() {
        sockets = SocketPlace.byNode(places, spec.commandLine());
        if (whatIf != null) {
            whatIf.check(spec.commandLine());
        }
        Settings settings = Settings.read();
        PrintWriter out = spec.commandLine().getOut();
        if (whatIf != null) {
            answer(whatIf, settings, out);
        } else if (root != null) {
            TopologyReading reading = KfdTopology.read(root);
            checkSockets(reading.topology());
            show(root, reading, settings, out);
        } else {
            showThisMachine(settings, out);
        }
        out.flush();
    }

    private void answer(WhatIfOptions asked, Settings settings, PrintWriter out) {
        if (root == null && !Files.isDirectory(KfdTopology.SYSFS)) {
            throw new CommandFailure("no GPU of this machine is known, for there is no folder " + KfdTopology.SYSFS
                    + "; name the description of another machine with --root");
        }
        Path path = root == null ? KfdTopology.SYSFS : root;
        TopologyReading reading = KfdTopology.read(path);
        checkSockets(reading.topology());
        Machine machine = machine(reading.topology(), reading.warnings(), settings);
        WhatIfRuns runs = WhatIfRuns.of(
                asked, new WhatIf(reading.topology(), socketInfo(), settings.numbers(Knob.EXCLUDED_ENGINES)));
        if (json) {
            out.println(new WhatIfJson(runs, machine.warnings()).json());
            return;
        }
        out.println("KFD topology at " + path + ": " + counts(machine.nodes()));
        new WhatIfText(runs, out).print();
        out.flush();
        WarningLines.print(machine.warnings(), spec.commandLine().getErr());
    }

    private void checkSockets(Topology topology) {
        SocketPlace.requireGpus(sockets, topology, spec.commandLine());
    }

    private SocketInfo socketInfo() {
        return sockets.isEmpty() ? SocketInfo.UNKNOWN : SocketInfo.wholeGpus(sockets);
    }

    private void show(Path path, TopologyReading reading, Settings settings, PrintWriter out) {
        Machine machine = machine(reading.topology(), reading.warnings(), settings);
        if (json) {
            out.println(new TopoJson(machine, Map.of()).json());
            return;
        }
        out.println("KFD topology at " + path + ": " + counts(machine.nodes()));
        out.println();
        print(machine, out);
    }

    private void showThisMachine(Settings settings, PrintWriter out) {
        ThisMachine own = ThisMachine.read();
        TopologyReading reading = null;
        String why = "there is no such folder, for the amdgpu driver is not loaded";
        if (Files.isDirectory(KfdTopology.SYSFS)) {
            try {
                reading = KfdTopology.read(KfdTopology.SYSFS);
            } catch (TopologyException e) {
                why = String.valueOf(e.getMessage());
            }
        }
        checkSockets(reading == null ? own.topology() : reading.topology());
        DeviceLanesList devices = DeviceLanesList.read();
        if (json) {
            TopoJson machine = reading == null ? ownJson(own, why, settings) : kfdJson(reading, settings);
            out.println(machine.json().with("devices", devices.json()));
            return;
        }
        print(own, out);
        out.println();
        devices.print(out);
        out.println();
        if (reading == null) {
            out.println("No AMD GPU is known: " + KfdTopology.SYSFS + ": " + why);
        } else {
            show(KfdTopology.SYSFS, reading, settings, out);
        }
    }

    private TopoJson kfdJson(TopologyReading reading, Settings settings) {
        return new TopoJson(machine(reading.topology(), reading.warnings(), settings), Map.of());
    }

    private TopoJson ownJson(ThisMachine own, String why, Settings settings) {
        Warning none = new Warning(Warning.Kind.UNREADABLE, KfdTopology.SYSFS.toString(), 0, why);
        return new TopoJson(
                machine(own.topology(), List.of(none), settings),
                own.nodes().stream().collect(Collectors.toMap(NumaNode::id, node -> node)));
    }

    private Machine machine(Topology topology, List<Warning> warnings, Settings settings) {
        RecommendedEngines engines =
                RecommendedEngines.of(topology, socketInfo(), settings.numbers(Knob.EXCLUDED_ENGINES));
        List<Warning> all = new ArrayList<>(warnings);
        all.addAll(engines.warnings());
        return new Machine(topology, engines, all);
    }

    private void print(Machine machine, PrintWriter out) {
        new NodeTable().print(machine.nodes(), out);
        out.println();
        if (machine.topology().links().isEmpty()) {
            out.println("There are no links.");
        } else if (machine.nodes().size() <= LinkMatrix.MOST_NODES) {
            new LinkMatrix(machine).print(out);
        } else {
            new LinkGroups(machine).print(out);
        }
        printUnrecommended(machine, out);
        out.flush();
        WarningLines.print(machine.warnings(), spec.commandLine().getErr());
    }

    private static void printUnrecommended(Machine machine, PrintWriter out) {
        Map<Long, List<Integer>> nodes = new LinkedHashMap<>();
        for (Node node : machine.nodes()) {
            long engines = machine.engines().unrecommended(node.id());
            if (node.hasGpu() && node.isUsable() && engines != 0) {
                nodes.computeIfAbsent(engines, ignored -> new ArrayList<>()).add(node.id());
            }
        }
        nodes.forEach((engines, ids) -> {
            out.println();
            out.println("Only a part of the copy engines is recommended: for no link of node " + Ranges.of(ids)
                    + " the engines " + Ranges.of(Engines.ids(engines).boxed().toList()));
        });
    }

    private static String counts(List<Node> nodes) {
        long gpus = nodes.stream().filter(Node::hasGpu).count();
        long cpus = nodes.stream().filter(node -> node.kind() == NodeKind.CPU).count();
        return "nodes=" + nodes.size() + " (CPU " + cpus + ", GPU " + gpus + ")";
    }

    private static void print(ThisMachine own, PrintWriter out) {
        out.println("This machine: processors that this process may use at a time: " + own.processors()
                + (own.memoryLimitBytes().isEmpty()
                        ? ""
                        : ", memory that its control groups leave it: "
                                + gibibytes(own.memoryLimitBytes().getAsLong())));
        out.println();
        Table table = Table.of(">NUMA NODE", "PROCESSORS", "USABLE", ">MEMORY");
        for (NumaNode node : own.nodes()) {
            table.row(
                    node.id(),
                    node.cpus().count() == 0 ? "none" : node.cpus(),
                    node.usable().count() == 0 ? "none" : node.usable(),
                    node.memoryBytes().isEmpty()
                            ? "unknown"
                            : gibibytes(node.memoryBytes().getAsLong()));
        }
        table.print(out);
    }

    private static String gibibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
    }
}
